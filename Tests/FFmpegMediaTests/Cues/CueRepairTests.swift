import Foundation
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

/// Cues that libavformat and libavcodec lose or misread.
@Suite struct CueRepairTests {
  /// Returns the cues of a file with a name and a text.
  private func cues(_ name: String, _ text: String) throws -> CueTrack {
    let folder = try TemporaryDirectory()
    try Data(text.utf8).write(to: URL(filePath: folder.path(name)))
    return try LocatedMedia(path: folder.path(name)).readCueFile()
  }

  /// libavformat reads nothing behind the style.
  @Test func blocksOfWebVTTThatAreNoCuesHideNone() throws {
    let cues = try cues(
      "a.vtt",
      """
      WEBVTT

      STYLE
      ::cue { color: red }

      NOTE 1
      00:01.000 --> 00:02.000
      One {sic}

      no time

      id
      00:03.000 --> 00:02.000 line:0
      Two
      """)
    #expect(cues.map(\.text) == ["One {sic}", "Two"])
    #expect(cues.map(\.identifier) == ["NOTE 1", "id"])
    #expect(cues.map(\.start) == [.seconds(1), .seconds(3)])
    #expect(cues.map(\.end) == [.seconds(2), .seconds(3)])
    #expect(try self.cues("b.vtt", "WEBVTT\n\nSTYLE\n::cue {}\n").isEmpty)
  }

  /// libavcodec passes them on as markup of SubStation Alpha.
  @Test(arguments: [
    ("a.srt", "1\n00:00:01,000 --> 00:00:02,000\n", "\n\n"),
    ("a.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n", "\n\n"),
    ("a.rt", "<window type=\"generic\">\n<time begin=\"00:00:01.0\" end=\"00:00:02.0\"/>", "\n"),
    ("a.smi", "<SAMI><BODY>\n<SYNC Start=1000><P>", "\n<SYNC Start=2000><P>&nbsp;\n</BODY></SAMI>"),
  ])
  func bracesBackslashesAndReferencesAreText(_ name: String, _ before: String, _ after: String)
    throws
  {
    let cues = try cues(name, before + #"a {sic} C:\new <i>b</i> &#233; &amp;lt;"# + after)
    #expect(cues.map(\.text) == [#"a {sic} C:\new b é &lt;"#])
    #expect(cues.first?.end == .seconds(2))
    #expect(cues[0].rawText.hasSuffix(#"a {sic} C:\new <i>b</i> &#233; &amp;lt;"#))
  }

  @Test func textOfFormatsWithoutMarkupStaysAsItIs() throws {
    let text = #"a {sic} C:\new <i>b</i> &#233;"#
    #expect(try cues("a.lrc", "[00:01.00]\(text)\n[00:02.00]b\n").first?.text == text)
    #expect(try cues("a.txt", "00:00:01:\(text)\n00:00:02:\n").first?.text == text)
    #expect(try cues("a.pjs", "   10,   20,\"\(text)\"\n").first?.text == text)
    #expect(try cues("a.aqt", "-->> 10\n\(text)\n\n-->> 20\n").first?.text == text)
  }

  @Test func anEventOfSubStationAlphaThatEndsBeforeItStartsEndsAtItsStart() throws {
    let cues = try cues(
      "a.ass",
      """
      [Script Info]
      ScriptType: v4.00+

      [Events]
      Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
      Dialogue: 0,0:00:01.00,0:00:00.50,Default,,0,0,0,,back
      Dialogue: 0,0:00:03.00,0:00:03.50,Default,,0,0,0,,next

      """)
    #expect(cues.map(\.end) == [.seconds(1), .milliseconds(3_500)])
  }

  @Test func linesMayEndWithACarriageReturn() throws {
    for end in ["\r", "\r\n", "\r\r\n"] {
      let lyrics = try cues("a.lrc", ["[00:01.00]One", "[00:02.00]Two", ""].joined(separator: end))
      #expect(lyrics.map(\.text) == ["One", "Two"])
      let lines = [
        "1", "00:00:01,000 --> 00:00:02,000", "a", "b", "", "2", "00:00:03,000 --> 00:00:04,000",
        "c", "",
      ]
      #expect(try cues("a.srt", lines.joined(separator: end)).map(\.text) == ["a\nb", "c"])
    }
  }

  @Test func anAssumedFrameRateIsReported() throws {
    let folder = try TemporaryDirectory()
    let frames = "{10}{40}a\n{50}{60}b\n{70}{80}c\n"
    for (text, isAssumed) in [(frames, true), ("{1}{1}25\n\(frames)", false)] {
      try Data(text.utf8).write(to: URL(filePath: folder.path("a.sub")))
      var reports = 0
      let cues = try LocatedMedia(path: folder.path("a.sub")).readCueFile(
        encoding: nil, interruption: Interruption()
      ) { reports += 1 }
      #expect(reports == (isAssumed ? 1 : 0) && cues.count == 3)
    }
  }
}
