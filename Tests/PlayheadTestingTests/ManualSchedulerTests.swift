import PlayheadTesting
import PortableCombine
import Testing
import PlayheadTimekeeping

@Suite struct ManualSchedulerTests {
  private let scheduler = ManualScheduler()

  @Test func runsNothingBeforeTimePasses() {
    var runs = 0
    scheduler.schedule { runs += 1 }
    #expect(runs == 0)
    scheduler.clock.advance(by: .zero)
    #expect(runs == 1)
    scheduler.clock.advance(by: .seconds(1))
    #expect(runs == 1)
  }

  @Test func runsActionsInOrderOfTheirInstants() {
    var order: [String] = []
    scheduler.schedule(after: scheduler.now.advanced(by: 0.2)) { order.append("later") }
    scheduler.schedule(after: scheduler.now.advanced(by: 0.1)) { order.append("first") }
    scheduler.schedule(after: scheduler.now.advanced(by: 0.1)) { order.append("second") }
    scheduler.clock.advance(by: .milliseconds(99))
    #expect(order.isEmpty)
    scheduler.clock.advance(by: .milliseconds(1))
    #expect(order == ["first", "second"])
    scheduler.clock.advance(by: .seconds(1))
    #expect(order == ["first", "second", "later"])
  }

  @Test func repeatsUntilCancelled() {
    var instants: [Int64] = []
    let start = scheduler.now.advanced(by: .nanoseconds(5))
    let timer = scheduler.schedule(after: start, interval: .nanoseconds(10)) {
      instants.append(scheduler.clock.now.nanoseconds)
    }
    scheduler.clock.advance(by: .nanoseconds(25))
    #expect(instants == [5, 15, 25])
    timer.cancel()
    scheduler.clock.advance(by: .seconds(1))
    #expect(instants == [5, 15, 25])
  }

  @Test func aRepetitionWithoutIntervalRunsOnce() {
    var runs = 0
    let timer = scheduler.schedule(after: scheduler.now, interval: 0) { runs += 1 }
    scheduler.clock.advance(by: .seconds(1))
    #expect(runs == 1)
    timer.cancel()
  }

  @Test func releasesActionsThatHaveRunOrWereCancelled() {
    weak var ran: Canary?
    weak var cancelled: Canary?
    var timer: (any Cancellable)?
    do {
      let (first, second) = (Canary(), Canary())
      (ran, cancelled) = (first, second)
      scheduler.schedule { first.touch() }
      timer = scheduler.schedule(after: scheduler.now, interval: 1) { second.touch() }
    }
    scheduler.clock.advance(by: .zero)
    #expect(ran == nil)
    #expect(cancelled != nil)
    timer?.cancel()
    #expect(cancelled == nil)
  }
}
