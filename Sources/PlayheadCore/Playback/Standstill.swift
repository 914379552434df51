import PlayheadTimekeeping

/// Expects how long a clock stands still: a quarter of the time since it stopped, up
/// to 100 ms. So timers just before an update wait ever longer, instead of firing all the time.
struct Standstill<Reading: Equatable> {
  private static var longest: Int64 { 100_000_000 }

  /// The newest reading of the clock, and the host instant when it was first taken.
  private var newest: (instant: HostInstant, reading: Reading)?

  /// Records a reading; returns when the clock is expected to move: now if it has moved since the last reading.
  mutating func end(_ reading: Reading, at now: HostInstant) -> HostInstant {
    guard let newest, newest.reading == reading, newest.instant < now else {
      if newest?.reading != reading { newest = (now, reading) }
      return now
    }
    let (past, overflow) = now.nanoseconds.subtractingReportingOverflow(newest.instant.nanoseconds)
    return now.advanced(byNanoseconds: overflow ? Self.longest : min(past / 4, Self.longest))
  }
}
