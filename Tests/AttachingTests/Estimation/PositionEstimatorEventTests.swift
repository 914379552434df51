import PlayheadTimekeeping
import Testing

@testable import PlayheadAttaching

/// What events and single readings do, with exact figures.
@Suite struct PositionEstimatorEventTests {
  /// A player without noise and drift, so that the bounds can be computed by hand.
  private func estimator(
    hold: Duration = .zero, resolution: Duration = .zero, noise: Duration = .zero,
    rate: Rate? = .normal
  ) -> PositionEstimator {
    var estimator = PositionEstimator(
      PositionHabits(resolution: resolution, hold: hold, noise: noise, drift: 0))
    if let rate { estimator.setRate(rate, since: at(0), received: at(0)) }
    return estimator
  }

  private func at(_ milliseconds: Double) -> HostInstant {
    HostInstant(nanoseconds: Int64(milliseconds * 1e6))
  }

  private func reading(_ sent: Double, _ received: Double, _ value: Double) -> PositionReading {
    PositionReading(
      sent: at(sent), received: at(received), value: .nanoseconds(Int64(value * 1e6)))
  }

  /// The published position and its uncertainty in milliseconds.
  private func state(
    _ estimator: PositionEstimator, at instant: Double
  ) -> (position: Double, uncertainty: Double)? {
    estimator.estimate(at: at(instant)).map {
      ($0.timeline.position(at: at(instant)).seconds * 1e3, $0.uncertainty / .milliseconds(1))
    }
  }

  private func expect(
    _ estimator: PositionEstimator, at instant: Double, position: Double, uncertainty: Double,
    _ location: SourceLocation = #_sourceLocation
  ) {
    guard let state = state(estimator, at: instant) else {
      Issue.record("The position is unknown", sourceLocation: location)
      return
    }
    #expect(abs(state.position - position) < 0.002, "\(state)", sourceLocation: location)
    #expect(abs(state.uncertainty - uncertainty) < 0.002, "\(state)", sourceLocation: location)
  }

  @Test func nothingIsKnownBeforeTheFirstReading() {
    var estimator = estimator()
    #expect(estimator.estimate(at: at(5)) == nil)
    #expect(
      estimator.add(reading(10, 12, 1_000))
        == .restarted(from: nil, to: .nanoseconds(1_001_000_500)))
    expect(estimator, at: 12, position: 1_001, uncertainty: 1)
    expect(estimator, at: 1_012, position: 2_001, uncertainty: 1)
  }

  @Test func aHeldValueMayBeAsOldAsTheHold() {
    var estimator = estimator(hold: .milliseconds(40))
    _ = estimator.add(reading(100, 102, 1_000))
    expect(estimator, at: 102, position: 1_021, uncertainty: 21)
  }

  @Test func aStepBoundsThePositionByTheTimeSinceTheReadingBefore() {
    var estimator = estimator(hold: .milliseconds(300))
    _ = estimator.add(reading(100, 101, 1_000))
    let outcome = estimator.add(reading(103, 104, 1_300))
    // The new value is at most 4 ms old. The position is between 1,300 and 1,304 ms.
    #expect(outcome == .consistent || outcome.jumps)
    expect(estimator, at: 104, position: 1_302, uncertainty: 2)
  }

  @Test func aLateReplyBoundsThePositionFromBelowOnly() {
    var estimator = estimator()
    _ = estimator.add(reading(100, 102, 1_000))
    #expect(estimator.add(reading(200, 900, 1_799)) == .consistent)
    // The reading allows 1,799 to 2,499 ms, and the first one 1,798 to 1,800 ms.
    #expect(state(estimator, at: 900)?.uncertainty ?? 9 < 1.1)
  }

  @Test func readingsOfATimeBeforeTheLastEventAreIgnored() {
    var estimator = estimator()
    _ = estimator.add(reading(100, 102, 1_000))
    estimator.restart(at: .seconds(9), since: at(200), received: at(201))
    #expect(estimator.add(reading(199, 203, 1_099)) == .ignored)
    #expect(estimator.add(reading(205, 203, 9_000)) == .ignored)
    expect(estimator, at: 201, position: 9_000.5, uncertainty: 0.5)
  }

  @Test func aValueHeldOverASeekIsIgnored() {
    var estimator = estimator(hold: .milliseconds(300))
    _ = estimator.add(reading(100, 101, 1_000))
    estimator.restart(at: nil, since: at(150), received: at(151))
    #expect(estimator.estimate(at: at(151)) == nil)
    #expect(estimator.add(reading(160, 161, 1_000)) == .ignored)
    // This value was computed after the request of the reading before, and so after the seek.
    #expect(estimator.add(reading(170, 171, 60_000)).jumps)
    expect(estimator, at: 171, position: 60_005.5, uncertainty: 5.5)
  }

  @Test func aValueIsUsedAfterASeekAsSoonAsItCannotBeOlder() {
    var estimator = estimator(hold: .milliseconds(300))
    estimator.restart(at: nil, since: at(150), received: at(151))
    #expect(estimator.add(reading(200, 201, 60_000)) == .ignored)
    #expect(estimator.add(reading(452, 453, 60_000)).jumps)
  }

  @Test func aSeekThatIsNotReportedRestarts() {
    var estimator = estimator()
    _ = estimator.add(reading(100, 100.2, 1_000))
    let outcome = estimator.add(reading(1_100, 1_100.2, 50_000))
    #expect(
      outcome
        == .restarted(from: .nanoseconds(2_000_100_500), to: .nanoseconds(50_000_100_500)))
    expect(estimator, at: 1_100.2, position: 50_000.1, uncertainty: 0.1)
  }

  @Test func aContradictionWithinTheNoiseWidensTheBounds() {
    var estimator = estimator(noise: .milliseconds(1))
    _ = estimator.add(reading(100, 100.2, 1_000))
    #expect(estimator.add(reading(300, 300.2, 1_201.9)) == .consistent, "both may be wrong by 1 ms")
    let before = state(estimator, at: 400)
    #expect(estimator.add(reading(400, 400.2, 1_303)) == .widened)
    let after = state(estimator, at: 400.2)
    #expect(after?.uncertainty ?? 0 > before?.uncertainty ?? 9)
    #expect(estimator.add(reading(500, 500.2, 1_420)) != .widened, "this is a jump")
  }

  @Test func aLastingContradictionWithinTheNoiseIsFollowed() throws {
    var estimator = estimator(noise: .milliseconds(1))
    _ = estimator.add(reading(100, 100, 1_000))
    for index in 1...40 {
      let instant = Double(100 + index * 100)
      #expect(estimator.add(reading(instant, instant, instant + 901.5)) == .consistent)
    }
    let position = try #require(state(estimator, at: 4_100)).position
    #expect(abs(position - 5_001.5) < 0.1)
  }

  @Test func whichRateAppliedBeforeAPauseIsNotKnown() {
    var estimator = estimator()
    _ = estimator.add(reading(100, 100, 1_000))
    estimator.setRate(.paused, since: at(196), received: at(200))
    // Between 196 and 200 ms the player played for 0 to 4 ms.
    expect(estimator, at: 200, position: 1_098, uncertainty: 2)
    expect(estimator, at: 9_000, position: 1_098, uncertainty: 2)
    let outcome = estimator.add(reading(210, 211, 1_097.4))
    #expect(outcome.jumps, "a paused player cannot approach its position")
    expect(estimator, at: 211, position: 1_097.4, uncertainty: 0)
  }

  @Test func aPausedPositionIsNotBeforeTheLastValue() {
    var estimator = estimator()
    _ = estimator.add(reading(100, 100, 1_000))
    _ = estimator.add(reading(900, 900, 1_800))
    // The player may have paused long before the event was received, but it was at 1,800 ms already.
    estimator.setRate(.paused, since: at(100), received: at(1_000))
    expect(estimator, at: 1_000, position: 1_850, uncertainty: 50)
  }

  @Test func playbackAfterAPauseBeginsWithinTheEventsTime() {
    var estimator = estimator(rate: .paused)
    _ = estimator.add(reading(100, 101, 5_000))
    expect(estimator, at: 200, position: 5_000, uncertainty: 0)
    estimator.setRate(.normal, since: at(200), received: at(206))
    expect(estimator, at: 206, position: 5_003, uncertainty: 3)
    expect(estimator, at: 306, position: 5_103, uncertainty: 3)
  }

  @Test func aRateIsNotKnownExactlyWhileItChanges() {
    var estimator = estimator()
    _ = estimator.add(reading(100, 100, 1_000))
    estimator.setRate(2, since: at(190), received: at(200))
    expect(estimator, at: 200, position: 1_105, uncertainty: 5)
    expect(estimator, at: 300, position: 1_305, uncertainty: 5)
  }

  @Test func theTimeBetweenUpdatesIsLearnedForEachRate() {
    var estimator = estimator(hold: .milliseconds(50))
    _ = estimator.add(reading(100, 100, 1_000))
    _ = estimator.add(reading(101, 101, 1_040))
    #expect(estimator.period != UpdatePeriod())
    estimator.setRate(2, since: at(190), received: at(200))
    #expect(estimator.period == UpdatePeriod())
  }

  @Test func anEventThatChangesNothingHasNoEffect() {
    var estimator = estimator()
    _ = estimator.add(reading(100, 100, 1_000))
    estimator.willRead(at: at(400))
    _ = estimator.add(reading(400, 400, 1_300))
    estimator.setRate(.normal, since: at(100), received: at(500))
    expect(estimator, at: 500, position: 1_400, uncertainty: 0)
    let next = estimator.nextReading(after: at(500), bound: .milliseconds(5))
    #expect(next ?? at(0) > at(1_000), "only an event asks for a reading at once")
  }

  @Test func aPausedPlayerIsReadOnce() {
    var estimator = estimator()
    _ = estimator.add(reading(100, 100, 1_000))
    estimator.setRate(.paused, since: at(200), received: at(201))
    let next = estimator.nextReading(after: at(201), bound: .milliseconds(5))
    #expect(next == at(201))
    estimator.willRead(at: at(201))
    #expect(estimator.add(reading(201, 202, 1_100)) != .ignored)
    #expect(estimator.nextReading(after: at(202), bound: .milliseconds(5)) == nil)
  }

  @Test func theUncertaintyGrowsWithTheDrift() {
    var estimator = PositionEstimator(PositionHabits(drift: 200))
    estimator.setRate(.normal, since: at(0), received: at(0))
    _ = estimator.add(reading(100, 100, 1_000))
    // Two and a half times the declared 200 ppm, until readings show less.
    expect(estimator, at: 10_100, position: 11_000, uncertainty: 5)
  }

  @Test func aCorrectionChangesTheSpeedByHalfAPercentAtMost() throws {
    var estimator = estimator(hold: .milliseconds(4))
    _ = estimator.add(reading(100, 100, 1_000))
    expect(estimator, at: 100, position: 1_002, uncertainty: 2)
    // The position is 1,000 to 1,001 ms after all: the published one approaches its middle, 1,000.5 ms.
    #expect(estimator.add(reading(197, 197, 1_096.5)) == .consistent)
    _ = estimator.add(reading(197.999, 198, 1_098))
    let estimate = try #require(estimator.estimate(at: at(198)))
    #expect(estimate.timeline.rate == Rate(995, 1_000))
    let end = try #require(estimate.end)
    let settled = try #require(estimator.estimate(at: end))
    #expect(settled.timeline.rate == .normal)
    #expect(settled.end == nil)
    #expect(settled.timeline.mediaAnchor == estimate.timeline.position(at: end))
    #expect(settled.uncertainty < estimate.uncertainty)
  }

  @Test func positionsAreNotNegative() {
    var estimator = estimator(noise: .milliseconds(5))
    _ = estimator.add(reading(100, 101, -20))
    expect(estimator, at: 101, position: 0, uncertainty: 0)
  }

  @Test func aSmallShiftIsFollowedSlowly() {
    var estimator = estimator()
    _ = estimator.add(reading(1_000, 1_000, 5_000))
    #expect(estimator.shift(by: -2_000_000, at: at(1_100)) == .consistent)
    expect(estimator, at: 1_100, position: 5_100, uncertainty: 2)
    expect(estimator, at: 1_500, position: 5_498, uncertainty: 0)
    // The next value is shifted, too.
    #expect(estimator.add(reading(1_600, 1_600, 5_598)) == .consistent)
  }

  @Test func aGreatShiftIsAJump() {
    var estimator = estimator()
    _ = estimator.add(reading(1_000, 1_000, 5_000))
    let outcome = estimator.shift(by: -300_000_000, at: at(1_100))
    guard case .corrected = outcome else {
      Issue.record("\(outcome)")
      return
    }
    expect(estimator, at: 1_100, position: 4_800, uncertainty: 0)
    #expect(estimator.shift(by: .min, at: at(1_200)) != .consistent)
    expect(estimator, at: 1_200, position: 0, uncertainty: 0)
  }

  @Test func beforeTheFirstReadingAShiftChangesNothing() {
    var estimator = estimator()
    #expect(estimator.shift(by: 1_000_000, at: at(1)) == .ignored)
    #expect(estimator.estimate(at: at(1)) == nil)
  }
}

extension ReadingOutcome {
  /// Whether the published position jumps.
  fileprivate var jumps: Bool {
    switch self {
    case .corrected, .restarted: true
    case .consistent, .widened, .ignored: false
    }
  }
}
