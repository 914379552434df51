/// How much sooner than its instant a timer is scheduled: the least by which it was late in its last
/// 16 to 31 firings.
///
/// A timer that fires early costs a second wake-up, so few may: about one in 24, if lateness varies
/// at random.
struct TimerLead {
  private static let window = 16
  /// A timer that is always later than this waits for something else than a wake-up.
  private static let greatest: Int64 = 200_000

  private var previous: Int64 = 0
  private var current: Int64 = greatest
  private var count = 0

  /// 0 to 200,000.
  var nanoseconds: Int64 { min(previous, current) }

  /// Records by how many nanoseconds a timer fired after the instant it was scheduled for.
  mutating func note(late: Int64) {
    current = min(current, max(late, 0))
    count += 1
    if count == Self.window { (previous, current, count) = (current, Self.greatest, 0) }
  }
}
