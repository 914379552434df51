import PlayheadKit
import PlayheadLocking
import Testing

@testable import PlayheadPlayCommands
@testable import PlayheadCore

/// The line that shows how far joined recordings have been read.
@Suite struct SearchLineTests {
  private final class Terminal: Sendable {
    private let text = Locked("")

    func write(_ new: String) { text.withLock { $0 += new } }

    /// Returns the text since the previous reading.
    func written() -> String {
      text.withLock { text in
        defer { text = "" }
        return text
      }
    }
  }

  private struct Stage {
    let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))
    private let terminal: Terminal
    let line: SearchLine

    init(of name: String = "joined.ts", isVisible: Bool = true) {
      let terminal = Terminal()
      self.terminal = terminal
      line = SearchLine(
        of: name, beside: nil, clock: clock, isVisible: isVisible, put: { terminal.write($0) })
    }

    /// Shows a search some milliseconds later, and returns the text that was written.
    func show(after milliseconds: Int, isOver: Bool = false, target: MediaTime? = .seconds(90))
      -> String
    {
      clock.advance(by: .milliseconds(milliseconds))
      line.show(
        JoinSearch(target: target, position: .milliseconds(12_340), percent: 40, isOver: isOver))
      return written()
    }

    func written() -> String { terminal.written() }
  }

  private static let text =
    "\rjoined.ts: searches for 90.000 s: read until 12.3 s, 40 % of the bytes\u{1B}[K"

  @Test func aSearchOfMoreThanASecondIsShownFourTimesASecond() {
    let stage = Stage()
    #expect(stage.show(after: 0) == "" && stage.show(after: 999) == "")
    #expect(stage.show(after: 1) == Self.text)
    #expect(stage.show(after: 249) == "" && stage.show(after: 1) == Self.text)
  }

  @Test func theLineIsErasedWhenTheSearchIsOver() {
    let stage = Stage()
    _ = stage.show(after: 0)
    #expect(stage.show(after: 1_000) == Self.text)
    #expect(stage.show(after: 10, isOver: true) == "\r\u{1B}[K")
    stage.line.end()
    #expect(stage.written() == "")
    // The next search has its own second.
    #expect(stage.show(after: 5_000) == "" && stage.show(after: 1_000) == Self.text)
    stage.line.end()
    #expect(stage.written() == "\r\u{1B}[K")
  }

  @Test func aShortSearchWritesNothing() {
    let stage = Stage()
    #expect(stage.show(after: 0) == "" && stage.show(after: 900, isOver: true) == "")
    stage.line.end()
    #expect(stage.written() == "")
  }

  @Test func theMeasurementOfALengthIsShown() {
    let stage = Stage()
    _ = stage.show(after: 0, target: nil)
    #expect(
      stage.show(after: 1_000, target: nil)
        == "\rjoined.ts: measures the length: read until 12.3 s, 40 % of the bytes\u{1B}[K")
  }

  @Test func nothingIsWrittenWithoutATerminal() {
    let stage = Stage(isVisible: false)
    #expect(stage.show(after: 0) == "" && stage.show(after: 9_000) == "")
    stage.line.end()
    #expect(stage.written() == "")
  }

  /// A name cannot steer the terminal.
  @Test func controlCharactersOfANameAreEscaped() {
    let stage = Stage(of: "\u{1B}[2J.ts")
    _ = stage.show(after: 0)
    #expect(!stage.show(after: 1_000).dropLast(3).contains("\u{1B}"))
  }
}
