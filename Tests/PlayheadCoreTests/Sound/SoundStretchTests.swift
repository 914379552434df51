import PlayheadAudio
import PlayheadMedia
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

@Suite struct SoundStretchTests {
  private static let format = AudioFormat(sampleRate: 8_000, channelCount: 1)

  /// The output of a stretcher, and the pieces that it consists of.
  private struct Output {
    var samples: [Float] = []
    var pieces: [TimeStretch.Piece] = []

    mutating func add(_ count: Int, from start: Int, to stretch: inout SoundStretch) {
      let input = (start..<start + count).map { Float($0 + 1) / 16_777_216 }
      pieces += input.withUnsafeBufferPointer { stretch.add($0, into: &samples) }
    }

    var count: Int64 { pieces.reduce(0) { $0 + $1.sampleCount } }

    /// The input that each piece corresponds to.
    var spans: [Range<Double>] {
      pieces.map { piece in
        let start = Double(piece.inputStart) + Double(piece.samplesBefore) * piece.rate.doubleValue
        return start..<start + Double(piece.sampleCount) * piece.rate.doubleValue
      }
    }
  }

  @Test func atTheNormalRateTheOutputIsTheInput() {
    var stretch = SoundStretch(format: Self.format, rate: .normal)
    var output = Output()
    output.add(1_000, from: 0, to: &stretch)
    output.add(500, from: 1_000, to: &stretch)
    let input = (1...1_500).map { (number: Int) -> Float in Float(number) / 16_777_216 }
    #expect(output.samples == input)
    #expect(output.spans.map(\.lowerBound) == [0, 1_000])
  }

  @Test(arguments: [Rate(1, 2), Rate(2, 1), Rate(3, 1), Rate(1, 10), Rate(4, 1), Rate(16, 1)])
  func thePiecesCoverTheInput(rate: Rate) {
    var stretch = SoundStretch(format: Self.format, rate: rate)
    var output = Output()
    for part in 0..<20 { output.add(400, from: part * 400, to: &stretch) }
    output.pieces += stretch.finish(into: &output.samples)
    #expect(output.count == Int64(output.samples.count))
    for (span, next) in zip(output.spans, output.spans.dropFirst()) {
      #expect(abs(span.upperBound - next.lowerBound) < max(rate.doubleValue, 1))
    }
    let end = output.spans.last?.upperBound ?? 0
    #expect(abs(end - 8_000) <= rate.doubleValue)
  }

  @Test(arguments: [Rate(1, 4), Rate(5, 1)])
  func aRateThatIsNotHeardIsSilence(rate: Rate) {
    var stretch = SoundStretch(format: Self.format, rate: rate)
    var output = Output()
    output.add(8_000, from: 0, to: &stretch)
    let expected = 8_000 * Int(rate.denominator) / Int(rate.numerator)
    #expect(output.samples == [Float](repeating: 0, count: expected))
    #expect(output.pieces.allSatisfy { $0.rate == rate })
  }

  @Test func soundContinuesAfterARateThatIsNotHeard() {
    var stretch = SoundStretch(format: Self.format, rate: .normal)
    var output = Output()
    output.add(1_000, from: 0, to: &stretch)
    stretch.setRate(Rate(4, 1))
    #expect(stretch.rate == Rate(4, 1))
    output.add(1_000, from: 1_000, to: &stretch)
    stretch.setRate(.normal)
    output.add(1_000, from: 2_000, to: &stretch)
    #expect(output.spans == [0..<1_000, 1_000..<2_000, 2_000..<3_000])
    #expect(output.samples[1_000..<1_250].allSatisfy { $0 == 0 })
    #expect(output.samples[1_250...].first == Float(2_001) / 16_777_216)
  }

  @Test func aResetCountsFromZero() {
    var stretch = SoundStretch(format: Self.format, rate: Rate(2, 1))
    var output = Output()
    output.add(1_000, from: 0, to: &stretch)
    stretch.reset()
    output = Output()
    output.add(4_000, from: 0, to: &stretch)
    #expect(output.spans.first?.lowerBound == 0)
  }
}
