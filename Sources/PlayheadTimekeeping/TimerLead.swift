/// How much earlier than its instant a timer is scheduled: its least lateness in the last 16 to 31
/// firings.
///
/// A timer that fires early costs a second wake-up, so that should be rare: about one in 24 fires
/// early if lateness varies at random.
struct TimerLead {
  private static let window = 16
  /// A timer that is always later than this is not late because of the wake-up.
  private static let greatest: Int64 = 200_000

  private var previous: Int64 = 0
  private var current: Int64 = greatest
  private var count = 0

  /// The lead in nanoseconds, 0 to 200,000.
  var nanoseconds: Int64 { min(previous, current) }

  /// Records the time in nanoseconds between the instant the timer was scheduled for and its
  /// firing.
  mutating func note(late: Int64) {
    current = min(current, max(late, 0))
    count += 1
    if count == Self.window { (previous, current, count) = (current, Self.greatest, 0) }
  }
}
