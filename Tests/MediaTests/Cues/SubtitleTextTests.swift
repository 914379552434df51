import PlayheadMedia
import Testing

/// Text files of subtitles and lyrics before libavformat reads them.
@Suite struct SubtitleTextTests {
  private func ordered(_ text: String) -> String {
    String(decoding: SubtitleText.withOrderedTimes(Array(text.utf8)), as: UTF8.self)
  }

  @Test func anEventThatEndsBeforeItStartsEndsAtItsStart() {
    #expect(
      ordered(
        "Dialogue: 0,0:00:02.00,0:00:01.99,Default,,0,0,0,,a, b\nComment: 0,0:00:02.00,0:00:01.00,x\n"
      )
        == "Dialogue: 0,0:00:02.00,0:00:02.00,Default,,0,0,0,,a, b\nComment: 0,0:00:02.00,0:00:01.00,x\n"
    )
    for text in [
      "Dialogue: 0,0:00:02.00,0:00:03.00,,a", "Dialogue: 0,x,0:00:01.00,,a",
      "Dialogue: 0,0:00:02.00", "Dialogue:",
      "", "\n\n", "Dialogue: 0,9999999:00:02.00,0:00:01.00,,a",
    ] {
      #expect(ordered(text) == text)
    }
  }

  @Test(arguments: [
    ("{1}{1}25\n{10}{20}a", true), ("{0}{0}23.976", true), ("{DEFAULT}{}x\n{1}{}29.97\n", true),
    ("{10}{20}25", false), ("{1}{1}Title", false), ("{1}{1}250", false), ("", false),
    ("{1}{1}", false),
    ("{10}{20}a\n{30}{40}b\n{50}{60}c\n{1}{1}25", false),
  ])
  func theFrameRateIsInTheFirstLines(_ text: String, _ isDeclared: Bool) {
    #expect(SubtitleText.declaresFrameRate(Array(text.utf8)) == isDeclared)
  }

  @Test(
    arguments: [
      ("[offset:500][00:01.00]a\n", "[00:01.00]a\n", 500),
      ("[offset:+20]\n[00:01.00]a", "[00:01.00]a", 20),
      ("[ti:x][ar:y] [00:01.00]a\n", "[ti:x]\n[ar:y]\n[00:01.00]a\n", 0),
      ("[ti:x][offset: -5][00:01:50]a", "[ti:x]\n[00:01.50]a", -5), ("[ti:x]\n", "[ti:x]\n", 0),
      ("[ti:x", "[ti:x", 0), ("[Refrain]\n", "[Refrain]\n", 0), ("[OFFSET:1][OFFSET:2]\n", "", 2),
      ("[offset:x]text\n", "text\n", 0),
    ] as [(String, String, Int64)])
  func aTagOfLyricsDoesNotHideTheTimesBehindIt(_ text: String, _ kept: String, _ offset: Int64) {
    var bytes = Array(text.utf8)
    #expect(Lyrics.removeOffset(from: &bytes) == offset)
    #expect(String(decoding: bytes, as: UTF8.self) == kept)
  }
}
