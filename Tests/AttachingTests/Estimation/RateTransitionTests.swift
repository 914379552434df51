import PlayheadTimekeeping
import Testing

@testable import PlayheadAttaching

/// The estimate if the player may play on for a second at the rate before.
@Suite struct RateTransitionTests {
  private var estimator: PositionEstimator

  init() {
    var habits = PositionHabits(noise: .milliseconds(1), drift: 0)
    habits.rateLag = .seconds(1)
    estimator = PositionEstimator(habits)
    estimator.setRate(.normal, since: Self.at(0), received: Self.at(0))
    _ = estimator.add(Self.reading(0, 10_000))
  }

  private static func at(_ milliseconds: Double) -> HostInstant {
    HostInstant(nanoseconds: Int64(milliseconds * 1e6))
  }

  private static func reading(_ instant: Double, _ value: Double) -> PositionReading {
    PositionReading(
      sent: at(instant), received: at(instant), value: .nanoseconds(Int64(value * 1e6)))
  }

  private func expect(
    at instant: Double, position: Double, uncertainty: Double,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let estimate = try #require(estimator.estimate(at: Self.at(instant)))
    let found = (
      estimate.timeline.position(at: Self.at(instant)).seconds * 1e3,
      estimate.uncertainty / .milliseconds(1)
    )
    #expect(abs(found.0 - position) < 0.01, "\(found)", sourceLocation: location)
    #expect(abs(found.1 - uncertainty) < 0.01, "\(found)", sourceLocation: location)
  }

  private mutating func setRate(_ rate: Rate, at instant: Double) {
    estimator.setRate(rate, since: Self.at(instant), received: Self.at(instant))
  }

  @Test(arguments: [(Rate(4, 1), 3.0), (Rate(1, 4), 0.75)])
  mutating func eitherRateIsPossible(_ rate: Rate, _ difference: Double) throws {
    setRate(rate, at: 1_000)
    try expect(at: 1_000, position: 11_000, uncertainty: 1)
    try expect(
      at: 1_500, position: 11_000 + 500 * rate.doubleValue, uncertainty: 1 + 500 * difference)
    // Only until the sound of the rate before is played.
    for time in [2_000.0, 9_000] {
      try expect(
        at: time, position: 11_000 + (time - 1_000) * rate.doubleValue,
        uncertainty: 1 + 1_000 * difference)
    }
    #expect(estimator.estimate(at: Self.at(1_500))?.end == Self.at(2_000))
    #expect(
      estimator.nextReading(after: Self.at(1_500), bound: .milliseconds(5)) == Self.at(2_000))
  }

  @Test mutating func aValueAfterItShowsWhichRateApplied() throws {
    setRate(Rate(4, 1), at: 1_000)
    #expect(estimator.add(Self.reading(2_100, 15_400)) == .consistent)
    try expect(at: 2_100, position: 15_400, uncertainty: 1)
    var other = self
    other.setRate(Rate(1, 1), at: 3_000)
    let corrected = other.estimator.add(Self.reading(4_100, 20_500))
    #expect(
      corrected
        == .corrected(from: .nanoseconds(20_100_000_500), to: .nanoseconds(20_500_000_500)))
  }

  @Test mutating func aPauseKeepsTheSoundOfTheRateBefore() throws {
    setRate(Rate(2, 1), at: 1_000)
    setRate(.paused, at: 1_100)
    try expect(at: 1_100, position: 11_200, uncertainty: 101)
    try expect(at: 60_000, position: 11_200, uncertainty: 101)
    setRate(Rate(2, 1), at: 60_000)
    try expect(at: 60_500, position: 12_200, uncertainty: 601)
    try expect(at: 62_000, position: 15_200, uncertainty: 1_101)
  }

  @Test mutating func aRateThatIsChosenDuringAPauseIsNotHeardAtOnce() throws {
    setRate(.paused, at: 1_000)
    setRate(Rate(2, 1), at: 5_000)
    try expect(at: 5_500, position: 12_000, uncertainty: 501)
    setRate(.paused, at: 7_000)
    setRate(Rate(2, 1), at: 9_000)
    // A paused output may play on for 250 ms, twice.
    try expect(at: 9_000, position: 14_625, uncertainty: 1_126)
    #expect(estimator.estimate(at: Self.at(9_500))?.uncertainty == .microseconds(1_126_000.5))
  }

  @Test mutating func aMoveDropsTheSoundOfTheRateBefore() throws {
    setRate(Rate(4, 1), at: 1_000)
    estimator.restart(at: .seconds(50), since: Self.at(1_100), received: Self.at(1_100))
    try expect(at: 1_600, position: 52_000, uncertainty: 1)
  }

  @Test mutating func thePositionRemainsIfOnlyTheHabitsChange() throws {
    var habits = PositionHabits(hold: .milliseconds(80), noise: .milliseconds(1), drift: 0)
    habits.holdsOverMoves = false
    estimator.setHabits(habits)
    try expect(at: 1_000, position: 11_000, uncertainty: 1)
    #expect(estimator.add(Self.reading(1_100, 11_050)) == .consistent)
    try expect(at: 1_100, position: 11_100, uncertainty: 1)
    // Of noisier values, too.
    estimator.setHabits(PositionHabits(noise: .milliseconds(200), drift: 0))
    let outcome = estimator.add(Self.reading(1_200, 11_350))
    #expect(outcome == .consistent)
  }

  @Test mutating func aFrameThatIsShownAfterAMoveIsNotOfTheTimeBeforeIt() throws {
    var habits = PositionHabits(hold: .seconds(2), noise: .milliseconds(1), drift: 0)
    habits.holdsOverMoves = false
    estimator.setHabits(habits)
    setRate(.paused, at: 1_000)
    estimator.restart(at: nil, since: Self.at(1_100), received: Self.at(1_110))
    #expect(
      estimator.add(Self.reading(1_120, 42_000))
        == .restarted(from: nil, to: .nanoseconds(42_000_000_500)))
    try expect(at: 9_000, position: 42_000, uncertainty: 1)
    setRate(.normal, at: 9_000)
    estimator.restart(at: nil, since: Self.at(9_100), received: Self.at(9_110))
    _ = estimator.add(Self.reading(9_120, 50_000))
    try expect(at: 9_120, position: 50_010, uncertainty: 11)
  }
}
