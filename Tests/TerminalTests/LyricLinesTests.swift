import PlayheadKit
import Testing

@testable import PlayheadFormatting
@testable import PlayheadTerminal

/// The lines of lyrics below the status line.
@Suite struct LyricLinesTests {
  private static let plain = TerminalStyle(
    environment: { $0 == "TERM" ? "xterm" : nil }, wantsColors: false)
  private static let colored = TerminalStyle(
    environment: { $0 == "TERM" ? "xterm" : nil }, wantsColors: true)

  private static let cues = CueTrack([
    Cue(start: .seconds(1), end: .seconds(2), text: "first\nline"),
    Cue(
      start: .seconds(3), end: .seconds(6), text: "One two",
      words: [
        Cue.Word(start: .seconds(3), text: "One "), Cue.Word(start: .seconds(4), text: "two"),
      ]),
    Cue(start: .seconds(6), end: nil, text: "字幕 של\u{202E}ום"),
  ])

  private func rows(
    at seconds: Double, columns: Int = 80, _ style: TerminalStyle = plain
  ) -> [String] {
    LyricLines(CueFeed(Self.cues), at: MediaTime(seconds: seconds) ?? .zero).rows(
      columns: columns, style
    )
    .map(\.text)
  }

  @Test func theCurrentLineIsBetweenThoseBeforeAndAfterIt() {
    #expect(rows(at: 0) == ["", "", "first line"])
    #expect(rows(at: 1.5) == ["", "first line", "One two"])
    #expect(rows(at: 2.5) == ["first line", "", "One two"])
    #expect(rows(at: 3) == ["first line", "One two", "字幕 שלום"])
    #expect(rows(at: 100) == ["One two", "字幕 שלום", ""])
  }

  @Test func wordsThatHaveBegunAreBold() {
    let faint = "\u{1B}[2mfirst line\u{1B}[0m"
    #expect(
      rows(at: 3.5, Self.colored) == [faint, "\u{1B}[1mOne \u{1B}[0mtwo", "字幕 שלום"])
    #expect(rows(at: 4, Self.colored)[1] == "\u{1B}[1mOne two\u{1B}[0m")
    #expect(rows(at: 1, Self.colored)[1] == "\u{1B}[1mfirst line\u{1B}[0m")
  }

  @Test func eachRowFitsIntoTheWindow() {
    #expect(rows(at: 3, columns: 6) == ["firs…", "One …", "字幕…"])
    for columns in 0...12 {
      let lines = LyricLines(CueFeed(Self.cues), at: .seconds(3)).rows(columns: columns, Self.plain)
      #expect(lines.allSatisfy { $0.columns <= max(columns - 1, 0) })
    }
  }

  /// Rows below the window would scroll it at each drawing.
  @Test func aLowWindowHasTheCurrentLineOrNone() {
    var progress = PlayheadProgress(
      position: .seconds(3), hostInstant: HostInstant(nanoseconds: 0), rate: .normal,
      state: .playing, cause: .interval)
    progress.duration = MediaDuration(time: .seconds(10), isExact: true)
    var content = StatusLineContent(progress, rate: .normal)
    content.lyrics = LyricLines(CueFeed(Self.cues), at: .seconds(3))
    func below(_ rows: Int) -> [String] {
      StatusLineLayout(columns: 80, rows: rows, style: Self.plain).line(content).below.map(\.text)
    }
    #expect(below(4) == ["first line", "One two", "字幕 שלום"])
    #expect(below(3) == ["One two"] && below(2) == ["One two"])
    #expect(below(1) == [] && below(0) == [])
  }
}
