import PortableCombine
import Testing

@Suite struct ImmediateSchedulerTests {
  private let scheduler = ImmediateScheduler.shared

  @Test func runsEverythingInsideTheCall() {
    var runs: [Int] = []
    scheduler.schedule { runs.append(1) }
    scheduler.schedule(after: scheduler.now.advanced(by: 1000)) { runs.append(2) }
    let timer = scheduler.schedule(after: scheduler.now, interval: 1) { runs.append(3) }
    timer.cancel()
    #expect(runs == [1, 2, 3])
  }

  @Test func itsClockStandsStill() {
    #expect(scheduler.now.distance(to: scheduler.now.advanced(by: 5)) == 0)
    #expect(scheduler.minimumTolerance == 0)
  }

  @Test func aLiteralsFractionIsLeftOut() {
    #expect((14.6 as ImmediateScheduler.SchedulerTimeType.Stride).magnitude == 14)
    #expect((-14.6 as ImmediateScheduler.SchedulerTimeType.Stride).magnitude == -14)
  }
}
