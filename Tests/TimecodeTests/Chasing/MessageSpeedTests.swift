import PlayheadAttaching
import PlayheadCore
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimecode
import PlayheadTimecodeInputs
import PlayheadTimekeeping
import Testing

@testable import PlayheadAttaching
@testable import PlayheadChasing

/// Timecode in messages, which come early and late, at speeds from half to double.
@Suite struct MessageSpeedTests {
  /// A playhead that sends timecode, and the machine of an attachment that receives it.
  private struct Run {
    let rate: TimecodeRate
    let habits: TimecodeHabits
    /// By how many nanoseconds a message may be late.
    let lateness: Int64
    var chaser: TimecodeChaser
    var machine: AttachmentMachine
    var random: SplitMix64
    /// The true position in quarter frames, and the true time.
    var quarters = 3_600_000.0
    var time = 1_000_000_000.0
    var lastInstant = HostInstant(nanoseconds: 0)
    var jumps: [Double] = []
    var rates: [Double] = []

    init(_ rate: TimecodeRate, _ habits: TimecodeHabits, lateness: Int64, seed: UInt64) {
      (self.rate, self.habits, self.lateness) = (rate, habits, lateness)
      chaser = TimecodeChaser("x", habits)
      machine = AttachmentMachine(habits.position, bound: .milliseconds(1), latency: nil)
      random = SplitMix64(seed: seed)
    }

    /// Plays messages at a speed. Each is that of a frame, or of two.
    mutating func play(_ count: Int, at speed: Double) {
      let step = habits == .midi ? 8.0 : 4.0
      let quarter = 1e9 * Double(rate.frame.numerator) / Double(rate.frame.denominator) / 4
      for _ in 0..<count {
        quarters += step
        time += step * quarter / speed
        let late = Int64.random(in: 0...lateness, using: &random)
        let instant = max(HostInstant(nanoseconds: Int64(time) + late), lastInstant)
        lastInstant = instant
        let frame = Timecode(frame: Int64(quarters) / 4, base: rate.base)
        let numbers = frame.numbers
        guard
          let sighting = TimecodeSighting(
            [numbers.hours, numbers.minutes, numbers.seconds, numbers.frames],
            isDropFrame: rate.base.isDropFrame, nominalRate: rate.base.nominalRate,
            instant: instant)
        else { continue }
        for report in chaser.receive(sighting) {
          if case .facts(let facts, _, _) = report { rates.append(facts.rate.doubleValue) }
          machine.receive(report, at: instant)
          while let event = machine.nextEvent() {
            if case .changed(.seeked, _) = event { jumps.append(time / 1e9) }
          }
        }
      }
    }

    /// The difference of the published position from the true one, in seconds.
    var error: Double {
      let now = HostInstant(nanoseconds: Int64(time))
      let position = machine.last?.timeline.position(at: now).seconds ?? .infinity
      let rate = Double(rate.frame.numerator) / Double(rate.frame.denominator)
      return abs(position - quarters / 4 * rate)
    }
  }

  private static let speeds = [0.5, 0.8, 0.9, 0.95, 0.97, 0.99, 1, 1.01, 1.03, 1.05, 1.1, 1.5, 2]

  /// By day, each speed has one of the rates with each kind of message.
  @Test(arguments: speeds.indices) func noSpeedIsAJump(_ index: Int) {
    let (speed, rates) = (
      Self.speeds[index], [TimecodeRate.pal, .named(30), .named(30_000, 1_001), .named(24)]
    )
    for (habits, lateness) in [
      (TimecodeHabits.midi, 200_000), (.midi, 1_000_000), (.network, 400_000),
      (.network, 2_000_000),
    ] {
      for rate in TestEffort.isThorough ? rates : [rates[(index + lateness / 200_000) % 4]] {
        for seed in TestEffort.some(UInt64(1)...5) {
          var run = Run(rate, habits, lateness: Int64(lateness), seed: seed)
          run.play(50, at: 1)
          run.play(150, at: speed)
          let name = "\(rate.base) \(lateness) \(seed)"
          #expect(run.jumps.isEmpty, "\(name): \(run.jumps), \(run.rates)")
          #expect(abs((run.rates.last ?? 0) / speed - 1) < 0.003, "\(name): \(run.rates)")
          var other = Run(rate, habits, lateness: Int64(lateness), seed: seed)
          other.play(150, at: speed)
          #expect(other.jumps.isEmpty, "\(name) from the start: \(other.jumps), \(other.rates)")
          #expect(abs((other.rates.last ?? 0) / speed - 1) < 0.003, "\(name): \(other.rates)")
          #expect(max(run.error, other.error) < 0.008, "\(name): \(run.error) \(other.error)")
          #expect(max(run.rates.count, other.rates.count) <= 8, "\(name): \(run.rates)")
        }
      }
    }
  }

  /// A network that is slow now and then is no other speed.
  @Test(arguments: [5_000_000, 10_000_000, 20_000_000] as [Int64])
  func messagesThatAreLateAreNoOtherSpeed(_ lateness: Int64) {
    for seed in TestEffort.some(UInt64(1)...20) {
      var run = Run(.pal, .network, lateness: lateness, seed: seed)
      run.play(500, at: 1)
      #expect(run.rates.count <= 4, "\(seed): \(run.rates) \(run.jumps)")
    }
  }
}
