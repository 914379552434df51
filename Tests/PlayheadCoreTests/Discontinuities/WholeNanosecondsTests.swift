import PlayheadTimekeeping
import Testing

@testable import PlayheadCore

@Suite struct WholeNanosecondsTests {
  @Test func timesAreRoundedDown() {
    let counts: [Int64] = [0, 1, -1, 7, -7, 90_001, -90_001, 1 << 33, -1 << 33, .max, .min]
    let timebases = [Timebase(1, 90_000), .milliseconds, .nanoseconds, Timebase(1_001, 30_000)]
    for timebase in timebases + [Timebase(.max, 2), Timebase(1, .max)] {
      for ticks in counts {
        let time = MediaTime(ticks: ticks, timebase: timebase)
        #expect(time.wholeNanoseconds == time.nanoseconds(rounding: .down))
      }
    }
  }
}
