import PlayheadTimekeeping
import Testing

@testable import PlayheadAttaching

/// How often a player is asked, and the facts on which that depends.
@Suite struct PollingTests {
  @Test(arguments: [PlayerKind.vlc, .mpvVideo, .wholeSeconds, .mpd])
  func aBoundThatCannotBeReachedCostsFiveReadingsASecond(_ kind: PlayerKind) {
    var run = EstimatorRun(kind.model, kind.habits, bound: .microseconds(1))
    run.play(seconds: 60)
    #expect(run.readings < 300)
    #expect(run.readings > 180)
    #expect(run.covered == run.checks)
  }

  @Test func aBoundBelowTheNoiseIsNotPursuedOnceTheNoiseIsLearned() {
    let model = SimulatedPlayer.Model(
      period: 239_000_000...309_000_000, noise: 4_000_000, drift: -50)
    var run = EstimatorRun(
      model, PositionHabits(hold: .milliseconds(320), noise: .milliseconds(10)))
    run.play(seconds: 300)
    run.resetCounts()
    run.play(seconds: 120)
    #expect(run.readings < 360)
    #expect(run.meanUncertainty < 12)
    #expect(run.covered == run.checks)
  }

  @Test func readingsAreKeptForEvents() {
    var run = EstimatorRun(PlayerKind.vlc.model, PlayerKind.vlc.habits, bound: .microseconds(1))
    for _ in 0..<20 {
      run.play(seconds: 1.7)
      run.estimator.restart(at: nil, since: run.instant, received: run.instant)
      let next = run.estimator.nextReading(after: run.instant, bound: .microseconds(1))
      let delay = next.map { run.instant.duration(to: $0) }
      #expect(delay ?? .seconds(1) <= .milliseconds(50))
    }
  }

  @Test func playersAreNotReadBeforeTheFirstEvent() {
    let estimator = PositionEstimator(PositionHabits())
    let now = HostInstant(nanoseconds: 5)
    #expect(estimator.nextReading(after: now, bound: .milliseconds(5)) == nil)
  }

  @Test func aPlayerWithoutAPositionIsAskedLessOftenLater() {
    var estimator = PositionEstimator(PositionHabits())
    let start = HostInstant(nanoseconds: 0)
    estimator.setRate(.normal, since: start, received: start)
    var (now, count) = (start, 0)
    while now.nanoseconds < 60_000_000_000 {
      now = estimator.nextReading(after: now, bound: .milliseconds(5)) ?? now
      estimator.willRead(at: now)
      count += 1
    }
    #expect((60...90).contains(count))
  }

  @Test func aPeriodIsLearnedOnlyFromReadingsThatFollowClosely() {
    var period = UpdatePeriod()
    // In 200 ms, a value that changes every 40 ms has changed five times.
    period.learn(step: 200_000_000, span: 201_000_000, longest: 300_000_000)
    #expect(period.next(unit: 1_000, longest: 300_000_000) == 0...300_001_000)
    period.learn(step: 40_000_000, span: 5_000_000, longest: 300_000_000)
    period.learn(step: -40_000_000, span: 5_000_000, longest: 300_000_000)
    #expect(period.next(unit: 1_000, longest: 300_000_000) == 37_500_000...42_501_000)
  }

  @Test func marksOfALongRunAreThinned() {
    var drift = ClockDrift(millionths: 200)
    for second in 0..<Int64(36_000) {
      let position = Int128(second) * 1_000_000_000
      drift.add(
        PositionBounds(
          instant: HostInstant(nanoseconds: second * 1_000_000_000), low: position,
          high: position + 1_000_000), speed: Speed(.normal), noise: 0)
    }
    #expect(drift.marks.count < 16)
    #expect(drift.range.low >= -2_100 && drift.range.high <= 2_100)
  }
}
