import PlayheadKit
import Testing

@testable import PlayheadFormatting
@testable import PlayheadTerminal

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("曲", 2), ("한", 2), ("ｆ", 2), ("🎵", 2),
    ("–", 1), ("א", 1),
  ])
  func textWidthIsCountedInColumns(text: String, columns: Int) {
    #expect(text.columns == columns)
  }

  @Test func shortenedTextFitsAndEndsWithAnEllipsis() {
    #expect("abcdef".fitting(6) == "abcdef")
    #expect("abcdef".fitting(4) == "abc…")
    #expect("曲曲曲".fitting(4) == "曲…")
    #expect("e\u{301}e\u{301}e\u{301}".fitting(2) == "e\u{301}…")
    #expect("abc".fitting(0) == "" && "abc".fitting(1) == "…")
  }

  @Test func theUpdateIntervalMatchesWhatTheLineCanShow() {
    func interval(_ rate: Rate, _ duration: MediaTime?) -> MediaTime {
      DisplayCadence.interval(rate: rate, duration: duration, columns: 100)
    }
    #expect(interval(.normal, .seconds(3_600)) == .milliseconds(100))
    #expect(interval(.normal, nil) == .milliseconds(100))
    #expect(interval(Rate(16, 1), .seconds(3_600)) == .milliseconds(600))
    #expect(interval(.normal, .seconds(5)) == .milliseconds(50))
    // At most thirty updates per second, however short the file is.
    #expect(interval(.normal, .milliseconds(1)) == .nanoseconds(33_333_334))
    #expect(interval(Rate(1, 10), .milliseconds(100)) == .nanoseconds(3_333_334))
  }
}
