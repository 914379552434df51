import PlayheadMedia
import PlayheadTimecode
import PlayheadTimekeeping
import Testing

@Suite struct TimecodeRateTests {
  private func carrying(_ numerator: Int32, _ denominator: Int32, drops: Bool? = nil) throws
    -> TimecodeRate?
  {
    let video = try #require(FrameRate(numerator, denominator))
    return TimecodeRate(carrying: video, isDropFrame: drops)
  }

  @Test(
    arguments: [
      (24, 1, 24, false, Timebase(1, 24)), (24_000, 1_001, 24, false, Timebase(1_001, 24_000)),
      (25, 1, 25, false, Timebase(1, 25)), (30, 1, 30, false, Timebase(1, 30)),
      (30_000, 1_001, 30, true, Timebase(1_001, 30_000)), (48, 1, 24, false, Timebase(1, 24)),
      (50, 1, 25, false, Timebase(1, 25)), (60, 1, 30, false, Timebase(1, 30)),
      (60_000, 1_001, 30, true, Timebase(1_001, 30_000)),
      (48_000, 1_001, 24, false, Timebase(1_001, 24_000)),
    ] as [(Int32, Int32, Int64, Bool, Timebase)])
  func aRateIsCarriedAtItsTrueSpeed(
    _ numerator: Int32, _ denominator: Int32, labels: Int64, drops: Bool, frame: Timebase
  ) throws {
    let rate = try #require(try carrying(numerator, denominator))
    #expect(rate.base == TimecodeBase(nominalRate: labels, isDropFrame: drops))
    #expect(rate.frame == frame)
  }

  @Test(
    arguments: [
      (25, 2), (15, 1), (100, 1), (120, 1), (25_000, 1_001), (50_000, 1_001), (30_000, 1_002),
      (1, .max), (.max, 1), (.max, 1_001),
    ] as [(Int32, Int32)])
  func otherRatesAreNotCarried(_ numerator: Int32, _ denominator: Int32) throws {
    #expect(try carrying(numerator, denominator) == nil)
  }

  @Test func onlyRatesOfNTSCSkipLabels() throws {
    #expect(try carrying(30_000, 1_001, drops: false)?.base.isDropFrame == false)
    #expect(try carrying(30, 1, drops: true) == nil)
    #expect(try carrying(24_000, 1_001, drops: true) == nil)
  }

  @Test func aFrameThatTheContainerRoundsIsItsOwn() throws {
    let counter = TimecodeCounter(try #require(try carrying(30, 1)))
    #expect(counter.timecode(at: .milliseconds(33)).text == "00:00:00:01")
    #expect(counter.timecode(at: .milliseconds(32)).text == "00:00:00:00")
    #expect(counter.timecode(at: .nanoseconds(.max)).base.nominalRate == 30)
  }

  @Test func theStartIsAddedAndDaysBeginAgain() throws {
    let start = try #require(Timecode("23:59:59:24", nominalRate: 25)).frame
    let counter = TimecodeCounter(.pal, start: start)
    #expect(counter.timecode(at: .zero).text == "23:59:59:24")
    #expect(counter.timecode(at: .milliseconds(40)).text == "00:00:00:00")
  }
}
