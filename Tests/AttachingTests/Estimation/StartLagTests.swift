import PlayheadTimekeeping
import Testing

@testable import PlayheadAttaching

/// The estimate of a player that fills its output before it is heard, as MPD.
@Suite struct StartLagTests {
  /// The sound begins so many milliseconds after the player.
  private static let delay = 88.0

  private var estimator: PositionEstimator

  init() {
    var habits = PositionHabits(
      resolution: .milliseconds(1), hold: .milliseconds(21), noise: .milliseconds(2), drift: 0)
    habits.startLag = .milliseconds(400)
    estimator = PositionEstimator(habits)
  }

  private static func at(_ milliseconds: Double) -> HostInstant {
    HostInstant(nanoseconds: Int64(milliseconds * 1e6))
  }

  /// The value at an instant after the start at 10 s: it runs 200 ms ahead at first, and is held for 21 ms.
  private static func value(_ time: Double) -> Double {
    let filling = time < 150 ? 200.0 : 0
    return 10_000 + max((time - delay) / 21, 0).rounded(.down) * 21 + filling
  }

  private mutating func begin(movedWhilePlaying: Bool) {
    let rate: Rate = movedWhilePlaying ? .normal : .paused
    estimator.setRate(rate, since: Self.at(0), received: Self.at(0))
    estimator.restart(at: .seconds(10), since: Self.at(1_000), received: Self.at(1_000))
    if !movedWhilePlaying {
      estimator.setRate(.normal, since: Self.at(1_000), received: Self.at(1_000))
    }
  }

  @Test(arguments: [false, true])
  mutating func aPlayerThatBeginsIsReadWhenItIsHeard(_ movedWhilePlaying: Bool) throws {
    begin(movedWhilePlaying: movedWhilePlaying)
    var (now, count, outcomes) = (1_000.0, 0, [ReadingOutcome]())
    while now < 1_600 {
      let sent = Self.at(now)
      let reading = PositionReading(
        sent: sent, received: sent.advanced(by: .microseconds(300)),
        value: .nanoseconds(Int64(Self.value(now - 1_000) * 1e6)))
      // Answers to other questions come at any time.
      estimator.willRead(at: sent)
      let outcome = estimator.add(reading)
      let estimate = try #require(estimator.estimate(at: reading.received))
      let position = estimate.timeline.position(at: reading.received).seconds * 1e3
      let truth = 10_000 + max(now + 0.3 - 1_000 - Self.delay, 0)
      #expect(abs(position - truth) <= estimate.uncertainty / .milliseconds(1) + 0.01)
      if outcome != .ignored {
        outcomes.append(outcome)
        #expect(now >= 1_400 && now < 1_425 && abs(position - truth) < 5)
        #expect(estimate.uncertainty < .milliseconds(8))
        break
      }
      let next = try #require(
        estimator.nextReading(after: reading.received, bound: .milliseconds(5)))
      now = max(Double(next.nanoseconds) / 1e6, now + 0.5)
      count += 1
    }
    #expect(outcomes.count == 1 && count < 12)
  }

  @Test mutating func aValueThatStaysTheSameIsTakenInTheEnd() throws {
    begin(movedWhilePlaying: false)
    for time in [1_400.0, 1_410, 1_420] {
      let reading = PositionReading(
        sent: Self.at(time), received: Self.at(time), value: .seconds(10))
      #expect(estimator.add(reading) == .ignored)
    }
    let reading = PositionReading(
      sent: Self.at(1_422), received: Self.at(1_422), value: .seconds(10))
    #expect(estimator.add(reading) != .ignored)
  }
}
