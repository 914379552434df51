import PlayheadKit
import Testing

@testable import PlayheadAlignment

@Suite struct PhaseCorrelationTests {
  private let correlation = PhaseCorrelation(size: 1_024, FFmpegTransforms())
  private let noise = ArraySound.noise(4_096, seed: 3)

  @Test(arguments: [0, 7, -33, 0.5, -12.25]) func aDelayIsFoundBetweenSamples(delay: Double) throws
  {
    let count = correlation.length(ofBlocks: 4)
    let second = SampleInterpolator(step: 1).values(
      of: noise, from: 500 - delay, step: 1, count: count)
    let first = Array(noise[500..<500 + count])
    let peak = try #require(correlation.peak(of: first, second, limit: 200))
    #expect(abs(peak.lag - delay) < 0.01 && !peak.isInverted)
    let inverse = try #require(correlation.peak(of: first, second.map { -2 * $0 }, limit: 200))
    #expect(abs(inverse.lag - delay) < 0.01 && inverse.isInverted)
  }

  @Test func silenceHasNoPeak() {
    let silence = [Float](repeating: 0, count: 1_024)
    #expect(correlation.peak(of: silence, silence, limit: 100) == nil)
    #expect(correlation.peak(of: Array(noise[..<1_024]), silence, limit: 100) == nil)
  }
}
