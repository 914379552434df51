import PlayheadAudio
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadTimecodeOutputs

@Suite struct SteadyLineTests {
  /// A device of 48 kHz that is read with errors, and whose samples are written 10 ms at a time.
  private struct Trial {
    var clock = SampleClock(sampleRate: 48_000)
    var line = SteadyLine()
    let drift: Double
    let noise: Double
    var random: SplitMix64
    var now = HostInstant(nanoseconds: 1_000_000_000)
    var nextReading = HostInstant(nanoseconds: 0)
    var played = 0.0

    /// Returns how many samples too early the next samples were placed.
    mutating func error() throws -> Double {
      if now >= nextReading {
        let shift = Double.random(in: -noise...noise, using: &random) * 48_000
        let read = Int64((played + 4_800 + shift).rounded())
        clock.setSamplesWritten(read + 96_000, at: now)
        clock.add(
          AudioReading(
            instant: now, samplesWritten: read + 96_000, samplesRead: read,
            latency: .milliseconds(100), isPlaying: true), at: now)
        nextReading = now.advanced(by: clock.readingInterval)
      }
      let next = Int64(played) + 9_600
      let start = try #require(line.instants(of: 480, from: next, by: clock)?.start)
      let error =
        (Double(next) - played) / 48_000 / (1 + drift) - now.duration(to: start) / .seconds(1)
      now = now.advanced(by: .milliseconds(10))
      played += 480 * (1 + drift)
      return error * 48_000
    }
  }

  @Test(arguments: TestEffort.some(0..<8 as Range<UInt64>))
  func scatterOfTheReadingsIsNotHeard(seed: UInt64) throws {
    var trial = Trial(drift: 0, noise: 0.000_5, random: SplitMix64(seed: seed))
    for _ in 0..<300 { _ = try trial.error() }
    let errors = try (0..<6_000).map { _ in try trial.error() }
    let (least, greatest) = (try #require(errors.min()), try #require(errors.max()))
    #expect(greatest - least <= 1)
    #expect(max(greatest, -least) < 24, "\(least)...\(greatest)")
  }

  @Test(arguments: [0, 20, -20, 100, -100, 300])
  func aDeviceThatDriftsIsFollowed(drift: Double) throws {
    var trial = Trial(drift: drift * 1e-6, noise: 0.000_5, random: SplitMix64(seed: 1))
    for _ in 0..<500 { _ = try trial.error() }
    for _ in 0..<6_000 {
      let error = try trial.error()
      if abs(error) > 30 { Issue.record("\(error)") }
    }
  }
}
