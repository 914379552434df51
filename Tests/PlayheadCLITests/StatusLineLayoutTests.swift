import PlayheadKit
import Testing

@testable import PlayheadCLI

@Suite struct StatusLineLayoutTests {
  private static let plain = TerminalStyle(environment: { _ in nil }, wantsColors: true)
  private static let colored = TerminalStyle(
    environment: { $0 == "TERM" ? "xterm" : nil }, wantsColors: true)

  private func content(
    _ position: MediaTime, of duration: MediaTime? = .seconds(10), isExact: Bool = true,
    state: PlaybackState = .playing, rate: Rate = .normal, title: String? = nil,
    chapters: [(Int64, String)] = []
  ) -> StatusLineContent {
    let progress = PlayheadProgress(
      position: position, due: position, hostInstant: HostInstant(nanoseconds: 7),
      duration: duration.map { MediaDuration(time: $0, isExact: isExact) }, rate: rate,
      state: state, cause: .beat, skipped: 0)
    var content = StatusLineContent(progress, rate: rate)
    content.title = title
    var info = MediaInfo(name: "a.mkv", container: "matroska", tracks: [], isSeekable: true)
    info.chapters = chapters.map { start, title in
      Chapter(start: .seconds(start), end: .seconds(start + 1), title: title)
    }
    content.chapters = ChapterList(info)
    return content
  }

  private func line(_ content: StatusLineContent, _ columns: Int = 80) -> String {
    StatusLineLayout(columns: columns, style: Self.plain).line(content).text
  }

  @Test func showsStateElapsedBarDurationPercentRemainingAndRate() {
    #expect(
      line(content(.milliseconds(5_250)))
        == "playing 0:05.2 [###################------------------]  0:10.0  52.5%  -0:05 1x")
  }

  @Test func anEstimateIsMarked() {
    #expect(line(content(.seconds(5), isExact: false)).contains("] ~0:10.0 "))
    #expect(!line(content(.seconds(5))).contains("~"))
  }

  @Test func whatWasReadAheadAndWhereChaptersBeginIsOnTheBar() {
    var content = content(.seconds(2), chapters: [(0, "One"), (5, "Two")])
    content.readUntil = .seconds(8)
    let bar = line(content, 40).drop { $0 != "[" }.prefix { $0 != "]" }
    // The chapter at zero needs no mark.
    #expect(bar.dropFirst().filter { $0 == "|" }.count == 1)
    #expect(bar.contains("#=") && bar.contains("=|=") && bar.contains("=-"))
  }

  @Test func theChapterAndItsTitleComeWithThePosition() {
    let chapters: [(Int64, String)] = [(0, "One"), (5, "Two")]
    #expect(line(content(.seconds(4), title: "All", chapters: chapters)).hasSuffix(" One"))
    #expect(line(content(.seconds(5), title: "All", chapters: chapters)).hasSuffix(" Two"))
    #expect(line(content(.seconds(4), title: "All")).hasSuffix(" All"))
  }

  @Test func remainingIsTimeAtTheRate() {
    #expect(line(content(.seconds(4), rate: Rate(2, 1))).contains(" -0:03 2x"))
    #expect(line(content(.seconds(4), rate: Rate(1, 2))).contains(" -0:12 0.5x"))
    #expect(line(content(.seconds(4), rate: Rate(10, 11))).hasSuffix(" 0.91x"))
  }

  @Test func aHundredPercentIsTheEndOnly() {
    let near = content(.milliseconds(9_999))
    #expect(line(near).contains(" 99.9%"))
    #expect(line(content(.seconds(10), isExact: false)).contains(" 99.9%"))
    #expect(line(content(.seconds(10), state: .ended)).contains("100.0%"))
  }

  @Test func withoutADurationThereIsNoBar() {
    #expect(line(content(.seconds(5), of: nil)) == "playing 0:05.0 - 1x")
  }

  @Test func aTitleIsNoCommandToTheTerminal() {
    let text = line(content(.seconds(5), title: "\u{1B}[2JA\n\u{7}B\u{202E}\u{9B}1mC\r"))
    #expect(text.hasSuffix(" [2JAB1mC"))
  }

  @Test func noWidthWraps() {
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

  @Test func colorsAreOnlyForWhoWantsThem() {
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

  @Test func aDumbTerminalIsDrawnOverWithSpaces() {
    var line = PaintedLine()
    line.append("ab", painted: .bold, Self.plain)
    #expect(Self.plain.drawing(line, over: 5) == "\rab   \u{8}\u{8}\u{8}")
    #expect(Self.plain.erasing(2) == "\r  \r")
  }
}
