import Dispatch
import PlayheadLocking
import Testing
import PlayheadTimekeeping

@Suite struct ManualHostClockTests {
  private final class Journal: Sendable {
    private let lines = Locked<[String]>([])
    func note(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  @Test func nothingRunsBeforeTimePasses() {
    let clock = ManualHostClock()
    let journal = Journal()
    let routine = clock.makeRoutine(on: .worker("test")) {
      journal.note("\(clock.now.nanoseconds)")
      return .wait(until: nil)
    }
    routine.wake()
    routine.wake()
    #expect(journal.all.isEmpty)
    clock.advance(by: .zero)
    #expect(journal.all == ["0"])
    clock.advance(by: .seconds(1))
    #expect(journal.all == ["0"])
  }

  @Test func routinesRunInOrderAtTheirInstants() {
    let clock = ManualHostClock()
    let journal = Journal()
    let routines = [("a", Int64(20)), ("b", 30)].map { name, period in
      clock.makeRoutine(on: .thread(name)) {
        journal.note("\(name)\(clock.now.nanoseconds)")
        return .wait(until: clock.now.advanced(byNanoseconds: period))
      }
    }
    defer { for routine in routines { routine.stop() } }
    for routine in routines { routine.wake() }
    clock.advance(by: .nanoseconds(60))
    #expect(journal.all == ["a0", "b0", "a20", "b30", "a40", "b60", "a60"])
    #expect(clock.now == HostInstant(nanoseconds: 60))
  }

  @Test func aStoppedRoutineNeverRunsAndIsReleased() {
    let clock = ManualHostClock()
    let journal = Journal()
    final class Token: Sendable {}
    weak var token: Token?
    let routine: any HostRoutine
    do {
      let held = Token()
      token = held
      routine = clock.makeRoutine(on: .worker("test")) {
        journal.note("\(held)")
        return .again
      }
    }
    routine.wake()
    #expect(token != nil)
    routine.stop()
    #expect(token == nil)
    clock.advance(by: .seconds(1))
    routine.wake()
    #expect(!clock.advanceToNext())
    #expect(journal.all.isEmpty)
  }

  @Test func advancingToTheNextInstantRunsOnlyThatStep() {
    let clock = ManualHostClock()
    let journal = Journal()
    let routine = clock.makeRoutine(on: .worker("test")) {
      journal.note("\(clock.now.nanoseconds)")
      let now = clock.now.nanoseconds
      return .wait(until: now < 20 ? HostInstant(nanoseconds: now + 10) : nil)
    }
    routine.wake()
    for expected in [["0"], ["0", "10"], ["0", "10", "20"]] {
      #expect(clock.advanceToNext())
      #expect(journal.all == expected)
    }
    #expect(!clock.advanceToNext())
  }

  @Test func aStepThatRunsAgainReturnsToTheCallerInBetween() {
    let clock = ManualHostClock()
    let journal = Journal()
    let routine = clock.makeRoutine(on: .worker("test")) {
      journal.note("step")
      return .again
    }
    #expect(!clock.runNextStep())
    routine.wake()
    for count in 1...3 {
      #expect(clock.runNextStep())
      #expect(journal.all.count == count)
    }
    routine.stop()
    #expect(!clock.runNextStep())
  }

  @Test func wakingRunsARoutineBeforeItsInstant() {
    let clock = ManualHostClock()
    let journal = Journal()
    let routine = clock.makeRoutine(on: .worker("test")) {
      journal.note("\(clock.now.nanoseconds)")
      return .wait(until: HostInstant(nanoseconds: 50))
    }
    routine.wake()
    clock.advance(by: .nanoseconds(10))
    routine.wake()
    clock.advance(by: .nanoseconds(30))
    #expect(journal.all == ["0", "10"])
    routine.stop()
  }

  @Test func aClockIsReleasedWhileARoutineIsDue() {
    final class Token: Sendable {}
    weak var token: Token?
    weak var released: ManualHostClock?
    let routine: any HostRoutine
    do {
      let clock = ManualHostClock()
      let held = Token()
      (released, token) = (clock, held)
      routine = clock.makeRoutine(on: .worker("test")) {
        withExtendedLifetime(held) { .again }
      }
      routine.wake()
    }
    #expect(released == nil)
    #expect(token != nil)
    routine.wake()
    routine.stop()
    #expect(token == nil)
  }

  @Test func aTimerFiresOnceForEachArming() {
    let clock = ManualHostClock()
    let journal = Journal()
    let timer = clock.makeTimer(on: .main) { journal.note("\(clock.now.nanoseconds)") }
    timer.arm(at: HostInstant(nanoseconds: 20))
    timer.arm(at: HostInstant(nanoseconds: 30))
    clock.advance(by: .nanoseconds(100))
    #expect(journal.all == ["30"])
    #expect(!clock.advanceToNext())
    timer.arm(at: HostInstant(nanoseconds: 50))
    clock.advance(by: .zero)
    #expect(journal.all == ["30", "100"], "an instant that has passed is due now")
  }

  @Test func firingATimerDoesNotChangeItsInstant() {
    let clock = ManualHostClock()
    let journal = Journal()
    let timer = clock.makeTimer(on: .main) { journal.note("\(clock.now.nanoseconds)") }
    timer.arm(at: HostInstant(nanoseconds: 20))
    timer.fire()
    timer.fire()
    clock.advance(by: .nanoseconds(10))
    #expect(journal.all == ["0"])
    timer.fire()
    timer.disarm()
    clock.advance(by: .nanoseconds(90))
    #expect(journal.all == ["0", "10"])
    #expect(!clock.advanceToNext())
  }
}
