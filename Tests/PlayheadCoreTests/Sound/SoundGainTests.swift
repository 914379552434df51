import Testing

@testable import PlayheadCore

@Suite struct SoundGainTests {
  private static let ones = [Float](repeating: 1, count: 4_000)

  private func apply(_ volume: Float, _ gain: inout SoundGain) -> [Float] {
    Self.ones.withUnsafeBufferPointer { gain.apply(volume, to: $0) { Array($0) } }
  }

  @Test func fullVolumeLeavesTheSamplesWhereTheyAre() {
    var gain = SoundGain()
    Self.ones.withUnsafeBufferPointer { samples in
      let isSame = gain.apply(1, to: samples) { $0.baseAddress == samples.baseAddress }
      #expect(isSame)
    }
  }

  @Test(arguments: [0, 0.25, 2] as [Float])
  func theFirstVolumeHoldsFromTheFirstSampleOn(volume: Float) {
    var gain = SoundGain()
    #expect(apply(volume, &gain).allSatisfy { $0 == volume })
  }

  @Test(arguments: [(1, 0), (0, 1), (0.5, 2)] as [(Float, Float)])
  func aChangeIsSpreadAndArrives(from: Float, to: Float) {
    var gain = SoundGain()
    _ = apply(from, &gain)
    let samples = apply(to, &gain)
    let steps = zip([from] + samples, samples).map { $1 - $0 }
    #expect(steps.allSatisfy { abs($0) <= abs(to - from) * 0.01 })
    #expect(steps.allSatisfy { ($0 >= 0) == (to > from) || $0 == 0 })
    #expect(samples.last == to)
    #expect(apply(to, &gain).allSatisfy { $0 == to })
  }
}
