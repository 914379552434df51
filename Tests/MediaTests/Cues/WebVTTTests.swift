import PlayheadMedia
import Testing

/// The parts of a WebVTT file that libavformat gets.
@Suite struct WebVTTTests {
  /// Returns the lines of the cues, with a line break between cues; nil if the text is no WebVTT.
  private func cues(_ text: String) -> String? {
    WebVTT.cues(of: Array(text.utf8)).map { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.hasPrefix("WEBVTT\n\n"))
      return text.dropFirst(8).replacing("\u{2060}", with: "#")
        .split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "|")
    }
  }

  @Test(arguments: [
    "STYLE\n::cue { color: red }", "REGION\nid:fred\nwidth:40%", "NOTE a comment",
    "NOTE\nlines\nof it",
    "no time\nat all", "one line", "00:99.000 --> 00:01.000\nno minute has 99 seconds",
    "1:x --> 2\nno time", "-->\nnone at all", "STYLE\n::cue {\n\n}",
    "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000",
  ])
  func aBlockThatIsNoCueIsLeftOut(_ block: String) {
    let cue = "00:00:01.000 --> 00:00:02.000|text||"
    let text =
      "WEBVTT\n\n00:01.000 --> 00:02.000\ntext\n\n\(block)\n\n00:01.000 --> 00:02.000\ntext\n\n"
    #expect(cues(text) == cue + cue)
    #expect(cues("WEBVTT\n\n\(block)\n\n00:01.000 --> 00:02.000\ntext\n\n") == cue)
  }

  @Test func anIdentifierIsTheOnlyLineBeforeTheTimes() {
    #expect(
      cues("WEBVTT\n\nNOTE1\n00:01.000 --> 00:02.000\na\n\n")
        == "#NOTE1|00:00:01.000 --> 00:00:02.000|a||")
    #expect(
      cues("WEBVTT\n\none\ntwo\n00:01.000 --> 00:02.000\na\n\n")
        == "00:00:01.000 --> 00:00:02.000|a||")
    #expect(
      cues("WEBVTT title\n00:01.000 --> 00:02.000\na\n\n") == "00:00:01.000 --> 00:00:02.000|a||")
  }

  @Test func timesBeginACueWithoutAnEmptyLineBeforeThem() {
    #expect(
      cues("WEBVTT\n\n00:01.000 --> 00:02.000\na\n00:03.000 --> 00:04.000\nb")
        == "00:00:01.000 --> 00:00:02.000|a||00:00:03.000 --> 00:00:04.000|b|")
  }

  @Test func timesHaveAllDigitsAndNoSettings() {
    #expect(
      cues("WEBVTT\n\n\t1:02:03.5-->123:00:00,25 line:0\n") == "01:02:03.500 --> 123:00:00.250|")
    #expect(
      cues("WEBVTT\n\n00:03.000 --> 00:02.000\n") == "00:00:03.000 --> 00:00:03.000|")
    #expect(cues("WEBVTT\n\n9999999999:00:03.000 --> 00:02.000\n") == "")
  }

  @Test func otherTextIsNoWebVTT() {
    #expect(cues("WEBVTTX\n\n") == nil && cues("") == nil && cues("1\n00:00:01,000") == nil)
    #expect(cues("WEBVTT") == "" && cues("WEBVTT\ttitle") == "")
  }
}
