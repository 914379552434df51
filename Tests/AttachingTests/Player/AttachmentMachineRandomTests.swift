import PlayheadAudio
import PlayheadCore
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadAttaching

/// Reports in any order and with any numbers do not trap, and cause events in a sensible order.
@Suite struct AttachmentMachineRandomTests {
  private static let times: [MediaTime] = [
    .zero, .seconds(1), .seconds(-1), .seconds(59), .nanoseconds(Int64.max),
    .nanoseconds(Int64.min), .milliseconds(1), MediaTime(ticks: .max, timebase: .seconds),
    MediaTime(ticks: .min, timebase: .seconds),
  ]
  private static let rates = [
    Rate.normal, Rate(1, 100), Rate(100, 1), Rate(1, 1_000_000), Rate(1_000, 1), Rate(.max, 1),
    Rate(1, .max),
  ]

  private struct Run {
    var random: SplitMix64
    var machine: AttachmentMachine
    var now: HostInstant
    var facts = PlayerFacts()
    var isPresent = false
    var hasEnded = false

    mutating func time() -> MediaTime {
      AttachmentMachineRandomTests.times.randomElement(using: &random) ?? .zero
    }

    mutating func streams() -> [SoundStream]? {
      let latencies: [Duration] = [
        .zero, .milliseconds(300), .milliseconds(800), .seconds(19), .seconds(Int64.max),
      ]
      let count = Int.random(in: -1...2, using: &random)
      if count < 0 { return nil }
      return latencies.shuffled(using: &random).prefix(count).map {
        SoundStream(process: 7, latency: $0, isPaused: Bool.random(using: &random))
      }
    }

    mutating func report() -> SourceReport {
      let since = now.advanced(byNanoseconds: -.random(in: 0...20_000_000, using: &random))
      switch Int.random(in: 0..<26, using: &random) {
      case 0..<8: return .reading(PositionReading(sent: since, received: now, value: time()))
      case 8:
        return .moved(to: Bool.random(using: &random) ? time() : nil, since: since, received: now)
      case 9: return .ended(received: now)
      case 10:
        return .habits(
          PositionHabits(
            resolution: Duration(time()), hold: Duration(time()), noise: Duration(time()),
            drift: [0, 200, -5, .max, .min].randomElement(using: &random) ?? 0))
      case 11: facts.item = PlayerFacts.Item(identity: "\(Int.random(in: 0..<3, using: &random))")
      case 12: facts.item = nil
      case 21: return .withoutPosition
      case 23: return .seeking(since: since, received: now)
      case 25:
        let end = Bool.random(using: &random) ? time() : nil
        facts.loop = Bool.random(using: &random) ? .init(start: time(), end: end) : nil
      case 24:
        let reach = Bool.random(using: &random) ? Duration(time()) : nil
        return .seekDestination(SeekDestination(position: time(), reach: reach))
      case 22: return .answered
      case 13:
        facts.rate = AttachmentMachineRandomTests.rates.randomElement(using: &random) ?? .normal
      case 14:
        let duration = Bool.random(using: &random) ? time() : nil
        facts.item?.duration = duration
      case 15:
        let (one, other) = (time(), time())
        facts.item?.chapters = [.init(start: one, title: nil), .init(start: other, title: "b")]
      case 16:
        let lead: PlayerSound.Lead =
          Bool.random(using: &random)
          ? .constant(.milliseconds(-10), tolerance: .milliseconds(60))
          : .latency(less: .milliseconds(30), tolerance: .milliseconds(10))
        return .sound(
          Bool.random(using: &random) ? nil : PlayerSound(process: 7, program: "a", lead: lead))
      default:
        facts.playback =
          [.stopped, .paused, .playing, .waiting, .playing].randomElement(using: &random)
          ?? .playing
      }
      return .facts(facts, since: since, received: now)
    }

    /// Applies the events, and returns the errors in their order.
    mutating func takeEvents() -> [String] {
      var violations: [String] = []
      while let event = machine.nextEvent() {
        switch event {
        case .began:
          if isPresent { violations.append("begins again") }
          (isPresent, hasEnded) = (true, false)
        case .described: if !isPresent { violations.append("described after it was left") }
        case .changed(let cause, let observation):
          if !isPresent { violations.append("changes after it was left") }
          if hasEnded, cause == .ended { violations.append("ends twice") }
          hasEnded = cause == .ended
          if observation.uncertainty < .zero { violations.append("negative uncertainty") }
        case .corrected(let observation):
          if !isPresent { violations.append("is corrected after it was left") }
          if observation.drift < 0 { violations.append("certainty grows") }
        case .left:
          if !isPresent { violations.append("left twice") }
          isPresent = false
        case .attached, .refused, .noticed, .lost, .closed: break
        }
      }
      return violations
    }
  }

  @Test(arguments: 0..<UInt64(TestEffort.rounds(100))) func nothingTraps(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let latencies: [Duration?] = [nil, .zero, .seconds(-10), .seconds(10)]
    let machine = AttachmentMachine(
      PositionHabits(), bound: .milliseconds(5),
      latency: latencies.randomElement(using: &random) ?? nil,
      asksServer: Bool.random(using: &random))
    var run = Run(
      random: random, machine: machine, now: HostInstant(nanoseconds: 1_000_000_000_000))
    for _ in 0..<400 {
      run.machine.receive(run.report(), at: run.now)
      var end = run.now.advanced(byNanoseconds: .random(in: 0...500_000_000, using: &run.random))
      if Int.random(in: 0..<100, using: &run.random) == 0 {
        end = run.now.advanced(byNanoseconds: 100_000_000_000_000_000)
      }
      var wakesHere = 0
      while wakesHere < 1_000 {
        run.machine.settle(at: run.now)
        _ = run.machine.beginReading(at: run.now)
        if run.machine.beginStreamCall(at: run.now), Int.random(in: 0..<9, using: &run.random) > 0 {
          run.machine.receive(run.streams(), at: run.now)
        }
        #expect(run.takeEvents() == [])
        guard let next = run.machine.nextInstant(after: run.now), next <= end else { break }
        run.now = max(run.now, next)
        wakesHere += 1
        if end > run.now.advanced(byNanoseconds: 1_000_000_000) { break }
      }
      #expect(wakesHere < 100, "it wakes without an end")
      run.now = max(run.now, end)
    }
    run.machine.receive(.lost(.closed), at: run.now)
    run.machine.receive(run.report(), at: run.now)
    #expect(run.takeEvents() == [] && !run.isPresent)
    #expect(run.machine.nextInstant(after: run.now) == nil)
  }
}
