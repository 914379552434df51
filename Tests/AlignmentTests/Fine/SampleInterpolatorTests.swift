import Glibc
import Testing

@testable import PlayheadAlignment

@Suite struct SampleInterpolatorTests {
  /// Steps of 1.25 are those from 10 kHz to 8 kHz.
  @Test(arguments: [1, 0.7, 1.000_145, 1.25]) func aToneKeepsItsShape(step: Double) {
    let frequency = 0.3
    let samples = (0..<400).map { Float(sin(frequency * Double($0))) }
    let values = SampleInterpolator(step: step).values(
      of: samples, from: 100.3, step: step, count: 100)
    for (index, value) in values.enumerated() {
      let expected = sin(frequency * (100.3 + Double(index) * step))
      #expect(abs(Double(value) - expected) < 1e-3)
    }
  }

  @Test func beyondTheSamplesThereIsSilence() {
    let values = SampleInterpolator(step: 1).values(of: [1, 1], from: -100, step: 1, count: 10)
    #expect(values.allSatisfy { $0 == 0 })
  }
}
