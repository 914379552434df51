import PlayheadKit
import RemoteControl

/// The playback settings of the user, which apply to the current file and to those that follow.
struct TransportSettings: Equatable {
  var rate: Rate
  var isPaused = false
  var volume: Volume
  var isMuted: Bool
  /// Whether Ctrl-Z suspended playback, independent of the other settings.
  var isSuspended = false
  /// Whether the last command that moved the playhead was a frame step.
  var isStepping = false
  var isLooping = false
  /// How many times a file is played in total while it loops. Nil means until the command is
  /// stopped.
  var loopCount: Int?
  /// The points of the range that is repeated instead of the file, if both are set.
  var loopStart: MediaTime?
  var loopEnd: MediaTime?
  /// Which files stay open, paused, at their ends.
  var keepOpen = KeepOpen.none
  /// Whether the session waits for files when nothing is left to play.
  var waitsForFiles: Bool
  /// The title that other programs see instead of a file's own; nil for that.
  var title: String?

  init(_ options: PlayOptions) {
    rate = options.rate
    isPaused = options.isPaused
    volume = options.sound.volume ?? .full
    isMuted = options.sound.isMuted
    isLooping = options.isLooping
    loopCount = options.loopCount
    waitsForFiles = options.waitsForFiles
  }

  mutating func setPaused(_ isPaused: Bool) {
    (self.isPaused, isStepping) = (isPaused, false)
  }

  /// The range that is repeated instead of the file; nil if there is none. The points may have been
  /// set in any order.
  var loopRange: Range<MediaTime>? {
    guard let loopStart, let loopEnd, loopStart != loopEnd else { return nil }
    return min(loopStart, loopEnd)..<max(loopStart, loopEnd)
  }

  /// Whether sound is heard at the rate.
  var isAudible: Bool { TimeStretch.rates.contains(rate) }

  /// The rate at which the player should play; 0 while paused or suspended.
  var playerRate: Rate { isPaused || isSuspended ? .paused : rate }
}
