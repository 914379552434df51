import Glibc
import PlayheadKit
import PlayheadTestEnvironment
import Testing

@testable import PlayheadFormatting
@testable import PlayheadOutputs
@testable import PlayheadPlayCommands
@testable import PlayheadRecords

@Suite struct RecordFormatTests {
  private func progress(
    _ position: MediaTime, of duration: MediaTime?, isExact: Bool = true,
    state: PlaybackState = .playing
  ) -> PlayheadProgress {
    var progress = PlayheadProgress(
      position: position, hostInstant: HostInstant(nanoseconds: 7), rate: Rate(3, 2),
      state: state, cause: .interval)
    progress.duration = duration.map { MediaDuration(time: $0, isExact: isExact) }
    progress.skipped = 2
    return progress
  }

  private let item = PlayedItem(file: "a\"\\\n\u{1}\u{9B}\u{202E}é", number: 2)

  private func line(
    _ progress: PlayheadProgress, _ format: PlayOptions.Format,
    _ change: (inout PlayOptions) -> Void = { _ in }
  ) -> String {
    var options = PlayOptions()
    change(&options)
    var format = options.makeFormat(format)
    var bytes: [UInt8] = []
    format.append(.progress(progress, wallTime: nil), of: item, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func aTemplateWithALineBreakInADateIsNotOneLine() throws {
    for (text, isOneLine) in [
      ("{wall_time:%H:%M}", true), ("{wall_time:%H%n%M}", false), ("{wall_time:%-n}", false),
      ("{wall_time:%%n}", true), ("{position}\n", false),
    ] {
      #expect(try Template(text, hasEscapes: true).isOneLine == isOneLine)
    }
  }

  /// All formats of records, and the numbers of reports.
  private var allFormats: [String] {
    PlayOptions.Format.allCases.map { format in
      line(progress(.nanoseconds(1_234_567_899), of: .seconds(3)), format) {
        $0.style.template = try? Template("{position} {rate} {percent}", hasEscapes: false)
      }
    } + [fixed(1.25, 2), fixed(-0.5, 1)]
  }

  @Test(.enabled(if: CommaLocale.isAvailable, "there is no localedef"))
  func theLocaleOfTheProgramDoesNotCount() async {
    await #expect(processExitsWith: .success) {
      let formats = RecordFormatTests().allFormats
      try #require(try CommaLocale.begin())
      #expect(RecordFormatTests().allFormats == formats)
    }
  }

  private func text(_ progress: PlayheadProgress) -> String { line(progress, .text) }

  @Test func numbersAreTruncated() {
    let duration = MediaTime.nanoseconds(5_312_999_999)
    #expect(text(progress(.nanoseconds(1_999_999_999), of: duration)) == "1.999 5.312 37.6\n")
    #expect(text(progress(.nanoseconds(5_312_999_998), of: duration)) == "5.312 5.312 99.9\n")
    #expect(text(progress(duration, of: duration, state: .ended)) == "5.312 5.312 100.0\n")
  }

  @Test func theRemainingTimeDoesNotExceedTheDuration() {
    let third = MediaTime(ticks: 49, timebase: Timebase(1, 3))
    let record = line(progress(.nanoseconds(0), of: third), .text) {
      ($0.style.fields, $0.style.precision) = ([.remaining, .duration], 9)
    }
    #expect(record == "16.333333333 16.333333333\n")
  }

  @Test func onlyTheEndIsAHundredPercent() {
    let duration = MediaTime.seconds(1)
    #expect(text(progress(duration, of: duration, isExact: false)) == "1.000 1.000 99.9\n")
    #expect(text(progress(.zero, of: .zero, state: .ended)) == "0.000 0.000 100.0\n")
  }

  @Test func anUnknownDurationIsADash() {
    #expect(text(progress(.seconds(1), of: nil)) == "1.000 - -\n")
  }

  @Test func jsonNumbersHaveSixDecimals() {
    #expect(
      line(progress(.nanoseconds(1_234_567_899), of: .seconds(3)), .json)
        == #"{"type":"progress","item":2,"file":"a\"\\\n\u0001\u009b\u202eé","title":null,"#
        + #""position":1.234567,"due":1.234567,"duration":3.000000,"duration_exact":true,"#
        + #""remaining":1.765432,"remaining_host":1.176954,"fraction":0.411522,"frame":null,"#
        + #""chapter":null,"chapter_title":null,"rate":1.500000,"state":"playing","#
        + #""cause":"interval","skipped":2,"host_time_ns":null,"wall_time":null,"eta":null}"# + "\n"
    )
  }

  @Test func optionsSelectFieldsAndPrecision() {
    let moment = progress(.nanoseconds(1_234_567_899), of: .seconds(3))
    let change: (inout PlayOptions) -> Void = { options in
      options.style.fields = [.rate, .position, .item]
      options.style.precision = 9
    }
    #expect(line(moment, .text, change) == "1.5 1.234567899 2\n")
    #expect(line(moment, .csv, change) == "1.5,1.234567899,2\n")
    #expect(line(moment, .tsv, change) == "1.5\t1.234567899\t2\n")
    #expect(
      line(moment, .json, change)
        == #"{"type":"progress","rate":1.500000,"position":1.234567899,"item":2}"# + "\n")
    #expect(line(moment, .text) { $0.style.precision = 0 } == "1 3 41.1\n")
  }

  @Test func eachFormatQuotesTextByItsRules() {
    let moment = progress(.zero, of: .seconds(3))
    let file: (inout PlayOptions) -> Void = { $0.style.fields = [.file, .title] }
    #expect(line(moment, .text, file) == "a\"\\\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}é -\n")
    #expect(line(moment, .csv, file) == "\"a\"\"\\\n\u{1}\u{9B}\u{202E}é\",\n")
    #expect(line(moment, .tsv, file) == "a\"\\\\\\n\u{1}\u{9B}\u{202E}é\t\n")
    var options = PlayOptions()
    file(&options)
    var bytes: [UInt8] = []
    var format = options.makeFormat(.csv, isForTerminal: true)
    format.append(.progress(moment, wallTime: nil), of: item, to: &bytes)
    #expect(!bytes.contains { $0 < 0x20 && $0 != 0x0A })
  }

  @Test func templatesWriteTimesInEachForm() throws {
    let template = try Template(
      #"{{{position:hms}}} {position:ms} {position:s.0} {position:s.9} {due:timecode} {title}\t\\\e\c x"#,
      hasEscapes: true)
    let moment = progress(.nanoseconds(3_723_004_005_006), of: nil)
    #expect(
      line(moment, .template) { $0.style.template = template }
        == "{01:02:03.004} 3723004 3723 3723.004005006 - -\t\\\u{1B}")
  }

  private func template(
    _ text: String, _ progress: PlayheadProgress, _ item: PlayedItem? = nil,
    wallTime: WallTime? = nil
  ) throws -> String {
    var bytes: [UInt8] = []
    try Template(text, hasEscapes: true).append(
      Moment(progress: progress, wallTime: wallTime, item: item ?? self.item),
      PlayOptions().templateStyle, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func theLastLineOfATemplateSaysHowPlaybackEnded() throws {
    var item = self.item
    item.ending = .quit
    #expect(try template("{state}", progress(.seconds(1), of: nil), item) == "quit")
  }

  @Test func numbersHaveTheRequestedDecimals() throws {
    let moment = progress(.nanoseconds(1_234_567_899), of: .seconds(3))
    #expect(try template("{percent:0} {percent:1} {percent:4}", moment) == "41 41.1 41.1522")
    #expect(try template("{fraction:0} {fraction:2} {fraction:9}", moment) == "0 0.41 0.411522633")
    #expect(try template("{rate:0} {rate:2} {item:0} {item:2}", moment) == "1 1.50 2 2.00")
    #expect(try template("{position:0} {position:9}", moment) == "1 1.234567899")
    #expect(try template("{remaining_host:1}", moment) == "1.1")
    let end = progress(.seconds(3), of: .seconds(3), state: .ended)
    #expect(try template("{percent:0} {percent:3} {fraction:0}", end) == "100 100.000 1")
    #expect(try template("{percent:0}", progress(.seconds(1), of: nil)) == "-")
  }

  @Test func timesHaveTheRequestedForm() throws {
    let moment = progress(.nanoseconds(3_723_984_005_006), of: nil)
    #expect(try template("{position:hms.0} {position:hms.1}", moment) == "01:02:03 01:02:03.9")
    #expect(
      try template("{position:h:mm:ss} {position:hh:mm:ss.2}", moment) == "1:02:03 01:02:03.98")
    // Without hours, minutes exceed 59.
    #expect(try template("{position:m:ss} {position:mm:ss.1}", moment) == "62:03 62:03.9")
    let early = progress(.seconds(7), of: nil)
    #expect(try template("{due:h:mm:ss} {due:m:ss} {due:mm:ss}", early) == "0:00:07 0:07 00:07")
    #expect(try template("{duration:m:ss}", early) == "-")
  }

  @Test func anyFieldCanBeWrittenAsJSON() throws {
    let moment = progress(.milliseconds(1_500), of: nil)
    let item = PlayedItem(file: "a \"b\".mp4", number: 1, title: "two\nlines\u{1B}")
    #expect(
      try template(
        "{{\"t\":{title:json},\"f\":{file:json},\"p\":{position:json},\"d\":{duration:json}}}",
        moment,
        item) == #"{"t":"two\nlines\u001b","f":"a \"b\".mp4","p":1.500000,"d":null}"#)
  }

  @Test func datesAreWrittenInTheLocalTimeZone() throws {
    var (seconds, local) = (1_769_860_802, tm())
    localtime_r(&seconds, &local)
    let moment = progress(.seconds(1), of: .seconds(4))
    let wallTime = WallTime(nanoseconds: 1_769_860_800_000_001_000)
    let text = try template("{eta:local}|{eta:%H:%M}|{eta:json}", moment, wallTime: wallTime)
    let parts = text.split(separator: "|").map(String.init)
    let (hour, minute) = (Int(local.tm_hour), Int(local.tm_min))
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
    #expect(parts[1] == "\(two(hour)):\(two(minute))")
    #expect(parts[0].contains("T\(two(hour)):\(two(minute)):02.000001"))
    #expect(parts[0].contains(/[+-]\d\d:\d\d$/))
    #expect(parts[2] == "\"2026-01-31T12:00:02.000001Z\"")
    #expect(try template("{eta:local} {eta:%H}", moment) == "- -")
  }

  @Test func theItemNumberAndCountAreAvailable() throws {
    let item = PlayedItem(file: "a", number: 2, of: 3)
    #expect(try template("{item}/{items}", progress(.zero, of: nil), item) == "2/3")
  }

  /// A combining mark forms one character with the brace before it.
  @Test func aCombiningMarkAfterABraceIsLiteralText() throws {
    let template = try Template("{position:s.0}\u{301}", hasEscapes: false)
    let moment = progress(.seconds(7), of: nil)
    #expect(line(moment, .template) { $0.style.template = template } == "7\u{301}\n")
  }

  @Test(arguments: [
    ("{", "without '}'"), ("}", "without '{'"), ("{nope}", "(fields: item, file, title"),
    ("{position:x}", "hms, ms, s.N"), ("{position:s.10}", "hms"), ("{file:ms}", "not a time"),
    ("{remaining_host:timecode}", "not a time"),
    ("{percent:10}", "N decimals"), ("{title:1}", "not a number"), ("{eta:hms}", "%H:%M"),
    ("{eta:x}", "local"), (#"\q"#, "unknown escape"), (#"a\"#, "backslash"),
  ])
  func anInvalidTemplateIsRefused(text: String, reason: String) {
    do throws(UsageError) {
      _ = try Template(text, hasEscapes: true)
      Issue.record("\(text) was taken")
    } catch {
      #expect(error.text.contains(reason))
    }
  }

  @Test func chapterAndRemainingTimeFollowThePosition() {
    var info = MediaInfo(name: "f", container: "c", tracks: [], isSeekable: true)
    info.tags = [MediaTag(key: "TITLE", value: "T")]
    info.chapters = [
      Chapter(start: .seconds(1), end: .seconds(2), title: "One"),
      Chapter(start: .seconds(2), end: .seconds(3), title: nil),
    ]
    var item = item
    item.describe(info, timecodeRate: nil)
    func values(_ position: MediaTime) -> String {
      let format = ColumnFormat(
        [.title, .chapter, .chapterTitle, .remaining], separator: " ", hasHeader: false,
        style: FieldStyle(.printable, places: 0, absent: "-"))
      var bytes: [UInt8] = []
      format.append(
        .progress(progress(position, of: .seconds(9)), wallTime: nil), of: item, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(values(.zero) == "T - - 9\n")
    #expect(values(.seconds(1)) == "T 1 One 8\n")
    #expect(values(.seconds(2)) == "T 2 - 7\n")
    #expect(values(.seconds(9)) == "T 2 - 0\n")
  }

  @Test func theExpectedEndIsWrittenAsWallTime() throws {
    var bytes: [UInt8] = []
    let wallTime = WallTime(nanoseconds: 1_769_860_800_000_001_000)
    ColumnFormat(
      [.wallTime, .eta], separator: " ", hasHeader: false,
      style: FieldStyle(.printable, places: 0, absent: "-")
    ).append(
      .progress(progress(.seconds(1), of: .seconds(4)), wallTime: wallTime), of: item, to: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "2026-01-31T12:00:00.000001Z 2026-01-31T12:00:02.000001Z\n")
  }

  @Test func negativeTimesKeepTheirSign() {
    #expect(MediaTime.milliseconds(-1_500).decimalText(places: 3) == "-1.500")
    #expect(MediaTime.nanoseconds(-1).decimalText(places: 3) == "0.000")
    #expect(MediaTime.seconds(.max).decimalText(places: 6) == "9223372036.854775")
  }
}
