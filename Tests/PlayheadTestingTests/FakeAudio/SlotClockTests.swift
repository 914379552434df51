import PlayheadTimekeeping
import Testing

@testable import PlayheadTesting

@Suite struct SlotClockTests {
  /// The length of a slot in nanoseconds.
  private static let length = 1_024.0

  /// Returns an instant, in slots.
  private func at(_ slots: Double) -> HostInstant {
    HostInstant(nanoseconds: Int64(slots * Self.length))
  }

  private func makeClock() -> SlotClock {
    SlotClock(start: at(100), slotsPerNanosecond: 1 / Self.length)
  }

  @Test func aStoppedDeviceStaysAndContinuesFromThere() {
    var clock = makeClock()
    #expect(clock.slot(at: at(90)) == 0 && clock.slot(at: at(100)) == 0)
    #expect(clock.slot(at: at(105.5)) == 5.5 && clock.instant(of: 8) == at(108))
    clock.stop(at: at(110))
    #expect(clock.slot(at: at(500)) == 10 && clock.instant(of: 11) == nil)
    clock.resume(at: at(200))
    #expect(clock.slot(at: at(205)) == 15 && clock.instant(of: 15) == at(205))
    // The past stays as it was, and a slot that was played is not played again.
    #expect(clock.slot(at: at(150)) == 10 && clock.slot(at: at(105)) == 5)
    #expect(clock.instant(of: 3) == at(200))
  }

  @Test func skippedSoundIsPlayedAtOnce() {
    var clock = makeClock()
    clock.skip(.nanoseconds(20 * 1_024), at: at(110))
    #expect(clock.slot(at: at(109)) == 9 && clock.slot(at: at(110)) == 30)
    #expect(clock.instant(of: 32) == at(112))
    clock.stop(at: at(112))
    clock.skip(.nanoseconds(1_024), at: at(113))
    #expect(clock.slot(at: at(900)) == 33 && clock.instant(of: 34) == nil)
  }
}
