import PlayheadMedia
import PlayheadTimekeeping

/// Decides which presentation times are credible. Positions are in nanoseconds.
///
/// A time far after all media read, and far after the end that the container declares, is damaged.
/// Playback would otherwise continue to it without media. If many consecutive packets have such
/// times, the declared end is wrong, as it is if the last ones follow each other after a pause of at most an hour: a
/// writer may declare the length without the pause.
struct CredibleTimes {
  /// The longest pause in media, and the greatest error of a declared end.
  private static let longestPause: Int64 = 10_000_000_000
  /// How many consecutive packets may be damaged: more than a cluster or fragment has, which may share one time.
  private static let greatestRun = 1_024

  /// The least number of the last packets behind a pause, and the longest such pause.
  private static let leastLastRun = 4
  private static let longestLastPause: Int64 = 3_600_000_000_000

  /// The declared end; nil if there is none, or if it cannot be trusted.
  private var declaredEnd: Int64?
  private var run = 0
  /// The end of the last packet, if it is refused.
  private var lastRefused: Int64?
  /// Whether the packets of the run follow each other, and the first one a pause that may be right.
  private var isRunContinuous = false
  /// The greatest end of the last packets, if they are refused.
  private(set) var refusedEnd: Int64?

  /// Creates a judge; position zero may be unknown.
  init(info: MediaInfo, zero: MediaTime?) {
    // If the clock can jump, times are compared with each other instead.
    let isTrusted =
      !info.isDurationEstimated && !info.isClockDiscontinuous && !info.mayContinue
    let end = zero.flatMap(info.declaredDuration(from:))
    declaredEnd = isTrusted ? end?.nanoseconds(rounding: .up) : nil
  }

  /// Returns whether the end of a packet is credible after packets that end at `frontier` at the latest.
  mutating func accept(_ end: Int64, frontier: Int64) -> Bool {
    guard let declaredEnd, end > 0, end - max(frontier, declaredEnd, 0) > Self.longestPause else {
      restart()
      return true
    }
    run += 1
    // The distances cannot overflow: all ends are positive.
    if let lastRefused {
      isRunContinuous = isRunContinuous && abs(end - lastRefused) <= Self.longestPause
    } else {
      isRunContinuous = end - max(frontier, 0) <= Self.longestLastPause
    }
    lastRefused = end
    let isAccepted = run > Self.greatestRun
    refusedEnd = isAccepted ? nil : max(end, refusedEnd ?? end)
    return isAccepted
  }

  /// Forgets the packets that were refused.
  mutating func restart() { (run, lastRefused, refusedEnd) = (0, nil, nil) }

  /// Accepts all times, and returns true, if the last packets were refused, but no packet follows and they are right.
  mutating func acceptLast() -> Bool {
    guard refusedEnd != nil, run >= Self.leastLastRun, isRunContinuous else { return false }
    restart()
    declaredEnd = nil
    return true
  }
}
