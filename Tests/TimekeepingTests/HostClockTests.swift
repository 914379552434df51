import Dispatch
import Testing
import PlayheadTimekeeping

/// What holds for every host clock.
@Suite struct HostClockTests {
  private static let clocks: [any HostClock] = [ManualHostClock(), SystemHostClock()]

  @Test(arguments: clocks)
  func aCancelledTimerNeverFiresAndReleasesItsHandler(clock: any HostClock) {
    final class Token: Sendable {}
    weak var released: Token?
    let timer: any HostTimer
    do {
      let token = Token()
      released = token
      timer = clock.makeTimer(on: .global()) { withExtendedLifetime(token) {} }
    }
    timer.arm(at: HostInstant(nanoseconds: .max))
    #expect(released != nil)
    timer.cancel()
    #expect(released == nil)
    timer.fire()
    if let clock = clock as? ManualHostClock { #expect(!clock.advanceToNext()) }
  }
}
