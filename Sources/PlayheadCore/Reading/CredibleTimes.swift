import Media
import Timekeeping

/// Which presentation times are believed, as positions in nanoseconds.
///
/// One that lies far behind all that was read, and far behind the end that the container declares,
/// is damage: playback would go on in nothing until then. Where many in a row say so it is the
/// declaration that is wrong.
struct CredibleTimes {
  /// Within it media may pause, and declarations be wrong.
  private static let longestPause: Int64 = 10_000_000_000
  /// More than a cluster or fragment holds, which may have one damaged time for all.
  private static let greatestRun = 1_024

  /// Nil where nothing is declared that could be trusted.
  private let declaredEnd: Int64?
  private var run = 0

  init(info: MediaInfo) {
    // Where clocks jump, it is known from each other whether times are right.
    let isTrusted = !info.isDurationEstimated && !info.isClockDiscontinuous
    let end = info.presentationStart.flatMap(info.declaredDuration(from:))
    declaredEnd = isTrusted ? end?.nanoseconds(rounding: .up) : nil
  }

  /// Takes in that a packet is presented until `end`, when others have been read that are until
  /// `frontier`.
  mutating func believe(_ end: Int64, frontier: Int64) -> Bool {
    // Of two that are not negative the difference does not overflow.
    guard let declaredEnd, end > 0, end - max(frontier, declaredEnd, 0) > Self.longestPause else {
      run = 0
      return true
    }
    run += 1
    return run > Self.greatestRun
  }
}
