import Testing

@testable import PlayheadTimingAnalysis

@Suite struct CounterRangeTests {
  /// A counter of 33 bits at 90 kHz starts again after 26.5 hours, one of 32 bits after half of that.
  @Test func aStepBackOverTheWholeRangeIsAWrap() {
    for range in [95_443.717_7, 47_721.858_8] {
      // Playback continues a frame or a pause later.
      for rest in [0, 0.04, -0.04, 20] { #expect(CounterRange.isWrap(rest - range)) }
      #expect(!CounterRange.isWrap(range) && !CounterRange.isWrap(-range * 0.99))
      #expect(!CounterRange.isWrap(-range * 1.01))
    }
    #expect(!CounterRange.isWrap(0) && !CounterRange.isWrap(-10) && !CounterRange.isWrap(.nan))
  }
}
