import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadAttaching

/// How an estimator follows simulated players of each kind. All runs are the same each time.
@Suite struct PositionEstimatorHabitTests {
  @Test(arguments: PlayerKind.all) func aPlayerIsFollowedWithinTheStatedUncertainty(
    _ kind: PlayerKind
  ) {
    var run = EstimatorRun(kind.model, kind.habits)
    run.play(seconds: 10)
    #expect(run.covered == run.checks)
    run.resetCounts()
    run.play(seconds: 60)
    #expect(Double(run.covered) >= 0.999 * Double(run.checks))
    #expect(run.meanUncertainty < kind.uncertainty)
    #expect(Double(run.readings) / 60 <= 5)
    #expect(run.backward == 0)
    #expect(run.jumps == 0)
  }

  /// As mpv's values wandered in runs that were measured, in nanoseconds a second.
  @Test(arguments: [
    Int64(500_000), 1_200_000, 2_800_000, 5_000_000, -7_000_000, 11_000_000, 43_000_000,
  ])
  func theUncertaintyContainsValuesThatWanderAtFirst(_ wander: Int64) {
    var (checks, covered) = (0, 0)
    for seed in 1...UInt64(10) {
      let kind = PlayerKind.mpvUnsettled(by: wander)
      var run = EstimatorRun(kind.model, kind.habits, seed: seed)
      run.play(seconds: 30)
      checks += run.checks
      covered += run.covered
      run.play(seconds: 10)
      run.resetCounts()
      run.play(seconds: 20)
      #expect(run.covered == run.checks)
      #expect(run.meanUncertainty < kind.uncertainty)
    }
    #expect(Double(covered) >= 0.99 * Double(checks), "\(covered) of \(checks)")
  }

  @Test(arguments: [PlayerKind.mpvVideo, .mpvSound, .mpd, .wholeSeconds])
  func aPlayerWhoseClockIsKnownIsReadSeldom(_ kind: PlayerKind) {
    var run = EstimatorRun(kind.model, kind.habits)
    run.play(seconds: 120)
    run.resetCounts()
    run.play(seconds: 60)
    #expect(Double(run.readings) / 60 <= 2)
    #expect(run.meanUncertainty < 5)
    #expect(run.covered == run.checks)
  }

  @Test func theStepsOfVLCIn10SecondsNarrowItToAMillisecond() {
    var player = SimulatedPlayer(
      .init(period: 239_000_000...309_000_000), position: 5_000_000_000, seed: 3)
    var estimator = PositionEstimator(PositionHabits(hold: .milliseconds(350), drift: 0))
    estimator.setRate(
      .normal, since: HostInstant(nanoseconds: 0), received: HostInstant(nanoseconds: 0))
    for index in 0..<Int64(500) {
      // Every 20 ms, with a round trip of 0.6 ms.
      let (sent, received) = (index * 20_000_000, index * 20_000_000 + 600_000)
      _ = estimator.add(
        PositionReading(
          sent: HostInstant(nanoseconds: sent), received: HostInstant(nanoseconds: received),
          value: player.value(at: sent + 300_000)))
    }
    let end = HostInstant(nanoseconds: 10_000_000_000)
    let estimate = estimator.estimate(at: end)
    #expect(estimate?.uncertainty ?? .seconds(1) < .milliseconds(1.2))
    let error =
      (estimate?.timeline.mediaAnchor.nanoseconds(rounding: .down) ?? 0)
      - player.position(at: end.nanoseconds)
    #expect(abs(error) < 1_000_000)
  }

  @Test func aLongBaselineShowsTheDriftOfTheClock() {
    var run = EstimatorRun(PlayerKind.mpd.model, PlayerKind.mpd.habits)
    run.play(seconds: 1_200)
    let range = run.estimator.drift.range
    #expect(range.low <= 100_000 && range.high >= 100_000)
    #expect(range.high - range.low < 8_000, "it is known to 4 millionths")
    #expect(range.high - range.low >= 4_000, "and never to less than 2")
    #expect(run.covered == run.checks)
  }

  @Test func valuesThatRunAheadAndAreCorrectedAreTwoDiscontinuities() {
    var run = EstimatorRun(PlayerKind.mpvSound.model, PlayerKind.mpvSound.habits)
    run.play(seconds: 20)
    run.resetCounts()
    run.change(
      speed: 1_000_000, position: run.player.position(at: run.now) + 80_000_000, isReported: false)
    run.play(seconds: 5)
    #expect(run.jumps >= 1)
    run.resetCounts()
    run.change(
      speed: 1_000_000, position: run.player.position(at: run.now) - 80_000_000, isReported: false)
    run.play(seconds: 1.2)
    #expect(run.jumps >= 1)
    run.resetCounts()
    run.play(seconds: 20)
    #expect(run.covered == run.checks)
  }

  @Test func aSmallDeviationIsFollowedWithoutAJump() {
    var run = EstimatorRun(PlayerKind.mpd.model, PlayerKind.mpd.habits)
    run.play(seconds: 20)
    for offset: Int64 in [3_000_000, -3_000_000] {
      run.change(
        speed: 1_000_000, position: run.player.position(at: run.now) + offset, isReported: false)
      run.play(seconds: 10)
      #expect(run.jumps == 0)
      #expect(run.backward == 0)
      run.resetCounts()
      run.play(seconds: 10)
      #expect(run.covered == run.checks)
    }
  }

  @Test func aClockThatDriftsMoreThanDeclaredIsLearned() {
    var model = PlayerKind.mpd.model
    model.drift = 900
    var run = EstimatorRun(model, PlayerKind.mpd.habits)
    run.play(seconds: 40)
    run.resetCounts()
    run.play(seconds: 300)
    #expect(run.covered == run.checks)
    #expect(run.jumps == 0)
    #expect(run.estimator.drift.range.high >= 900_000)
  }

  @Test func aSmallJumpIsFoundWithinTenSeconds() {
    for seed in 1...UInt64(5) {
      var run = EstimatorRun(PlayerKind.mpvVideo.model, PlayerKind.mpvVideo.habits, seed: seed)
      run.play(seconds: 300)
      let position = run.player.position(at: run.now)
      run.change(speed: 1_000_000, position: position + 8_000_000, isReported: false)
      run.play(seconds: 14)
      run.resetCounts()
      run.play(seconds: 20)
      #expect(run.covered == run.checks)
    }
  }

  @Test(arguments: PlayerKind.all) func aPausedPlayerIsNotReadAgain(_ kind: PlayerKind) {
    var run = EstimatorRun(kind.model, kind.habits)
    run.play(seconds: 20)
    run.change(speed: 0)
    run.play(seconds: 1)
    run.resetCounts()
    run.play(seconds: 600)
    #expect(run.readings == 0)
    #expect(run.covered == run.checks)
    run.change(speed: 1_000_000)
    run.play(seconds: 20)
    #expect(Double(run.covered) >= 0.999 * Double(run.checks))
  }

  @Test func pushedReadingsReplaceRequests() {
    var estimator = PositionEstimator(PlayerKind.mpd.habits)
    estimator.setRate(
      .normal, since: HostInstant(nanoseconds: 0), received: HostInstant(nanoseconds: 0))
    for index in 1...Int64(100) {
      let instant = HostInstant(nanoseconds: index * 200_000_000)
      _ = estimator.add(
        PositionReading(sent: instant, received: instant, value: .milliseconds(200 * index)))
    }
    let now = HostInstant(nanoseconds: 20_000_000_001)
    let next = estimator.nextReading(after: now, bound: .milliseconds(5))
    #expect(next.map { now.duration(to: $0) } ?? .zero > .milliseconds(700))
    // They do not count either: all readings after a rest are still permitted.
    let many = estimator.budget.available(ReadingBudget.most, from: now)
    #expect(many == now)
  }

  @Test(arguments: [PlayerKind.vlc, .mpvSound, .mpd, .wholeSeconds])
  func aPlayerThatStopsWithoutReportingItStandsStill(_ kind: PlayerKind) {
    var run = EstimatorRun(kind.model, kind.habits)
    run.play(seconds: 20)
    run.change(speed: 0, isReported: false)
    run.play(seconds: 4)
    run.resetCounts()
    run.play(seconds: 20)
    #expect(run.jumps == 0)
    #expect(run.covered == run.checks)
    run.change(speed: 1_000_000, isReported: false)
    run.play(seconds: 4)
    run.resetCounts()
    run.play(seconds: 20)
    #expect(run.jumps == 0)
    #expect(run.covered == run.checks)
  }
}
