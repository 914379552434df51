import PlayheadKit

/// What the user wants of playback: of the file that plays, and of those that follow.
struct TransportSettings: Equatable {
  var rate: Rate
  var isPaused = false
  /// Stopped by Ctrl-Z, whatever else is wanted.
  var isSuspended = false
  /// Whether the last move of the playhead was a step by frames.
  var isStepping = false
  var isLooping = false
  /// How often a file is played in all while it loops; nil is for ever.
  var loopCount: Int?

  init(_ options: PlayOptions) {
    rate = options.rate
    isPaused = options.isPaused
    isLooping = options.isLooping
    loopCount = options.loopCount
  }

  mutating func setPaused(_ isPaused: Bool) {
    (self.isPaused, isStepping) = (isPaused, false)
  }

  /// What a player is to play at.
  var playerRate: Rate { isPaused || isSuspended ? .paused : rate }
}
