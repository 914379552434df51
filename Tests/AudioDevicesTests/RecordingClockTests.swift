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

  @Test func lostSamplesMoveTheLine() {
    #expect(error(parts: 1_000, lost: 120_000_000) { _ in 0 } < 0.1)
  }
}
