import Testing
import PlayheadTimekeeping

@testable import PlayheadRemoteControl

/// The position that clients calculate.
@Suite struct ClientClockTests {
  @Test func aDifferenceOfMoreThanTheToleranceIsWrong() {
    var clock = ClientClock(at: HostInstant(nanoseconds: 0))
    clock.setMoving(true, at: HostInstant(nanoseconds: 0))
    let now = HostInstant(nanoseconds: 1_000_000_000)
    #expect(!clock.isWrong(about: .milliseconds(1_005), at: now))
    #expect(clock.isWrong(about: .milliseconds(1_006), at: now))
    #expect(clock.isWrong(about: .milliseconds(994), at: now))
  }

  /// The difference of such a position and another is no time.
  @Test func anyPositionIsCompared() {
    let clock = ClientClock(at: HostInstant(nanoseconds: 0))
    let far = MediaTime(ticks: 1 << 62, timebase: Timebase(1, 25))
    #expect(clock.isWrong(about: far, at: HostInstant(nanoseconds: 0)))
  }
}
