import PlaybackSession
import PlayheadKit
import PlayheadTestEnvironment
import PlayheadTimecode
import Testing

@testable import PlayheadRecords

/// Compares timecodes with the frame counts of SMPTE ST 12-1.
@Suite struct TimecodeTests {
  private func count(
    _ numerator: Int32, _ denominator: Int32, start: String? = nil
  ) throws -> TimecodeCount {
    let rate = try #require(FrameRate(numerator, denominator))
    return try #require(TimecodeCount(rate, start: start, frames: FrameCount(rate)))
  }

  private func ntsc(_ frame: Int64) -> String {
    Timecode(frame: frame, base: TimecodeBase(nominalRate: 30, isDropFrame: true)).text
  }

  @Test func labelsAreDroppedEveryMinuteExceptEveryTenth() {
    #expect(ntsc(1_799) == "00:00:59;29" && ntsc(1_800) == "00:01:00;02")
    #expect(ntsc(17_981) == "00:09:59;29" && ntsc(17_982) == "00:10:00;00")
    #expect(ntsc(107_892) == "01:00:00;00")
    #expect(ntsc(2_589_407) == "23:59:59;29" && ntsc(2_589_408) == "00:00:00;00")
    let double = TimecodeBase(nominalRate: 60, isDropFrame: true)
    #expect(Timecode(frame: 3_599, base: double).text == "00:00:59;59")
    #expect(Timecode(frame: 3_600, base: double).text == "00:01:00;04")
    #expect(Timecode(frame: 215_784, base: double).text == "01:00:00;00")
  }

  /// A label's position is the beginning of its frame, where the timecode is that label.
  @Test func eachLabelHasAPosition() throws {
    for (count, text) in [
      (try count(25, 1, start: "01:00:00:00"), "01:00:02:12"),
      (try count(24_000, 1_001), "00:10:00:23"),
      (try count(30_000, 1_001, start: "00:59:59;29"), "01:00:00;00"),
      (try count(60_000, 1_001), "02:03:04;05"),
      (try count(25, 1, start: "23:59:59:24"), "00:00:01:00"),
    ] {
      let label = try #require(TimecodeLabel(text))
      let position = try #require(count.position(of: label))
      #expect(count.timecode(at: position).text == text)
    }
    let label = try #require(TimecodeLabel("01:00:02:00"))
    #expect(try count(25, 1, start: "01:00:00:00").position(of: label) == .seconds(2))
  }

  @Test func theReasonWhyNoFrameHasALabelIsGiven() throws {
    func absence(_ count: TimecodeCount, _ text: String) throws -> String {
      let label = try #require(TimecodeLabel(text))
      #expect(count.position(of: label) == nil)
      return count.absence(of: label).text
    }
    #expect(
      try absence(count(25, 1, start: "01:00:00:00"), "00:59:59:24")
        == "no timecode 00:59:59:24: the first is 01:00:00:00")
    #expect(
      try absence(count(25, 1), "00:00:00:25")
        == "no timecode 00:00:00:25 at 25 frames/s")
    #expect(
      try absence(count(30_000, 1_001), "00:01:00;01")
        == "no timecode 00:01:00;01: drop-frame timecode skips it")
  }

  /// Labels are in ascending order, and their text can be parsed back to the frame. Checks every seventh frame of a day,
  /// or every seventy-first one.
  @Test func theLabelsOfADayAreAscendingAndCanBeParsed() throws {
    var last = ""
    for frame in stride(from: Int64(0), to: 2_589_408, by: TestEffort.isThorough ? 7 : 71) {
      let text = ntsc(frame)
      if text <= last { Issue.record("\(text) comes after \(last)") }
      last = text
      let parsed = try #require(Timecode(text, nominalRate: 30))
      if parsed.frame != frame { Issue.record("\(text) is \(parsed.frame), not \(frame)") }
    }
  }

  @Test func dropFrameDependsOnTheRateAndTheStart() throws {
    #expect(try count(30_000, 1_001).timecode(at: .seconds(3_600)).text == "01:00:00;00")
    #expect(try count(60_000, 1_001).timecode(at: .zero).text == "00:00:00;00")
    #expect(try count(24_000, 1_001).timecode(at: .seconds(3_600)).text == "00:59:56:09")
    #expect(try count(30, 1).timecode(at: .seconds(60)).text == "00:01:00:00")
    let nonDrop = try count(30_000, 1_001, start: "01:00:00:00")
    #expect(nonDrop.timecode(at: .seconds(60)).text == "01:00:59:28")
    let drops = try count(30_000, 1_001, start: "00:59:59;28")
    let frame = MediaTime(ticks: 1_001, timebase: Timebase(1, 30_000))
    #expect(try drops.timecode(at: #require(frame.multiplied(by: 2))).text == "01:00:00;00")
  }

  @Test func aLabelThatDoesNotExistCountsAsTheNextOne() throws {
    #expect(Timecode("00:01:00;00", nominalRate: 30)?.text == "00:01:00;02")
    #expect(Timecode("00:01:00;03", nominalRate: 60)?.text == "00:01:00;04")
    #expect(Timecode("00:10:00;00", nominalRate: 30)?.text == "00:10:00;00")
    for (text, rate, next) in [
      ("00:01:00:00", 30, "00:01:00;02"), ("00:00:59:30", 30, "00:01:00;02"),
      ("00:09:59;31", 30, "00:10:00;00"), ("23:59:59:30", 30, "00:00:00;00"),
      ("00:00:01:99", 25, "00:00:02:00"), ("01;02;03;04", 30, "01:02:03;04"),
    ] as [(String, Int64, String)] {
      let label = try #require(TimecodeLabel(text))
      let base = TimecodeBase(nominalRate: rate, isDropFrame: rate == 30)
      #expect(Timecode(from: label, base: base).text == next)
      #expect((Timecode(label, base: base) == nil) == (text != "01;02;03;04"))
    }
    for text in ["01;00:00:00", "01:00;00:00", "01;00;00:00", "01:00;00;00"] {
      #expect(TimecodeLabel(text) == nil)
    }
  }

  /// Labels of linear timecode in sound, which may begin later than the file.
  @Test(arguments: [("10:00:20:00", "10:00:05:00"), ("00:00:10:00", "23:59:55:00")])
  func labelsBeforeTheFirstOneAreCounted(_ label: String, _ text: String) throws {
    let position = MediaTime.milliseconds(20_010)
    let rate = try #require(FrameRate(25, 1))
    let count = try #require(TimecodeCount(rate, label: label, at: position))
    #expect(count.timecode(at: position).text == label)
    #expect(count.timecode(at: .milliseconds(5_010)).text == text)
    for (label, time) in [(text, .milliseconds(5_010)), (label, position)] {
      #expect(count.position(of: try #require(TimecodeLabel(label))) == time)
    }
  }

  @Test func aLabelBeforeTheFileHasNoPosition() throws {
    let rate = try #require(FrameRate(25, 1))
    let count = try #require(TimecodeCount(rate, label: "10:00:20:00", at: .seconds(20)))
    #expect(count.position(of: try #require(TimecodeLabel("10:00:00:00"))) == .zero)
    #expect(count.position(of: try #require(TimecodeLabel("09:59:59:24"))) == nil)
  }

  @Test func invalidTimecodesAndRatesAreRejected() {
    for text in [
      "", "01:00:00", "24:00:00:00", "00:60:00:00", "00:00:00:30", "a:b:c:d", "-1:0:0:0",
    ] {
      #expect(Timecode(text, nominalRate: 30) == nil)
    }
    for (numerator, denominator) in [(25, 2), (15_000, 1_001), (121, 1)] as [(Int32, Int32)] {
      let rate = FrameRate(numerator, denominator)
      let isCounted = rate.map { TimecodeCount($0, start: nil, frames: FrameCount($0)) != nil }
      #expect(isCounted == (denominator == 1_001))
    }
  }

  @Test func aFrameIsShownFromItsStart() throws {
    var track = MediaTrack(index: 0, kind: .video, timebase: Timebase(1, 1_000))
    track.constantFrameRate = FrameRate(30_000, 1_001)
    track.startTicks = 21
    track.durationTicks = 1_001
    let frames = try #require(FrameCount(of: track, in: info([track]), from: .zero))
    func shown(_ milliseconds: Int64, isOver: Bool = false) -> Int64? {
      frames.shown(at: .milliseconds(milliseconds), isOver: isOver)
    }
    #expect(shown(20) == nil && shown(21) == 0)
    // The container rounds 33.37 ms to 33.
    #expect(shown(53) == 0 && shown(54) == 1)
    #expect(shown(1_021) == 29 && shown(5_000) == 29)
    #expect(shown(1_022, isOver: true) == 29)
  }

  @Test(arguments: [(25, ":48"), (50, ":24"), (24, ":24")] as [(Int32, String)])
  func labelsOfEverySecondFrameAreCountedAtTheRateOfTheVideo(labels: Int32, end: String) throws {
    var video = MediaTrack(index: 0, kind: .video, timebase: Timebase(1, 50))
    video.constantFrameRate = FrameRate(50, 1)
    var track = MediaTrack(index: 1, kind: .data, timebase: Timebase(1, labels))
    track.frameRate = FrameRate(labels, 1)
    track.tags = [MediaTag(key: "timecode", value: "10:00:00:24")]
    video.tags = track.tags
    let count = try #require(TimecodeCount(of: info([video, track]), rate: nil))
    #expect(count.timecode(at: .zero).text == "10:00:00\(end)")
  }

  @Test func variableRatesHaveNoFrameNumbers() {
    let track = MediaTrack(index: 0, kind: .video, timebase: .milliseconds)
    #expect(FrameCount(of: track, in: info([track]), from: .zero) == nil)
  }

  @Test func anEstimatedDurationDoesNotLimitTheFrameNumber() throws {
    var track = MediaTrack(index: 0, kind: .video, timebase: .milliseconds)
    track.constantFrameRate = FrameRate(25, 1)
    (track.startTicks, track.durationTicks) = (0, 1_000)
    var info = info([track])
    #expect(
      FrameCount(of: track, in: info, from: .zero)?.shown(at: .seconds(2), isOver: false) == 24)
    info.isDurationEstimated = true
    #expect(
      FrameCount(of: track, in: info, from: .zero)?.shown(at: .seconds(2), isOver: false) == 50)
  }

  @Test func theLastFrameIsShownWhileTheSoundContinues() {
    var track = MediaTrack(index: 0, kind: .video, timebase: .milliseconds)
    track.constantFrameRate = FrameRate(25, 1)
    var info = info([track])
    info.isDurationEstimated = true
    var item = PlayedItem(file: "a.mpg", number: 1)
    item.describe(info, timecodeRate: nil)
    var progress = PlayheadProgress(
      position: .seconds(2), hostInstant: HostInstant(nanoseconds: 0), rate: .paused,
      state: .ended, cause: .ended)
    progress.duration = MediaDuration(time: .seconds(2), isExact: true)
    progress.lastFrameStart = .milliseconds(960)
    #expect(item.frame(at: progress) == 24)
  }

  private func info(_ tracks: [MediaTrack]) -> MediaInfo {
    MediaInfo(name: "a", container: "mpeg", tracks: tracks, isSeekable: true)
  }
}
