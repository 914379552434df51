import PlayheadMedia
import PlayheadTimekeeping
import Testing

/// The plain text of cues.
@Suite struct CueTextTests {
  @Test(arguments: [
    ("plain", "plain"), (#"a\Nb\nc\hd"#, "a\nb c d"), (#"{\i1}x{\i0} y"#, "x y"),
    (#"{comment}x{"#, "x{"), (#"\{x\}"#, "{x}"), ("a\\\u{2060}Nb", "a\\Nb"), (#"a\b\"#, #"a\b\"#),
    (#"{\p1}m 0 0 l 5 5{\p0}text"#, "text"), (#"{\pos(1,2)}text"#, "text"),
    (#"{\p2\c&HFF&}m 0 0"#, ""), ("", ""), (#" \N a \N\N"#, "a"),
    (#"{\p1}m 0 0 \{ 1{\p0}text"#, "text"),
    ("e\u{301}{\\i1}\u{1F1E9}\u{1F1EA}", "é🇩🇪"),
  ])
  func dialogueLosesItsMarkup(_ text: String, _ plain: String) {
    #expect(CueText.plain(ofDialogue: text) == plain)
  }

  @Test func aTextOfBracesIsReadInLinearTime() {
    let text = String(repeating: "{", count: 1_000_000)
    #expect(CueText.plain(ofDialogue: text) == text)
  }

  @Test func controlCharactersAreSpaces() {
    #expect(CueText.cleaned("a\0b\u{1B}[1mc\r\n\u{7F}\n d\u{85}\u{2028}e ") == "a b [1mc\nd\ne")
    #expect(CueText.cleaned("שלום\u{200F}") == "שלום\u{200F}")
  }
}
