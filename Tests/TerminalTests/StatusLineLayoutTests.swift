import PlaybackSession
import PlayheadKit
import Testing

@testable import PlayheadFormatting
@testable import PlayheadOutputs
@testable import PlayheadRecords
@testable import PlayheadTerminal

@Suite struct StatusLineLayoutTests {
  private static let plain = TerminalStyle(environment: { _ in nil }, wantsColors: true)
  /// Without colors.
  private static let smooth = TerminalStyle(
    environment: { ["TERM": "xterm", "LANG": "en_US.UTF-8"][$0] }, wantsColors: false)
  private static let colored = TerminalStyle(
    environment: { $0 == "TERM" ? "xterm" : nil }, wantsColors: true)

  private func content(
    _ position: MediaTime, of duration: MediaTime? = .seconds(10), isExact: Bool = true,
    state: PlaybackState = .playing, rate: Rate = .normal, title: String? = nil,
    chapters: [(Int64, String)] = []
  ) -> StatusLineContent {
    var progress = PlayheadProgress(
      position: position, hostInstant: HostInstant(nanoseconds: 7), rate: rate, state: state,
      cause: .interval)
    progress.duration = duration.map { MediaDuration(time: $0, isExact: isExact) }
    var content = StatusLineContent(progress, rate: rate)
    content.title = title
    var info = MediaInfo(name: "a.mkv", container: "matroska", tracks: [], isSeekable: true)
    info.chapters = chapters.map { start, title in
      Chapter(start: .seconds(start), end: .seconds(start + 1), title: title)
    }
    content.chapters = ChapterList(info)
    return content
  }

  private func line(
    _ content: StatusLineContent, _ columns: Int = 80, _ style: TerminalStyle = plain
  ) -> String {
    StatusLineLayout(columns: columns, style: style).line(content).text
  }

  /// Returns the part of the line between the ends of the bar.
  private func bar(
    _ content: StatusLineContent, _ columns: Int = 80, _ style: TerminalStyle = plain
  ) -> String {
    let line = line(content, columns, style)
    let (start, end): (Character, Character) = style.hasBlocks ? ("▕", "▏") : ("[", "]")
    guard let first = line.firstIndex(of: start), let last = line.lastIndex(of: end) else {
      return ""
    }
    return String(line[first..<last].dropFirst())
  }

  @Test func showsStateElapsedBarDurationPercentAndRemaining() {
    #expect(
      line(content(.milliseconds(5_250)))
        == "playing 0:05.2 [##############-------------]  0:10.0  52.5%  -0:05")
  }

  /// Whole seconds are rounded up, unless the result would exceed the duration.
  @Test func theRemainingTimeDoesNotExceedTheDuration() {
    let duration = MediaTime.milliseconds(5_312)
    #expect(line(content(.zero, of: duration)).hasSuffix(" -0:05"))
    #expect(line(content(.milliseconds(1_312), of: duration)).hasSuffix(" -0:04"))
    #expect(line(content(.milliseconds(1_400), of: duration)).hasSuffix(" -0:04"))
    #expect(line(content(.zero, of: duration, rate: Rate(1, 2))).hasSuffix(" -0:10 0.5x"))
    #expect(line(content(.zero, of: .milliseconds(500))).hasSuffix(" -0:00"))
  }

  @Test func theNormalRateIsNotShown() {
    #expect(!line(content(.seconds(5))).contains("x"))
    #expect(line(content(.seconds(5), rate: Rate(3, 2))).hasSuffix(" 1.5x"))
  }

  @Test func theBarGrowsByEighthsOfACell() {
    let cells = bar(content(.zero), 80, Self.smooth).count
    let lines = (0...(8 * cells)).map { (eighth: Int) -> String in
      let position = eighth * 10_000_000_000 / (8 * cells) + 1
      return bar(content(.nanoseconds(Int64(position))), 80, Self.smooth)
    }
    #expect(Set(lines).count == 8 * cells + 1)
    #expect(lines.allSatisfy { $0.count == cells })
    #expect(lines[8 * 3 + 4].hasPrefix("███▌ "))
    #expect(lines.last == String(repeating: "█", count: cells))
  }

  @Test(arguments: [
    (["LANG": "de_DE.UTF-8"], true), (["LANG": "C.utf8"], true), (["LANG": "C"], false),
    ([:], false),
    (["LANG": "C.UTF-8", "LC_ALL": "C"], false), (["LC_CTYPE": "C.UTF-8", "LANG": "C"], true),
    (["LC_ALL": "", "LANG": "C.UTF-8"], true), (["LANG": "C.UTF-8", "TERM": "linux"], false),
    (["LANG": "C.UTF-8", "TERM": "dumb"], false),
  ])
  func theBarIsSmoothInAUTF8Locale(variables: [String: String], isSmooth: Bool) {
    let variables = ["TERM": "xterm"].merging(variables) { $1 }
    let style = TerminalStyle(environment: { variables[$0] }, wantsColors: true)
    #expect(style.hasBlocks == isSmooth)
  }

  @Test func chapterMarksDoNotHideThePlayedPart() {
    let chapters: [(Int64, String)] = [(0, ""), (3, ""), (7, "")]
    for style in [Self.plain, Self.smooth] {
      for tenth in Int64(0)..<100 {
        let content = content(.milliseconds(tenth * 100), chapters: chapters)
        let (marked, plain) = (
          bar(content, 80, style), bar(self.content(.milliseconds(tenth * 100)), 80, style)
        )
        let isPlayed = { (character: Character) in "#█▉".contains(character) }
        #expect(
          marked.filter(isPlayed).count == plain.filter { "#█".contains($0) }.count
            + (plain.contains("▉") ? 1 : 0))
      }
    }
    // If the whole bar would be marks, it has none.
    let many = content(.seconds(5), chapters: (0..<10).map { (Int64($0), "") })
    #expect(bar(many, 40).filter { $0 == "|" }.isEmpty)
    #expect(bar(many, 40).contains("#-"))
  }

  @Test func theWidthOfTheBarDoesNotDependOnTheTitle() {
    let chapters: [(Int64, String)] = [
      (0, "One"), (2, "A chapter whose title is long"), (4, ""), (6, "曲曲曲"),
    ]
    for columns in 20...200 {
      for style in [Self.plain, Self.smooth] {
        let widths = Set(
          (0..<10).map { second in
            bar(content(.seconds(second), title: "All", chapters: chapters), columns, style).count
          })
        #expect(widths.count == 1, "\(columns)")
      }
    }
  }

  @Test func theWidthOfTheBarDependsOnTheWindowAloneAndIsAtLeastAThird() {
    var paused = content(.seconds(5), state: .paused)
    paused.precision = .milliseconds
    var framed = paused
    framed.frame = 131
    var loud = content(.seconds(5), rate: Rate(3, 2), title: "A long title of a short film")
    (loud.volume, loud.isMuted, loud.isLooping) = (Volume(percent: 50), true, true)
    loud.listing = .init(name: "film.mkv", number: 2, count: 13)
    for columns in 30...240 {
      let widths = [content(.seconds(5)), loud, paused, framed]
        .map { bar($0, columns).count }
      #expect(Set(widths).count == 1, "\(columns): \(widths)")
      #expect(widths.allSatisfy { $0 * 3 >= columns - 1 }, "\(columns): \(widths)")
    }
    #expect(line(paused).hasSuffix(" -0:05"))
  }

  @Test func inANarrowWindowTheRateIsDroppedBeforeTheBar() {
    for duration in [MediaTime.seconds(10), .seconds(7_200), .seconds(36_000)] {
      let text = line(content(.seconds(5), of: duration, rate: Rate(3, 2)), 40)
      #expect(text.contains("[") && !text.contains("x"), "\(text)")
    }
    #expect(line(content(.seconds(5), rate: Rate(3, 2)), 80).contains(" 1.5x"))
  }

  @Test func aBarHasItsPercentage() {
    for duration in [MediaTime.seconds(10), .seconds(7_200), .seconds(36_000)] {
      let text = line(content(.seconds(5), of: duration), 40)
      #expect(text.contains("[") && text.contains("%"), "\(text)")
    }
  }

  @Test func longFilesAreShownInHoursAndWholeSeconds() {
    let text = line(content(.milliseconds(5_250), of: .seconds(7_200)))
    #expect(text.hasPrefix("playing 0:00:05 [") && text.contains("]  2:00:00 "))
    #expect(text.contains(" -1:59:55"))
    // So is a position beyond an hour if the duration is unknown.
    #expect(line(content(.seconds(3_725), of: nil)).hasPrefix("playing 1:02:05 "))
  }

  @Test func steppingShowsMillisecondsAndTheFrame() {
    var content = content(.milliseconds(5_250), state: .paused)
    content.precision = .milliseconds
    #expect(line(content).hasPrefix("paused  0:05.250 ["))
    content.frame = 131
    #expect(line(content).hasSuffix(" frame 131"))
  }

  @Test func severalFilesAreCountedAndNamed() {
    var content = content(.seconds(4), title: "All", chapters: [(3, "One")])
    content.listing = .init(name: "film.mkv", number: 2, count: 3)
    #expect(line(content, 100).hasSuffix(" 2/3 film.mkv – One"))
    content.position = .seconds(1)
    #expect(line(content, 100).hasSuffix(" 2/3 film.mkv – All"))
  }

  @Test func aSingleFileWithoutATitleShowsItsName() {
    var content = content(.seconds(4), chapters: [(5, "Two")])
    content.listing = .init(name: "film.mkv", number: 1, count: 1)
    #expect(line(content).hasSuffix(" -0:06 film.mkv"))
    content.title = "All"
    #expect(line(content).hasSuffix(" -0:06 All"))
    content.position = .seconds(6)
    #expect(line(content).hasSuffix(" -0:04 Two"))
  }

  @Test(arguments: [
    (EndReason.next, "skipped"), (.previous, "skipped"), (.quit, "quit   "),
    (.interrupted, "stopped"), (.endTime, "stopped"), (.error, "failed "), (.end, "ended  "),
  ])
  func aFinishedLineSaysHowItEnded(ending: EndReason, word: String) {
    var content = content(.seconds(4), state: ending == .end ? .ended : .paused)
    content.ending = ending
    #expect(line(content).hasPrefix(word + " 0:04.0"))
  }

  @Test func aNoteReplacesLessImportantPartsAndMovesNothing() {
    var content = content(.seconds(4), title: "A tune")
    let before = line(content)
    content.note = "at the last chapter"
    let noted = line(content)
    #expect(noted.hasSuffix(" at the last chapter"))
    #expect(before.hasPrefix(noted.dropLast(" at the last chapter".count)))
    for columns in 1...200 {
      let line = StatusLineLayout(columns: columns, style: Self.smooth).line(content)
      #expect(line.columns < max(columns, 2))
      #expect(columns < 40 || line.text.hasSuffix(" at the last chapter"))
    }
  }

  @Test func aTemplateReplacesTheLine() {
    var content = content(.seconds(4))
    content.custom = "\u{1B}[1mabc\u{1B}[0m\u{1B}[2J\u{7}def曲\u{1B}]0;x\u{7}g"
    func custom(_ columns: Int, _ style: TerminalStyle) -> PaintedLine {
      StatusLineLayout(columns: columns, style: style).line(content)
    }
    #expect(custom(80, Self.plain).text == "abcdef曲g")
    #expect(
      custom(80, Self.smooth).text == "\u{1B}[1mabc\u{1B}[0mdef曲g\u{1B}[0m")
    #expect(custom(6, Self.smooth).text == "\u{1B}[1mabc\u{1B}[0mde\u{1B}[0m")
    for columns in 1...20 { #expect(custom(columns, Self.smooth).columns < max(columns, 2)) }
    content.note = "no"
    #expect(custom(9, Self.plain).text == "abcde no")
  }

  @Test func anEstimatedDurationIsMarked() {
    #expect(line(content(.seconds(5), isExact: false)).contains("] ~0:10.0 "))
    #expect(!line(content(.seconds(5))).contains("~"))
  }

  @Test func aDurationThatTheIndexConfirmsIsNotMarked() {
    var progress = PlayheadProgress(
      position: .seconds(5), hostInstant: HostInstant(nanoseconds: 7), rate: .normal,
      state: .playing, cause: .interval)
    progress.duration = MediaDuration(time: .seconds(10), isExact: false)
    #expect(
      line(StatusLineContent(progress, rate: .normal, indexed: .seconds(10))).contains(" 0:10.0 "))
    // More was read than the index lists.
    #expect(
      line(StatusLineContent(progress, rate: .normal, indexed: .seconds(9))).contains("~0:10.0 "))
  }

  @Test func theBarShowsTheReadAheadAndTheChapters() {
    var content = content(.seconds(2), chapters: [(0, "One"), (5, "Two")])
    content.readUntil = .seconds(8)
    let bar = line(content, 40).drop { $0 != "[" }.prefix { $0 != "]" }
    // The chapter at zero needs no mark.
    #expect(bar.dropFirst().filter { $0 == "|" }.count == 1)
    #expect(bar.contains("#=") && bar.contains("=|=") && bar.contains("=-"))
  }

  @Test func theChapterTitleFollowsThePosition() {
    let chapters: [(Int64, String)] = [(0, "One"), (5, "Two")]
    #expect(line(content(.seconds(4), title: "All", chapters: chapters)).hasSuffix(" One"))
    #expect(line(content(.seconds(5), title: "All", chapters: chapters)).hasSuffix(" Two"))
    #expect(line(content(.seconds(4), title: "All")).hasSuffix(" All"))
  }

  @Test func theRemainingTimeDependsOnTheRate() {
    #expect(line(content(.seconds(4), rate: Rate(2, 1))).contains(" -0:03 2x"))
    #expect(line(content(.seconds(4), rate: Rate(1, 2))).contains(" -0:12 0.5x"))
    #expect(line(content(.seconds(4), rate: Rate(10, 11))).hasSuffix(" 0.91x"))
  }

  @Test func onlyTheEndIsAHundredPercent() {
    let near = content(.milliseconds(9_999))
    #expect(line(near).contains(" 99.9%"))
    #expect(line(content(.seconds(10), isExact: false)).contains(" 99.9%"))
    #expect(line(content(.seconds(10), state: .ended)).contains("100.0%"))
  }

  @Test func withoutADurationThereIsNoBar() {
    #expect(line(content(.seconds(5), of: nil)) == "playing 0:05.0 -")
  }

  @Test func aTitleCannotControlTheTerminal() {
    let text = line(content(.seconds(5), title: "\u{1B}[2JA\n\u{7}B\u{202E}\u{9B}1mC\r"))
    #expect(text.hasSuffix(" [2JAB1mC"))
  }

  @Test func theLineNeverWraps() {
    let titles = [
      nil, "A tune", String(repeating: "x", count: 500), String(repeating: "曲", count: 500),
      String(repeating: "e\u{301}", count: 99), "👩‍👩‍👧‍👦 family 🇩🇪❤️",
    ]
    for title in titles {
      for duration in [nil, MediaTime.seconds(10), .seconds(360_000)] {
        let content = content(
          .seconds(5), of: duration, isExact: false, title: title, chapters: [(3, "")])
        for columns in 1...200 {
          for style in [Self.plain, Self.colored] {
            let line = StatusLineLayout(columns: columns, style: style).line(content)
            #expect(line.columns < columns || columns == 1 && line.columns == 0)
            let text = line.text.replacing(/\u{1B}\[\d*m/, with: "")
            #expect(text.columns == line.columns)
          }
        }
      }
    }
  }

  @Test func theLineDoesNotMoveAsTimePasses() {
    let columns = Set(
      (0...599).map { tenth in
        line(content(.milliseconds(Int64(tenth) * 1_000), of: .seconds(700))).firstIndex(of: "[")
      })
    #expect(columns.count == 1)
  }

  @Test func colorsDependOnTheTerminalAndTheEnvironment() {
    func style(_ variables: [String: String], wantsColors: Bool = true) -> TerminalStyle {
      TerminalStyle(environment: { variables[$0] }, wantsColors: wantsColors)
    }
    #expect(style(["TERM": "xterm"]).hasColors)
    #expect(style(["TERM": "xterm", "NO_COLOR": ""]).hasColors)
    #expect(!style(["TERM": "xterm", "NO_COLOR": "1"]).hasColors)
    #expect(!style(["TERM": "xterm"], wantsColors: false).hasColors)
    #expect(style(["TERM": "xterm", "NO_COLOR": "1"]).hasControls)
    #expect(!style(["TERM": "dumb"]).hasControls && !style(["TERM": "dumb"]).hasColors)
    #expect(!style([:]).hasControls)
  }

  @Test func onADumbTerminalSpacesCoverTheOldText() {
    var line = PaintedLine()
    line.append("ab", painted: .bold, Self.plain)
    #expect(Self.plain.drawing(line, over: 5) == "\rab   \u{8}\u{8}\u{8}")
    #expect(Self.plain.erasing(2) == "\r  \r")
  }
}
