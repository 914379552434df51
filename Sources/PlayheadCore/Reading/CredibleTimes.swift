import PlayheadMedia
import PlayheadTimekeeping

/// Decides which presentation times are credible. Positions are in nanoseconds.
///
/// A time far after all media read, and far after the end that the container declares, is damaged.
/// Playback would otherwise continue to it without media. If many consecutive packets have such
/// times, the declared end is wrong.
struct CredibleTimes {
  /// The longest pause in media, and the greatest error of a declared end.
  private static let longestPause: Int64 = 10_000_000_000
  /// The number of consecutive packets that may be damaged. A cluster or fragment, whose packets may
  /// share one damaged time, has fewer.
  private static let greatestRun = 1_024

  /// The declared end; nil if there is none, or if it cannot be trusted.
  private let declaredEnd: Int64?
  private var run = 0
  /// The greatest end of the last packets, if they are not believed.
  private(set) var refusedEnd: Int64?

  /// - Parameters:
  ///   - info: The description of the media.
  ///   - zero: The container's time of position zero; nil if it is not known.
  init(info: MediaInfo, zero: MediaTime?) {
    // If the clock can jump, times are compared with each other instead.
    let isTrusted = !info.isDurationEstimated && !info.isClockDiscontinuous
    let end = zero.flatMap(info.declaredDuration(from:))
    declaredEnd = isTrusted ? end?.nanoseconds(rounding: .up) : nil
  }

  /// Returns whether the end of a packet is credible.
  ///
  /// - Parameters:
  ///   - end: The end of the packet's presentation.
  ///   - frontier: The greatest end of the packets before it.
  mutating func believe(_ end: Int64, frontier: Int64) -> Bool {
    guard let declaredEnd, end > 0, end - max(frontier, declaredEnd, 0) > Self.longestPause else {
      (run, refusedEnd) = (0, nil)
      return true
    }
    run += 1
    let isBelieved = run > Self.greatestRun
    refusedEnd = isBelieved ? nil : max(end, refusedEnd ?? end)
    return isBelieved
  }
}
