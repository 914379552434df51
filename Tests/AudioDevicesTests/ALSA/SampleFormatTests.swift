import Testing

@testable import PlayheadAudioDevices

@Suite struct SampleFormatTests {
  @Test func samplesOf16BitsStayAsTheyAre() {
    for value in Int16.min...Int16.max {
      #expect(SampleFormat.integer(Float(value) / 32_768, Int16.self) == value)
      #expect(
        SampleFormat.integer(Float(value) / 32_768, Int32.self) == Int32(value) << 16)
    }
  }

  private static let roundedSamples: [(Float, Int16)] = [
    (0.5 / 32_768, 0), (1.5 / 32_768, 2), (-0.6 / 32_768, -1), (1, 32_767),
    (7, 32_767), (-1, -32_768), (-.infinity, -32_768), (.nan, 0),
  ]

  @Test(arguments: roundedSamples)
  func aSampleIsRoundedToTheNearestIntegerAndClamped(sample: Float, expected: Int16) {
    #expect(SampleFormat.integer(sample, Int16.self) == expected)
  }

  @Test func allFormatsHaveTheSamplesInOrder() {
    let samples: [Float] = [0, 0.5, -1]
    func converted<Number>(_ format: SampleFormat, _: Number.Type) -> [Number] {
      samples.withUnsafeBufferPointer { samples in
        format.withConverted(samples) { bytes in
          Array(
            UnsafeRawBufferPointer(start: bytes, count: 3 * MemoryLayout<Number>.size)
              .bindMemory(to: Number.self))
        }
      }
    }
    #expect(converted(.float, Float.self) == samples)
    #expect(converted(.signed32, Int32.self) == [0, 1 << 30, .min])
    #expect(converted(.signed16, Int16.self) == [0, 1 << 14, .min])
  }
}
