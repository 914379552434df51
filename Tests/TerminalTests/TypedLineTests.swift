import Testing

@testable import PlayheadFormatting
@testable import PlayheadTerminal

@Suite struct TypedLineTests {
  private func outcomes(_ text: String) -> [TypedLine.Outcome] {
    var line = TypedLine()
    return text.utf8.map { line.receive($0) }.filter { $0 != .nothing && $0 != .changed }
  }

  private func text(_ typed: String) -> String {
    var line = TypedLine()
    for byte in typed.utf8 { _ = line.receive(byte) }
    return line.text
  }

  @Test func enterEndsALine() {
    #expect(outcomes("pause\nseek 5\r\n") == [.line("pause"), .line("seek 5"), .line("")])
    #expect(text("pause\nse") == "se")
  }

  @Test func charactersWordsAndLinesAreErased() {
    #expect(text("pausy\u{7F}e") == "pause")
    #expect(text("é曲\u{8}\u{8}a\u{8}\u{8}\u{8}b") == "b")
    #expect(text("seek 10  \u{17}5") == "seek 5")
    #expect(text("seek 10\u{15}quit") == "quit")
  }

  @Test func keysWithoutTextAreSkipped() {
    #expect(text("a\u{1B}[A\u{1B}OB\u{1B}[1;5C\u{1}\tb") == "ab")
    #expect(text(String(repeating: "x", count: 5_000)).count == 1_024)
  }

  @Test func endOfInputCountsOnAnEmptyLineOnly() {
    #expect(outcomes("a\u{4}\n\u{4}") == [.line("a"), .end])
  }

  @Test func theEndOfALongLineIsShown() {
    let style = TerminalStyle(environment: { _ in nil }, wantsColors: false)
    #expect(PaintedLine(typed: "seek 5", columns: 80, style).text == "> seek 5_")
    let narrow = PaintedLine(typed: "seek 1:23:45", columns: 10, style)
    #expect(narrow.text == "> :23:45_" && narrow.columns == 9)
    #expect(PaintedLine(typed: "seek", columns: 1, style).text == "> _")
  }
}
