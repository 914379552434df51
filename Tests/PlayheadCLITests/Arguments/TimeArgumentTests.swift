import PlaybackSession
import PlayheadKit
import Testing

@testable import PlayheadArguments
@testable import PlayheadPlayCommands

@Suite struct TimeArgumentTests {
  @Test(arguments: [
    ("90", 90_000), ("0", 0), ("1.5", 1_500), (".5", 500), ("2.", 2_000), ("1:30", 90_000),
    ("01:02:03.5", 3_723_500), ("100:00:00", 360_000_000), ("90:00", 5_400_000),
    ("1h2m3s", 3_723_000), ("250ms", 250), ("1h", 3_600_000), ("1.5m", 90_000),
    ("2s500ms", 2_500),
  ])
  func commonNotationsAreParsed(text: String, milliseconds: Int64) {
    #expect(TimeArgument.parse(text) == .milliseconds(milliseconds))
  }

  @Test func timesAreExactToTheNanosecond() {
    #expect(TimeArgument.parse("0.000000001") == .nanoseconds(1))
    #expect(TimeArgument.parse("1.5us") == .nanoseconds(1_500))
    #expect(TimeArgument.parse("0.0000000001") == nil)
    #expect(TimeArgument.parse("0.10000000000") == .milliseconds(100))
  }

  @Test(arguments: [
    "", ".", ":", "1:", ":30", "1:60", "1:60:00", "1:2:3:4", "-1", "+1", "1 ", " 1", "1e3", "0x10",
    "1m2h", "1s1s", "s", "1x", "1:30s", "nan", "inf", "1..2", "٣", "99999999999999999999",
    "9999999999999999h", "1,5",
  ])
  func invalidTimesAreRejected(text: String) {
    #expect(TimeArgument.parse(text) == nil)
  }

  /// The player's greatest position.
  @Test func aTimeOfMoreThan146YearsIsRejected() {
    #expect(TimeArgument.parse("1281023h53m38s427387903ns") == .nanoseconds(.max / 2))
    for text in ["1281023h53m38s427387904ns", "4611686019", "9223372036", "1281024:00:00"] {
      #expect(TimeArgument.parse(text) == nil)
    }
  }

  @Test func subtitleTimesHaveACommaBeforeThreeDecimals() {
    #expect(TimeArgument.parse("01:02:03,500") == .milliseconds(3_723_500))
    for text in ["01:02:03,5", "1:2:3,500", "02:03,500", "01:02:03.5,500", "3,500"] {
      #expect(TimeArgument.parse(text) == nil)
    }
  }

  @Test func aTimecodeIsParsedAsAPoint() throws {
    let label = try #require(TimecodeLabel("01:00:02;04"))
    #expect(MediaPoint("01:00:02;04") == .timecode(label))
    #expect(
      [label.hours, label.minutes, label.seconds, label.frames] == [1, 0, 2, 4])
    for text in ["24:00:00:00", "00:60:00:00", "00:00:60:00", "0:0:0:", "1:2:3:x", "1;2:3:4"] {
      #expect(MediaPoint(text) == nil)
    }
  }

  @Test func pointsCountFromEitherEndOrArePercentages() throws {
    let duration = MediaTime.seconds(200)
    #expect(try #require(MediaPoint("1:30")).position(in: duration) == .seconds(90))
    #expect(try #require(MediaPoint("-10")).position(in: duration) == .seconds(190))
    #expect(try #require(MediaPoint("-500")).position(in: duration) == .zero)
    #expect(try #require(MediaPoint("50%")).position(in: duration) == .seconds(100))
    #expect(try #require(MediaPoint("12.5%")).position(in: duration) == .seconds(25))
    #expect(try #require(MediaPoint("100%")).position(in: duration) == duration)
    #expect(MediaPoint("0.00000000000000001%") == .share(millionths: 0))
    #expect(MediaPoint("99.9999999999999999%") == .share(millionths: 999_999))
    for text in ["101%", "%", "-%", "-", "--1", "5%%", "-5%"] { #expect(MediaPoint(text) == nil) }
  }
}
