import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadAudioDevices

/// A recording has one line on the host's clock, however its parts are read.
@Suite struct RecordingClockTests {
  /// The greatest error of the last parts in milliseconds, if each is read late by a number of milliseconds, and the
  /// stated latency is wrong by another one.
  private func error(
    parts: Int, lost: Int64 = 0, wrong: (Int) -> Double = { _ in 0 }, late: (Int) -> Double
  ) -> Double {
    var clock = RecordingClock(sampleRate: 48_000)
    var greatest = 0.0
    for part in 0..<parts {
      let isAfterLoss = part > parts / 2
      let truth = Int64(part) * 10_000_000 + (isAfterLoss ? lost : 0)
      let read = HostInstant(nanoseconds: truth + Int64(late(part) * 1e6))
      // The samples waited for a second.
      let latency = 1_000_000_000 + Int64(wrong(part) * 1e6)
      let placed = clock.end(of: 480, takenFor: latency, now: read.advanced(by: .seconds(1)))
      if part > parts - 100 {
        greatest = max(greatest, abs(Double(placed.nanoseconds - truth)) / 1e6)
      }
    }
    return greatest
  }

  @Test func aLatencyThatNoDeviceHasIsLimited() {
    var clock = RecordingClock(sampleRate: 48_000)
    for part in 0..<200 {
      let now = HostInstant(nanoseconds: Int64(part) * 10_000_000)
      let latency = [0, Int64.max, .min][part % 3]
      #expect(clock.end(of: 480, takenFor: latency, now: now) <= now)
    }
  }

  @Test func scatteredReadingsMakeASteadyLine() {
    var random = SplitMix64(seed: 3)
    let scatter = (0..<1_000).map { _ in Double(random.next() % 1_000) / 500 }
    #expect(error(parts: 1_000) { scatter[$0] } < 0.4)
    #expect(error(parts: 1_000, wrong: { scatter[$0] }) { scatter[$0] } < 0.2)
  }

  /// A busy machine: parts are read late and in bursts, and the latency says another thing, first of all.
  @Test func aBusyMachineDoesNotMoveTheLine() {
    var random = SplitMix64(seed: 5)
    var (late, delays) = (0.0, [Double]())
    for _ in 0..<4_000 {
      late = max(late - 10, 0)
      if random.next() % 12 == 0 { late = Double(random.next() % 60) }
      delays.append(late + Double(random.next() % 400) / 100)
    }
    for parts in [400, 4_000] {
      let error = error(
        parts: parts, wrong: { $0 < 60 ? 60 : delays[$0] / 3 }, late: { delays[$0] })
      #expect(error < 3, "\(parts): \(error) ms")
    }
  }

  @Test func aThreadThatIsLateNowAndThenDoesNotMoveTheLine() {
    #expect(error(parts: 1_000) { $0 % 5 == 0 ? 80 : 0 } < 0.1)
  }

  /// Its noise, either way, or one that is missing, is no error of the line.
  @Test func aLatencyThatIsStatedWrongDoesNotMoveTheLine() {
    for seed: UInt64 in 0..<20 {
      var random = SplitMix64(seed: seed)
      let noise = (0..<2_000).map { _ in Double.random(in: -3...3, using: &random) }
      let error = error(parts: 2_000, wrong: { noise[$0] }, late: { _ in 0 })
      #expect(error < 1.8, "seed \(seed): \(error) ms")
      let late = (0..<2_000).map { _ in Double.random(in: 0...0.05, using: &random) }
      let isMissing = (0..<2_000).map { _ in Int.random(in: 0..<5, using: &random) == 0 }
      let other = self.error(
        parts: 2_000, wrong: { isMissing[$0] ? -1_000 : 0 }, late: { late[$0] })
      #expect(other < 0.1, "seed \(seed): \(other) ms")
    }
  }

  @Test func lostSamplesMoveTheLine() {
    #expect(error(parts: 1_000, lost: 120_000_000) { _ in 0 } < 0.1)
  }
}
