import PlayheadKit

/// One thing that a user asks of playback while it runs, by a key or by a line of control.
enum TransportCommand: Hashable, Sendable {
  case play
  case pause
  case togglePause
  case seek(SeekTarget)
  case setRate(Rate)
  /// Plays at the rate times `numerator / denominator`, within what playback can run at.
  case multiplyRate(Int32, Int32)
  /// So many frames on, or back; playback pauses.
  case step(Int)
  /// So many chapters on, or back.
  case chapter(Int)
  case nextFile
  case previousFile
  case toggleLoop
  /// Writes a record of where the playhead is.
  case reportPosition
  case showHelp
  case quit

  /// Whether it is asked of the file that plays, and can be done once that is open only.
  var needsFile: Bool {
    switch self {
    case .seek, .chapter, .step, .toggleLoop, .reportPosition: true
    case .play, .pause, .togglePause, .setRate, .multiplyRate, .nextFile, .previousFile,
      .showHelp, .quit:
      false
    }
  }
}

extension TransportCommand {
  /// Whether what comes behind it has to wait until it is done: media may have to be read for it.
  var takesTime: Bool {
    if case .step = self { true } else { false }
  }
}

/// Where a seek is to go.
enum SeekTarget: Hashable, Sendable {
  case point(MediaPoint)
  /// From where the playhead is: nanoseconds, negative for back.
  case offset(nanoseconds: Int64)

  static func seconds(_ count: Int64) -> SeekTarget { .offset(nanoseconds: count * 1_000_000_000) }
}

extension Rate {
  /// The rate times `numerator / denominator` (positive) to the nearest millionth, as far as
  /// playback can run at it.
  func multiplied(by numerator: Int32, _ denominator: Int32) -> Rate {
    let product = doubleValue * Double(numerator) / Double(denominator)
    let rate = Rate(product) ?? self
    return min(max(rate, Rate.playable.lowerBound), Rate.playable.upperBound)
  }
}
