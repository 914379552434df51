import CoreMedia
import Testing
import PlayheadTimekeeping

/// The rules of `CMTime`.
@Suite struct CMTimeTests {
  private func parts(_ time: CMTime) -> [Int64] {
    [time.value, Int64(time.timescale), Int64(time.flags.rawValue)]
  }

  @Test func secondsAreRoundedTowardZero() {
    #expect(parts(CMTime(seconds: 2.5, preferredTimescale: 600)) == [1_500, 600, 1])
    #expect(parts(CMTime(seconds: 3.5, preferredTimescale: 1)) == [3, 1, 3])
    #expect(parts(CMTime(seconds: -3.5, preferredTimescale: 1)) == [-3, 1, 3])
    #expect(CMTime(seconds: 0.25, preferredTimescale: CMTimeScale(NSEC_PER_SEC)).seconds == 0.25)
  }

  @Test func timesThatAreNoNumbers() {
    #expect(!CMTime(seconds: .nan, preferredTimescale: 600).isValid)
    #expect(!CMTime(seconds: 1, preferredTimescale: 0).isValid)
    #expect(!CMTime(value: 1, timescale: 0).isNumeric)
    #expect(CMTime(seconds: .infinity, preferredTimescale: 600) == .positiveInfinity)
    #expect(CMTime(seconds: -1e30, preferredTimescale: 600) == .negativeInfinity)
    #expect(CMTime.indefinite.seconds.isNaN && CMTime.invalid.seconds.isNaN)
    #expect(CMTimeGetSeconds(.negativeInfinity) == -.infinity)
  }

  @Test func aTimescaleIsHalvedUntilTheValueFits() {
    let time = CMTime(seconds: 1e10, preferredTimescale: 1 << 30)
    #expect(parts(time) == [10_000_000_000 << 29, 1 << 29, 1])
  }

  @Test func timesAreOrderedBySecondsAndKind() {
    let ascending: [CMTime] = [
      .negativeInfinity, CMTime(value: -1, timescale: 3), .zero, CMTime(value: 1, timescale: 3),
      CMTime(value: .max, timescale: 1), .indefinite, .positiveInfinity, .invalid,
    ]
    #expect(ascending.shuffled().sorted() == ascending)
    #expect(CMTimeCompare(.invalid, .invalid) == 0 && CMTimeCompare(.zero, .indefinite) == -1)
    #expect(CMTime(value: 1, timescale: 2) == CMTime(value: 300, timescale: 600))
    #expect(Set([CMTime(value: 1, timescale: 2), CMTime(value: 300, timescale: 600)]).count == 1)
    #expect(CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 1) > CMTime(value: 2, timescale: 1))
    #expect(CMTimeMaximum(.zero, .indefinite).isIndefinite)
  }

  @Test func sumsAreInTheLeastCommonTimescale() {
    let (third, quarter) = (CMTime(value: 1, timescale: 3), CMTime(value: 1, timescale: 4))
    #expect(parts(third + quarter) == [7, 12, 1] && parts(third - quarter) == [1, 12, 1])
    let large = CMTime(value: 1, timescale: 2_000_000_011)
    let sum = CMTimeAdd(large, CMTime(value: 1, timescale: 2_000_000_014))
    #expect(sum.timescale == .max && sum.hasBeenRounded && sum.value == 2)
    let most = CMTime(value: .max, timescale: 2)
    #expect(parts(most + most) == [.max, 1, 1])
    let limit = CMTime(value: .max, timescale: 1)
    #expect(limit + limit == .positiveInfinity && .zero - limit - limit == .negativeInfinity)
  }

  @Test func sumsWithoutANumber() {
    #expect(!(CMTime.invalid + .positiveInfinity).isValid)
    #expect(!(CMTime.positiveInfinity - .positiveInfinity).isValid)
    #expect(CMTime.zero - .positiveInfinity == .negativeInfinity)
    #expect(CMTime.indefinite + .zero == .indefinite)
    #expect(CMTime.indefinite + .positiveInfinity == .positiveInfinity)
    let (one, two) = (epoch(1), epoch(2))
    #expect((one + .zero).epoch == 1 && !(one + two).isValid && (one - one).epoch == 0)
    // The sum and the difference of points of one timeline are lengths.
    #expect((one + one).epoch == 0 && (one + one).seconds == 10 && (.zero + one).epoch == 1)
    #expect((.zero - one).epoch == 1 && !(one - two).isValid)
  }

  private func epoch(_ epoch: Int64) -> CMTime {
    CMTimeMakeWithEpoch(value: 5, timescale: 1, epoch: epoch)
  }

  @Test(arguments: [
    (CMTimeRoundingMethod.roundHalfAwayFromZero, [2, -2]), (.roundTowardZero, [1, -1]),
    (.roundAwayFromZero, [2, -2]), (.roundTowardPositiveInfinity, [2, -1]),
    (.roundTowardNegativeInfinity, [1, -2]), (.quickTime, [1, -1]),
  ])
  func scalesAreConvertedByMethod(_ method: CMTimeRoundingMethod, _ expected: [Int64]) {
    let values = [3, -3].map { CMTime(value: $0, timescale: 2).convertScale(1, method: method) }
    #expect(values.map(\.value) == expected && values.allSatisfy(\.hasBeenRounded))
  }

  @Test func conversionsThatDoNotFit() {
    let half = CMTime(value: -1, timescale: 4)
    #expect(CMTimeConvertScale(half, timescale: 1, method: .quickTime).value == -1)
    #expect(half.convertScale(8, method: .default).hasBeenRounded == false)
    let long = CMTime(value: .max, timescale: 1)
    #expect(long.convertScale(2, method: .default) == .positiveInfinity)
    #expect(!long.convertScale(0, method: .default).isValid)
    #expect(CMTime.indefinite.convertScale(2, method: .default) == .indefinite)
  }

  @Test func products() {
    let third = CMTime(value: 1, timescale: 3)
    #expect(parts(CMTimeMultiply(third, multiplier: -6)) == [-6, 3, 1])
    #expect(parts(CMTimeMultiplyByRatio(third, multiplier: 1, divisor: -2)) == [-1, 6, 1])
    #expect(parts(CMTimeMultiplyByRatio(third, multiplier: 4, divisor: 2)) == [2, 3, 1])
    #expect(
      parts(CMTimeMultiplyByRatio(CMTime(value: 43_804, timescale: 600), multiplier: 1, divisor: 4))
        == [43_804, 2_400, 1])
    let long = CMTime(value: 1 << 62, timescale: 1_000_000_000)
    #expect(
      parts(CMTimeMultiplyByRatio(long, multiplier: 8, divisor: 32))
        == [1 << 60, 1_000_000_000, 1])
    #expect(CMTimeMultiplyByRatio(third, multiplier: -1, divisor: 0) == .negativeInfinity)
    #expect(CMTimeMultiplyByRatio(third, multiplier: .min, divisor: .min) == third)
    #expect(!CMTimeMultiplyByRatio(third, multiplier: 0, divisor: 0).isValid)
    #expect(CMTimeMultiplyByFloat64(third, multiplier: 1.5) == CMTime(value: 1, timescale: 2))
    #expect(CMTimeMultiply(.positiveInfinity, multiplier: -1) == .negativeInfinity)
    #expect(CMTimeAbsoluteValue(CMTime(value: -1, timescale: 3)) == third)
    #expect(CMTimeMultiply(CMTime(value: .max, timescale: 1), multiplier: 2) == .positiveInfinity)
  }

  @Test(arguments: [90_000, 44_100, 48_000, 600, 1_000_000_000] as [CMTimeScale])
  func aProductWithOneIsTheTime(timescale: CMTimeScale) {
    for value in -300...300 as ClosedRange<Int64> {
      let time = CMTimeMakeWithEpoch(value: value, timescale: timescale, epoch: 3)
      let product = CMTimeMultiplyByFloat64(time, multiplier: 1)
      #expect(product == time && !product.hasBeenRounded && product.epoch == 3)
    }
  }

  @Test func productsThatDoNotFit() {
    let long = CMTime(value: 1 << 61, timescale: 90_000)
    #expect(parts(CMTimeMultiplyByFloat64(long, multiplier: 8)) == [1 << 62, 22_500, 1])
    #expect(CMTimeMultiplyByFloat64(long, multiplier: -1e300) == .negativeInfinity)
    #expect(CMTimeMultiplyByFloat64(long, multiplier: .infinity) == .positiveInfinity)
    #expect(!CMTimeMultiplyByFloat64(.zero, multiplier: .infinity).isValid)
  }

  @Test func ranges() {
    let second = CMTime(value: 1, timescale: 1)
    let range = CMTimeRange(start: second, duration: second)
    #expect(range.end.seconds == 2 && range.containsTime(second) && !range.containsTime(range.end))
    #expect(range == CMTimeRange(start: second, end: CMTime(value: 4, timescale: 2)))
    let all = CMTimeRange(start: .zero, duration: .positiveInfinity)
    #expect(all.containsTimeRange(range) && all.intersection(range) == range)
    #expect(CMTimeRange(start: .zero, end: second).intersection(range) == .zero)
    #expect(CMTimeRange(start: .zero, end: second).union(range).duration.seconds == 2)
    #expect(!CMTimeRange.invalid.isValid && CMTimeRange.zero.isEmpty)
    #expect(!CMTimeRange(start: .zero, duration: .zero - second).isValid)
    #expect(CMTimeRange(start: .zero, duration: .indefinite).isIndefinite)
  }

  @Test func valuesContainTimes() {
    let time = CMTime(value: 5, timescale: 7)
    #expect(NSValue(time: time).timeValue == time && NSValue(time: time) == NSValue(time: time))
    let range = CMTimeRange(start: time, duration: time)
    #expect(NSValue(timeRange: range).timeRangeValue == range)
    #expect(!NSValue(timeRange: range).timeValue.isValid)
  }

  @Test func timesOfThePlayerConvertExactly() {
    #expect(CMTime(MediaTime(ticks: 3, timebase: Timebase(1_001, 30_000))).value == 3_003)
    let large = MediaTime(ticks: 1 << 61, timebase: Timebase(7, 1 << 30))
    #expect(CMTime(large) == CMTime(value: .max, timescale: 1_000_000_000))
    #expect(
      CMTime(value: 1, timescale: 3).position == MediaTime(ticks: 1, timebase: Timebase(1, 3)))
    #expect(CMTime.indefinite.position == nil && CMTime.negativeInfinity.position == .zero)
  }
}
