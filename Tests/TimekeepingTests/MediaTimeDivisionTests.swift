import Testing
import PlayheadTimekeeping

@Suite struct MediaTimeDivisionTests {
  @Test func aQuotientIsExactIfATimebaseFits() {
    let third = MediaTime.seconds(1) / 3
    #expect(third * 3 == .seconds(1))
    #expect(third.timebase == Timebase(1, 3))
    #expect(MediaTime.seconds(10) / 5 == .seconds(2))
    #expect(
      MediaTime(ticks: 1_001, timebase: Timebase(1, 30_000)) / -7 == -MediaTime(
        ticks: 143, timebase: Timebase(1, 30_000)))
    var time = MediaTime.seconds(1)
    time /= 4
    #expect(time == .milliseconds(250))
  }

  @Test func anotherQuotientIsRoundedToNanosecondsOrTicks() {
    let time = MediaTime(ticks: 1, timebase: .nanoseconds)
    #expect(time / 7 == .zero)
    #expect(MediaTime.nanoseconds(20) / 7 == .nanoseconds(3))
    #expect(MediaTime.seconds(.max) / 3_000_000_019 == .nanoseconds(3_074_457_326_146_695_537))
    // Beyond 292 years.
    let long = MediaTime(ticks: .max, timebase: Timebase(.max, 1))
    #expect(long / Int64.max == MediaTime(ticks: 1, timebase: Timebase(.max, 1)))
    #expect((MediaTime.seconds(.max) / (Int64(Int32.max) + 2)).timebase == .nanoseconds)
  }

  @Test func aDivisionThatIsNotPossibleIsNil() async {
    #expect(MediaTime.seconds(1).divided(by: 0) == nil)
    #expect(MediaTime.seconds(.min).divided(by: -1) == nil)
    #expect(MediaTime.seconds(.min).divided(by: .min) == .seconds(1))
    await #expect(processExitsWith: .failure) { _ = MediaTime.seconds(1) / 0 }
  }

  @Test func theRatioOfTimesIsANumber() {
    #expect(MediaTime.seconds(3) / MediaTime.milliseconds(1_500) == 2)
    #expect(MediaTime.seconds(1) / .seconds(4) == 0.25)
  }

  @Test func countsOfAnyIntegerTypeMakeTimes() async {
    let (int, small, large) = (90, UInt8(7), UInt64(8))
    #expect(MediaTime.seconds(int) == .seconds(90))
    #expect(
      MediaTime.seconds(small) + .milliseconds(int) + .nanoseconds(large)
        == .nanoseconds(7_090_000_008))
    #expect(MediaTime.seconds(int).timebase == .seconds)
    await #expect(processExitsWith: .failure) { _ = MediaTime.seconds(UInt64.max) }
  }

  @Test func aDurationIsMadeOfATime() {
    #expect(Duration(.milliseconds(-1_500)) == .seconds(-1.5))
    let third = MediaTime(ticks: 1, timebase: Timebase(1, 3))
    #expect(
      Duration(third)
        == Duration(secondsComponent: 0, attosecondsComponent: 333_333_333_333_333_333))
    for duration in [Duration.zero, .nanoseconds(7), .seconds(-3_600)] {
      #expect(MediaTime(duration).map { Duration($0) } == duration)
    }
    let long = MediaTime(ticks: .max, timebase: Timebase(.max, 1))
    #expect(Duration(long).attoseconds == .max)
    #expect(Duration(MediaTime(ticks: .min, timebase: Timebase(.max, 1))).attoseconds == .min)
  }

  @Test func aTimeIsPrintedInSeconds() {
    #expect("\(MediaTime.nanoseconds(100_234_562))" == "0.100234562 s")
    #expect("\(MediaTime(ticks: 135_000, timebase: Timebase(1, 90_000)))" == "1.5 s")
    #expect("\(MediaTime.zero)" == "0 s" && "\(MediaTime.seconds(-90))" == "-90 s")
    #expect("\(MediaTime.milliseconds(-1))" == "-0.001 s")
    #expect("\(MediaTime(ticks: 2, timebase: Timebase(1, 3)))" == "0.666666667 s")
    let long = MediaTime(ticks: .min, timebase: Timebase(.max, 1))
    #expect("\(long)" == "-19807040619342712361531211776 s")
    let time = MediaTime(ticks: 135_000, timebase: Timebase(1, 90_000))
    #expect(String(reflecting: time) == "1.5 s (135000 × 1/90000)")
  }
}
