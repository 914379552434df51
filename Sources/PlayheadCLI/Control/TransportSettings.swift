import PlayheadKit

/// What the user wants of playback: of the file that plays, and of those that follow.
struct TransportSettings: Equatable {
  var rate: Rate
  var isPaused = false
  /// Stopped by Ctrl-Z, whatever else is wanted.
  var isSuspended = false
  var isLooping = false

  /// What a player is to play at.
  var playerRate: Rate { isPaused || isSuspended ? .paused : rate }
}
