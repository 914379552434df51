import PlayheadMedia
import PlayheadTimekeeping
import Testing

/// What libavformat loses of lyrics.
@Suite struct LyricsTests {
  @Test(
    arguments: [
      ("[ti:x]\n[offset:500]\n[00:01.00]a\n", "[ti:x]\n[00:01.00]a\n", 500),
      ("[OFFSET: -20 ]\r\n[00:01.00]a", "[00:01.00]a", -20), ("[offset:+7]", "", 7),
      ("[offset:]\n[offset:x]\na\n", "a\n", 0), ("[offset:99999999999999999999]\n", "", 0),
      ("[offset:1]\n[offset:2]\n", "", 2), ("", "", 0), ("\n\n", "\n\n", 0),
      ("[offset", "[offset", 0),
    ] as [(String, String, Int64)])
  func theOffsetIsTaken(_ text: String, _ rest: String, _ offset: Int64) {
    var bytes = Array(text.utf8)
    #expect(Lyrics.removeOffset(from: &bytes) == offset)
    #expect(String(decoding: bytes, as: UTF8.self) == rest)
  }

  @Test(arguments: [
    ("[00:01:50] [00:02:5]a 1:2:3\n", "[00:01.50] [00:02.5]a 1:2:3\n"),
    ("[ti:1:2:3]\n[:01:50]\n[00:01:]", "[ti:1:2:3]\n[:01:50]\n[00:01:]"),
    ("a[00:01:50]\n[00:01:50", "a[00:01:50]\n[00:01:50"),
  ])
  func aFractionMayFollowAColon(_ text: String, _ written: String) {
    var bytes = Array(text.utf8)
    #expect(Lyrics.removeOffset(from: &bytes) == 0)
    #expect(String(decoding: bytes, as: UTF8.self) == written)
  }

  private func words(_ text: String, earlierBy offset: Int64 = 0) -> [String]? {
    Lyrics.words(of: text, from: .seconds(9), earlierBy: .milliseconds(offset))?.map {
      "\($0.start.nanoseconds(rounding: .down) / 1_000_000)\($0.text)"
    }
  }

  @Test func aLineOfBracketsIsReadInLinearTime() {
    #expect(words(String(repeating: "<", count: 100_000)) == nil)
  }

  @Test func wordsHaveTheirTimes() {
    #expect(words("<00:01.00>One <00:01.50>two<00:02.00>") == ["1000One ", "1500two"])
    #expect(words("<00:01.00> One <00:01.5> two ") == ["1000One ", "1500two"])
    #expect(words("first <01:01>next", earlierBy: 500) == ["9000first ", "60500next"])
    #expect(words("<00:01:25>Hel<00:01.500>lo") == ["1250Hel", "1500lo"])
    #expect(words("no times") == nil && words("a <b>c</b> < d > e") == nil && words("") == nil)
    #expect(words("<9999999:00>x") == nil && words("<00:1x>y") == nil)
    #expect(words("<00:01.00>") == [] && words("<00:01.00>a<00:02.00> <00:03.00>") == ["1000a"])
  }

  /// A mark that follows a bracket is one character with it.
  @Test func aWordMayBeginWithAMark() {
    #expect(words("<00:01.00>\u{301}a<00:02.00>\u{E33}") == ["1000\u{301}a", "2000\u{E33}"])
  }

  @Test func linesWithManyTimesAreCountedForEach() {
    let line = Array("[00:01.00][00:02.00]ab\n".utf8)
    #expect(!Lyrics.repeatsLines(of: line, beyond: 2 * line.count))
    #expect(Lyrics.repeatsLines(of: line, beyond: 2 * line.count - 1))
    #expect(!Lyrics.repeatsLines(of: Array("a[[[[\n[\n\n".utf8), beyond: 2))
    #expect(Lyrics.repeatsLines(of: Array("\r\t [[".utf8), beyond: 9))
    #expect(!Lyrics.repeatsLines(of: [], beyond: 0))
  }
}
