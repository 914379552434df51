import PlayheadKit

/// A command of the user while a file plays, from a key or a line of `--control`.
enum TransportCommand: Hashable, Sendable {
  case play
  case pause
  case togglePause
  case seek(SeekTarget)
  case setRate(Rate)
  /// Multiplies the rate by a numerator and a denominator, within the rates of playback.
  case multiplyRate(Int32, Int32)
  /// Moves by this number of frames, backward if negative, and pauses.
  case step(Int)
  /// Moves by this number of chapters, backward if negative.
  case chapter(Int)
  case nextFile
  case previousFile
  case toggleLoop
  case setVolume(Volume)
  /// Changes the volume by this number of percents.
  case changeVolume(Int)
  /// Nil switches between sound and none.
  case setMuted(Bool?)
  /// Writes a record with the current position.
  case reportPosition
  case showHelp
  case quit

  /// Whether the command applies to the current file and needs it to be open.
  var needsFile: Bool {
    switch self {
    case .seek, .chapter, .step, .toggleLoop, .reportPosition: true
    case .play, .pause, .togglePause, .setRate, .multiplyRate, .setVolume, .changeVolume,
      .setMuted, .nextFile, .previousFile, .showHelp, .quit:
      false
    }
  }
}

extension TransportCommand {
  /// Whether the command changes playback, which a record reports.
  var isRecorded: Bool {
    switch self {
    case .play, .pause, .togglePause, .setRate, .multiplyRate: true
    default: needsFile
    }
  }

  /// The word that a line of `--control` begins with.
  var word: String {
    switch self {
    case .play: "play"
    case .pause: "pause"
    case .togglePause: "toggle"
    case .seek: "seek"
    case .setRate, .multiplyRate: "rate"
    case .step: "step"
    case .chapter: "chapter"
    case .nextFile: "next"
    case .previousFile: "previous"
    case .toggleLoop: "loop"
    case .setVolume, .changeVolume: "volume"
    case .setMuted: "mute"
    case .reportPosition: "position"
    case .showHelp: "help"
    case .quit: "quit"
    }
  }

  /// Whether later commands wait until the command is complete, because it may have to read media.
  var takesTime: Bool {
    if case .step = self { true } else { false }
  }
}

/// The target of a seek.
enum SeekTarget: Hashable, Sendable {
  case point(MediaPoint)
  /// Relative to the playhead, in nanoseconds; negative is backward.
  case offset(nanoseconds: Int64)

  static func seconds(_ count: Int64) -> SeekTarget { .offset(nanoseconds: count * 1_000_000_000) }
}

extension Rate {
  /// Returns the rate times `numerator / denominator` (both positive), rounded to a millionth and
  /// limited to the rates of playback.
  func multiplied(by numerator: Int32, _ denominator: Int32) -> Rate {
    let product = doubleValue * Double(numerator) / Double(denominator)
    let rate = Rate(product) ?? self
    return min(max(rate, Rate.playable.lowerBound), Rate.playable.upperBound)
  }
}
