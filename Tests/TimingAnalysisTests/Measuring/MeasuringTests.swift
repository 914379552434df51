import Testing
import PlayheadTimekeeping
import PlayheadTimingAnalysis

@Suite struct MeasuringTests {
  @Test func percentilesAreExactUpTo4096DistinctNumbers() throws {
    var histogram = IntervalHistogram()
    for value in 1...4_096 { histogram.add(Int64(value)) }
    let exact = try #require(IntervalStatistics(histogram, timebase: .milliseconds))
    #expect(exact.isExact && exact.distinctCount == 4_096)
    #expect(exact.median == .milliseconds(2_048) && exact.percentile99 == .milliseconds(4_056))
    #expect(exact.mean == 2.048_5)
    #expect(exact.least == .milliseconds(1) && exact.greatest == .milliseconds(4_096))
  }

  @Test func withMoreNumbersPercentilesAreApproximateAndMemoryIsBounded() throws {
    var histogram = IntervalHistogram()
    for value in 1...1_000_000 { histogram.add(Int64(value % 2 == 0 ? value : -value)) }
    for value in [Int64.min, .max, 0] { histogram.add(value) }
    let near = try #require(IntervalStatistics(histogram, timebase: .nanoseconds))
    #expect(!near.isExact && near.count == 1_000_003)
    #expect(near.distinctCount <= IntervalHistogram.greatestDistinctCount)
    #expect((950_000...990_000).contains(near.percentile99.ticks))
    #expect(near.least == .nanoseconds(.min))
  }

  @Test func statisticsOfFewNumbersAreExact() {
    #expect(IntervalStatistics(IntervalHistogram(), timebase: .seconds) == nil)
    var histogram = IntervalHistogram()
    for value: Int64 in [40, 40, 41] { histogram.add(value) }
    let statistics = IntervalStatistics(histogram, timebase: .milliseconds)
    #expect(statistics?.median == .milliseconds(40))
    #expect(statistics?.percentile99 == .milliseconds(41))
    #expect(histogram.entries.map(\.count) == [2, 1])
  }

  @Test func theSlopeIsPreciseFarFromZero() throws {
    var line = LeastSquares()
    #expect(line.slope == nil)
    for x in 0..<1_000 { line.add(x: 1e9 + Double(x), y: 5 - 0.25 * Double(x)) }
    #expect(abs(try #require(line.slope) + 0.25) < 1e-9)
  }

  @Test func aListKeepsTheFirstThousandAndCountsAll() {
    var list = CappedList<Int>()
    for number in 0..<2_500 { list.append(number) }
    #expect(list.elements == Array(0..<1_000) && list.total == 2_500)
  }
}
