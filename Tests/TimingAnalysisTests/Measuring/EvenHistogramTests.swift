import PlayheadTestEnvironment
import Testing

@testable import PlayheadTimingAnalysis

@Suite struct EvenHistogramTests {
  @Test func everyValueIsInItsInterval() {
    for seed: UInt64 in 1...20 {
      var random = SplitMix64(seed: seed)
      let size = Int64(1) << Int64.random(in: 1...61, using: &random)
      let values = (0..<200).map { _ in Int64.random(in: -size...size, using: &random) }
      var histogram = EvenHistogram()
      values.forEach { histogram.add($0) }
      #expect(histogram.counts.count <= 4_096)
      for (index, count) in histogram.counts.enumerated() where count > 0 {
        let start = histogram.start + Int64(index) * histogram.length
        #expect(values.count { start <= $0 && $0 - start < histogram.length } == count)
      }
      #expect(histogram.counts.reduce(0, +) == values.count)
    }
  }

  @Test func extremesAreCounted() {
    var histogram = EvenHistogram()
    for value in [0, Int64.max, .min, -1, 1] { histogram.add(value) }
    #expect(histogram.counts.reduce(0, +) == 5 && histogram.counts.count <= 4_096)
    #expect(histogram.start == .min)
  }

  @Test func aShareIsTheIntervalOfItsValue() {
    var histogram = EvenHistogram()
    #expect(histogram.interval(atShare: 0.5) == nil)
    for value: Int64 in 0..<100 { histogram.add(value * 1_024) }
    #expect(histogram.interval(atShare: 0) == 0 && histogram.interval(atShare: 0.5) == 50)
    #expect(histogram.interval(atShare: 0.99) == 99 && histogram.interval(atShare: 1) == 99)
  }
}
