/// The instants at which timers fire together, if there are many.
///
/// One wake-up of the process costs more than one timer. On Linux, the leeway of a Dispatch timer
/// does not combine wake-ups, so instants are rounded up to multiples of a period, which is longer
/// the more timers there are: about twenty timers that fire ten times a second share a wake-up.
enum SharedWakeups {
  /// If this many timers or fewer are armed, each has its own wake-up.
  private static let few = 32
  /// The longest period, in nanoseconds: the greatest additional lateness.
  private static let longest: Int64 = 2_000_000
  /// The period of up to 255 timers, in nanoseconds.
  private static let shortest: Int64 = 500_000

  /// Returns when a timer fires together with others; nil if it fires alone.
  ///
  /// - Parameters:
  ///   - instant: The requested instant.
  ///   - timers: The number of timers that are armed.
  static func instant(for instant: HostInstant, timers: Int) -> HostInstant? {
    guard timers > few else { return nil }
    // Powers of two, so that timers that were armed at different counts still share wake-ups.
    var period = shortest
    var count = timers
    while count >= 256, period < longest {
      period *= 2
      count /= 2
    }
    let past = instant.nanoseconds % period
    return instant.advanced(byNanoseconds: past == 0 ? 0 : period - past)
  }
}
