import PlayheadTestEnvironment
import Testing

@testable import PlayheadTimekeeping

@Suite struct MediaTimeTests {
  @Test func timesOfDifferentTimebasesCompareExactly() {
    let half = MediaTime(ticks: 45_000, timebase: Timebase(1, 90_000))
    #expect(half == .milliseconds(500))
    #expect(half.hashValue == MediaTime.milliseconds(500).hashValue)
    let third = MediaTime(ticks: 1, timebase: Timebase(1, 3))
    #expect(third > .nanoseconds(333_333_333))
    #expect(third < .nanoseconds(333_333_334))
    let greatest = MediaTime(ticks: .max, timebase: Timebase(.max, 1))
    let least = MediaTime(ticks: .min, timebase: Timebase(.max, 1))
    #expect(least < greatest)
    #expect(greatest != MediaTime(ticks: .max, timebase: Timebase(1, .max)))
  }

  @Test func equalTimesHaveEqualHashes() {
    let timebases = [Timebase(1, 4), Timebase(1, 8), Timebase(3, 4), Timebase(1, 1)]
    let times = timebases.flatMap { base in
      (-24...24).map { MediaTime(ticks: $0, timebase: base) }
    }
    for one in times {
      for two in times where one == two { #expect(one.hashValue == two.hashValue) }
    }
    #expect(Set(times).count == Set(times.map { Int64($0.seconds * 8) }).count)
  }

  @Test func conversionRoundsAsSpecified() {
    let time = MediaTime(ticks: 1_500, timebase: .microseconds)
    #expect(time.converted(to: .milliseconds, rounding: .down)?.ticks == 1)
    #expect(time.converted(to: .milliseconds, rounding: .up)?.ticks == 2)
    #expect(time.converted(to: .milliseconds, rounding: .toNearestOrEven)?.ticks == 2)
    let negative = MediaTime(ticks: -1_500, timebase: .microseconds)
    #expect(negative.converted(to: .milliseconds, rounding: .down)?.ticks == -2)
    #expect(negative.converted(to: .milliseconds, rounding: .up)?.ticks == -1)
    #expect(negative.converted(to: .milliseconds, rounding: .towardZero)?.ticks == -1)
    #expect(negative.converted(to: .milliseconds, rounding: .awayFromZero)?.ticks == -2)
    #expect(negative.converted(to: .milliseconds, rounding: .toNearestOrAwayFromZero)?.ticks == -2)
  }

  @Test func overflowIsReported() {
    let greatest = MediaTime.seconds(.max)
    #expect(greatest.converted(to: .nanoseconds, rounding: .down) == nil)
    #expect(greatest.adding(.seconds(1)) == nil)
    #expect(MediaTime.seconds(.min).subtracting(.seconds(1)) == nil)
    #expect(greatest.multiplied(by: 2) == nil)
    #expect(greatest.nanoseconds(rounding: .down) == .max)
    #expect(MediaTime.seconds(.min).nanoseconds(rounding: .down) == .min)
    #expect(MediaTime(seconds: .nan) == nil)
    #expect(MediaTime(seconds: .infinity) == nil)
    #expect(MediaTime(seconds: 1e12) == nil)
  }

  @Test func sumsAreExact() {
    let audio = MediaTime(ticks: 1, timebase: Timebase(1, 44_100))
    let video = MediaTime(ticks: 1, timebase: Timebase(1_001, 30_000))
    let sum = audio.adding(video)
    #expect(sum?.subtracting(video) == audio)
    #expect(sum?.subtracting(audio) == video)
  }

  @Test func aDayOfFramesDoesNotDrift() {
    let frame = MediaTime(ticks: 1_001, timebase: Timebase(1, 30_000))
    let frames = Int64(TestEffort.rounds(2_589_410))
    let sum = (0..<frames).reduce(Optional(MediaTime.zero)) { sum, _ in sum?.adding(frame) }
    #expect(sum == frame.multiplied(by: frames))
  }

  @Test func wholeMultiplesAreRoundedDown() {
    let interval = MediaTime.milliseconds(250)
    #expect(MediaTime.seconds(1).wholeMultiples(of: interval) == 4)
    #expect(MediaTime.nanoseconds(999_999_999).wholeMultiples(of: interval) == 3)
    #expect(MediaTime.nanoseconds(-1).wholeMultiples(of: interval) == -1)
    #expect(MediaTime.seconds(.max).wholeMultiples(of: .nanoseconds(1)) == .max)
    let frame = MediaTime(ticks: 1_001, timebase: Timebase(1, 30_000))
    #expect(frame.multiplied(by: 17)?.wholeMultiples(of: frame) == 17)
  }

  @Test func secondsKeepTheirPrecisionInLongFiles() {
    let day = MediaTime(ticks: 86_400 * 14_112_000 + 1, timebase: Timebase(1, 14_112_000))
    #expect(day.seconds == 86_400 + 1.0 / 14_112_000)
    #expect(MediaTime(Duration.milliseconds(1_500))?.seconds == 1.5)
  }
}
