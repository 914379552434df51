import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadAttaching

/// Random players and events, and numbers that no sane player sends.
@Suite struct PositionEstimatorRandomTests {
  @Test(arguments: PlayerKind.all) func theTruthIsWithinTheUncertainty(_ kind: PlayerKind) {
    var (checks, covered) = (0, 0)
    for seed in 1...UInt64(6) {
      var random = SplitMix64(seed: seed)
      var model = kind.model
      model.drift = .random(in: -200...200, using: &random)
      model.noise = .random(in: 0...Int64(kind.habits.noise / .nanoseconds(1)), using: &random)
      var run = EstimatorRun(
        model, kind.habits, position: .random(in: 0...5_000_000_000, using: &random), seed: seed)
      for _ in 0..<6 {
        run.play(seconds: .random(in: 0.01...15, using: &random))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: run.change(speed: run.player.speed == 0 ? 1_000_000 : 0)
        case 1: run.change(speed: [500_000, 1_250_000, 2_000_000].randomElement(using: &random)!)
        case 2, 3:
          run.change(
            speed: [0, 1_000_000].randomElement(using: &random)!,
            position: .random(in: 0...5_000_000_000, using: &random),
            reportsPosition: .random(using: &random))
        default: break
        }
      }
      run.play(seconds: 5)
      #expect(run.backward == 0, "seed \(seed)")
      checks += run.checks
      covered += run.covered
    }
    #expect(Double(covered) >= 0.999 * Double(checks), "\(covered) of \(checks)")
  }

  @Test(arguments: [PlayerKind.mpvSound, .mpvUnsettled(by: 0)])
  func unreportedSeeksAreFoundWithinASecond(_ kind: PlayerKind) {
    for seed in 1...UInt64(10) {
      var run = EstimatorRun(kind.model, kind.habits, seed: seed)
      run.play(seconds: 10)
      run.change(
        speed: 1_000_000, position: run.player.number(in: 20_000_000_000...90_000_000_000),
        isReported: false)
      run.play(seconds: 1.1)
      run.resetCounts()
      run.play(seconds: 5)
      #expect(run.covered == run.checks)
      #expect(run.meanUncertainty < 10)
    }
  }

  @Test func noNumberTraps() {
    let edges: [Int64] = [
      .min, .min + 1, -1_000_000_000, -1, 0, 1, 999, 1_000_000_000, 1 << 62, .max - 1, .max,
    ]
    let rates = [
      Rate.paused, .normal, Rate(.max, 1), Rate(1, .max), Rate(.max, .max - 1), Rate(16, 1),
    ]
    let durations = [
      Duration.zero, .nanoseconds(1), .seconds(1), .seconds(-5), .seconds(Int64.max),
      Duration(attoseconds: .max), Duration(attoseconds: .min),
    ]
    var random = SplitMix64(seed: 7)
    func edge() -> Int64 { edges.randomElement(using: &random)! }
    func instant() -> HostInstant {
      HostInstant(
        nanoseconds: Bool.random(using: &random)
          ? edge() : .random(in: 0...1_000_000_000, using: &random))
    }
    func time() -> MediaTime {
      MediaTime(
        ticks: Bool.random(using: &random)
          ? edge() : .random(in: 0...1_000_000_000, using: &random),
        timebase: [Timebase.seconds, .nanoseconds, Timebase(.max, 1), Timebase(1, .max)]
          .randomElement(using: &random)!)
    }
    func duration() -> Duration { durations.randomElement(using: &random)! }
    for _ in 0..<300 {
      var habits = PositionHabits(
        resolution: duration(), hold: duration(), noise: duration(),
        drift: [0, 200, -3, .max, .min].randomElement(using: &random)!)
      habits.speedMemory = duration()
      var estimator = PositionEstimator(habits)
      for _ in 0..<40 {
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
          estimator.setRate(
            rates.randomElement(using: &random)!, since: instant(), received: instant())
        case 1:
          estimator.restart(
            at: Bool.random(using: &random) ? time() : nil, since: instant(), received: instant())
        case 2: estimator.willRead(at: instant())
        default:
          _ = estimator.add(
            PositionReading(sent: instant(), received: instant(), value: time()),
            at: Bool.random(using: &random) ? instant() : nil)
        }
        if let estimate = estimator.estimate(at: instant()) {
          #expect(estimate.timeline.mediaAnchor >= .zero)
          #expect(estimate.uncertainty >= .zero)
        }
        let now = instant()
        if let next = estimator.nextReading(after: now, bound: duration()) { #expect(next >= now) }
      }
    }
  }

  @Test func readingsOutOfOrderAndTwiceAreHarmless() {
    var random = SplitMix64(seed: 11)
    var player = SimulatedPlayer(
      .init(period: 40_000_000...40_000_000), position: 1_000_000_000, seed: 4)
    var readings: [PositionReading] = []
    for index in 0..<Int64(300) {
      let sent = index * 30_000_000
      let value = player.value(at: sent + 100_000)
      readings.append(
        PositionReading(
          sent: HostInstant(nanoseconds: sent), received: HostInstant(nanoseconds: sent + 300_000),
          value: value))
    }
    var estimator = PositionEstimator(PositionHabits(hold: .milliseconds(50), drift: 0))
    estimator.setRate(
      .normal, since: HostInstant(nanoseconds: 0), received: HostInstant(nanoseconds: 0))
    for index in stride(from: 0, to: readings.count, by: 5) {
      let group = (readings[index..<index + 5] + readings[index..<index + 2]).shuffled(
        using: &random)
      for reading in group {
        let outcome = estimator.add(reading)
        #expect(outcome != .widened)
        if case .restarted(.some, _) = outcome { Issue.record("\(outcome)") }
      }
    }
    let end = HostInstant(nanoseconds: 9_000_000_000)
    let estimate = estimator.estimate(at: end)
    let error =
      (estimate?.timeline.mediaAnchor.nanoseconds(rounding: .down) ?? 0)
      - player.position(at: end.nanoseconds)
    #expect(Duration.nanoseconds(abs(error)) <= estimate?.uncertainty ?? .zero)
    #expect(estimate?.uncertainty ?? .seconds(1) < .milliseconds(10))
  }
}
