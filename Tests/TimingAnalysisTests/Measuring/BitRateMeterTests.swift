import PlayheadTimekeeping
import Testing

@testable import PlayheadTimingAnalysis

@Suite struct BitRateMeterTests {
  private func bits(_ packets: [(ticks: Int64, byteCount: Int)], in timebase: Timebase) -> Int {
    var meter = BitRateMeter(timebase: timebase)
    for packet in packets { meter.add(ticks: packet.ticks, byteCount: packet.byteCount) }
    return meter.greatestBits
  }

  @Test func bytesOfOneSecondAreAddedFromItsFirstTickToItsLast() {
    let thousandths = Timebase(1, 1_000)
    #expect(bits([], in: thousandths) == 0)
    #expect(bits([(0, 1), (999, 2), (1_000, 4), (1_999, 8), (2_000, 3)], in: thousandths) == 96)
    // Also the last second counts, and seconds before zero.
    #expect(bits([(0, 1), (1_000, 4), (1_500, 8)], in: thousandths) == 96)
    #expect(bits([(-1, 5), (-1_000, 6), (-1_001, 1)], in: thousandths) == 88)
  }

  /// Seconds begin between ticks of 1001/30000 s: at the ticks 29.97 and 59.94.
  @Test func aSecondBeginsWithTheFirstTickInIt() {
    let timebase = Timebase(1_001, 30_000)
    #expect(bits([(29, 1), (30, 10), (59, 10), (60, 1)], in: timebase) == 160)
    // A frame of the second before may be decoded later.
    #expect(bits([(30, 10), (29, 5)], in: timebase) == 80)
  }

  @Test func timesAtTheEndsOfTheRangeAreCounted() {
    #expect(bits([(.min, 1), (.max, 2), (.max, 3)], in: Timebase(1, 1)) == 24)
  }
}
