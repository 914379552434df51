import CoreMedia
import Testing

/// The functions of `CMTimeRange`.
@Suite struct CMTimeRangeTests {
  private func range(_ start: Int64, _ length: Int64) -> CMTimeRange {
    CMTimeRange(start: time(start), duration: time(length))
  }

  private func time(_ value: Int64, _ scale: Int32 = 1, epoch: Int64 = 0) -> CMTime {
    CMTimeMakeWithEpoch(value: value, timescale: scale, epoch: epoch)
  }

  @Test func timesAreClampedToARange() {
    let times = [time(0), time(3), time(9), .negativeInfinity, .positiveInfinity]
    let clamped = times.map { CMTimeClampToRange($0, range: range(2, 4)) }
    #expect(clamped == [time(2), time(3), time(6), time(2), time(6)])
    #expect(!CMTimeClampToRange(time(1), range: .zero).isValid)
    #expect(!CMTimeClampToRange(.invalid, range: range(2, 4)).isValid)
  }

  @Test func rangesAreJoinedAndCut() {
    let (one, two) = (range(0, 4), range(2, 8))
    #expect(CMTimeRangeGetUnion(one, otherRange: two) == range(0, 10))
    #expect(CMTimeRangeGetIntersection(one, otherRange: two) == range(2, 2))
    #expect(CMTimeRangeGetIntersection(one, otherRange: range(9, 1)) == .zero)
    #expect(CMTimeRangeContainsTimeRange(two, otherRange: range(3, 1)))
    #expect(!CMTimeRangeContainsTimeRange(one, otherRange: two))
  }

  @Test func timesAreMappedFromRangeToRange() {
    func map(_ time: CMTime, _ from: CMTimeRange, _ to: CMTimeRange) -> CMTime {
      CMTimeMapTimeFromRangeToRange(time, fromRange: from, toRange: to)
    }
    #expect(map(time(3), range(2, 4), range(10, 8)) == time(12))
    #expect(map(time(0), range(2, 4), range(10, 8)) == time(6))
    #expect(map(time(3), range(2, 3), range(0, 1)) == time(1, 3))
    #expect(!map(time(3), range(2, 0), range(0, 1)).isValid)
    #expect(!map(time(3, epoch: 1), range(2, 3), range(0, 1)).isValid)
    let endless = CMTimeRange(start: time(5), duration: .positiveInfinity)
    #expect(
      map(time(3), CMTimeRange(start: time(1), duration: .positiveInfinity), endless) == time(7))
    let long = CMTimeRange(start: .zero, duration: CMTime(value: .max, timescale: 1))
    #expect(map(CMTime(value: .max, timescale: .max), range(0, 3), long) == .positiveInfinity)
    #expect(map(CMTime(value: .max, timescale: .max), range(0, 3), range(0, 1)).isNumeric)
    #expect(map(CMTime(value: .min, timescale: 1), range(0, 1), long) == .negativeInfinity)
  }

  @Test func lengthsAreMappedByTheRatio() {
    let (one, two) = (range(7, 4), range(1, 6))
    #expect(CMTimeMapDurationFromRangeToRange(time(2), fromRange: one, toRange: two) == time(3))
    let point = time(2, epoch: 1)
    #expect(!CMTimeMapDurationFromRangeToRange(point, fromRange: one, toRange: two).isValid)
  }

  @Test func timesAreFoldedIntoARange() {
    func fold(_ time: CMTime, _ range: CMTimeRange) -> CMTime {
      CMTimeFoldIntoRange(time, foldRange: range)
    }
    #expect(
      [3, 6, 9, 0, -10].map { fold(time($0), range(2, 4)) } == [3, 2, 5, 4, 2].map { time($0) })
    #expect(fold(time(31, 3), range(0, 4)) == time(7, 3))
    #expect(!fold(time(1), .zero).isValid && !fold(time(1, epoch: 1), range(0, 1)).isValid)
    let endless = CMTimeRange(start: time(2), duration: .positiveInfinity)
    #expect(fold(time(3), endless) == time(3) && fold(time(1), endless) == .positiveInfinity)
    #expect(fold(CMTime(value: .min, timescale: .max), range(0, 1)).isNumeric)
  }

  @Test func macrosAreFunctions() {
    #expect(CMTIMERANGE_IS_VALID(range(0, 1)) && CMTIMERANGE_IS_EMPTY(.zero))
    #expect(CMTIMERANGE_IS_INVALID(.invalid) && !CMTIMERANGE_IS_INDEFINITE(range(0, 1)))
    #expect(!CMTimeRange(start: .zero, duration: time(1, epoch: 1)).isValid)
    #expect(CMTIME_IS_POSITIVE_INFINITY(.positiveInfinity) && !CMTIME_HAS_BEEN_ROUNDED(.zero))
    #expect(CMTIME_IS_NEGATIVE_INFINITY(.negativeInfinity))
  }

  @Test func descriptions() {
    let rounded = CMTime(seconds: 2.5, preferredTimescale: 1)
    let times = [time(1, 2), rounded, .invalid, .indefinite, .positiveInfinity, .negativeInfinity]
    #expect(
      times.map { CMTimeCopyDescription(allocator: nil, time: $0) } == [
        "{1/2 = 0.500}", "{2/1 = 2.000, rounded}", "{INVALID}", "{INDEFINITE}", "{+INFINITY}",
        "{-INFINITY}",
      ])
    #expect(
      CMTimeRangeCopyDescription(allocator: nil, range: range(0, 1))
        == "{{0/1 = 0.000}, {1/1 = 1.000}}")
  }
}
