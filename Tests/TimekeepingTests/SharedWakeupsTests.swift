import Testing

@testable import PlayheadTimekeeping

@Suite struct SharedWakeupsTests {
  @Test(
    arguments: [
      (1, nil), (32, nil), (33, 500_000), (255, 500_000), (256, 1_000_000),
    ] as [(Int, Int64?)])
  func moreTimersShareLongerPeriods(timers: Int, period: Int64?) {
    let instant = HostInstant(nanoseconds: 1)
    #expect(SharedWakeups.instant(for: instant, timers: timers)?.nanoseconds == period)
  }

  @Test(arguments: [512, 1_000, 1_000_000])
  func theLongestPeriodIsTwoMilliseconds(timers: Int) {
    let instant = HostInstant(nanoseconds: 2_000_001)
    #expect(SharedWakeups.instant(for: instant, timers: timers)?.nanoseconds == 4_000_000)
  }

  @Test func anInstantAtAWakeUpIsNotRounded() {
    let instant = HostInstant(nanoseconds: 6_000_000)
    #expect(SharedWakeups.instant(for: instant, timers: 1_000) == instant)
    let end = HostInstant(nanoseconds: .max)
    #expect(SharedWakeups.instant(for: end, timers: 1_000) == end)
  }
}
