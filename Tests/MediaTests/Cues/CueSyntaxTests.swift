import PlayheadMedia
import Testing

/// Which characters decoders get, and what becomes of their lines.
@Suite struct CueSyntaxTests {
  /// Returns the plain text for a decoder that changes nothing.
  private func plain(_ text: String, _ codec: String) throws -> String {
    let syntax = try #require(CueSyntax(codec: codec))
    let masked = Array(text.utf8).withUnsafeBufferPointer { syntax.masked($0) }
    return syntax.plain(ofDialogue: masked.map { String(decoding: $0, as: UTF8.self) } ?? text)
  }

  @Test(arguments: [
    ("{sic}", "{sic}"), (#"C:\new\Nice\h"#, #"C:\new\Nice\h"#), (#"{\an8}top"#, "top"),
    ("{y:i}x", "x"),
    (#"{\i1}a{\i0} {b} \{c\}"#, #"a {b} \{c\}"#), ("{", "{"), (#"{\an8"#, #"{\an8"#), ("}{", "}{"),
    ("&#233;&#xE9;&#XE9;&eacute;", "éééé"), ("&lt;b&gt; &amp;amp;", "<b> &amp;"),
    ("a & b &no; &#0; &", "a & b &no; &#0; &"),
    ("a&nbsp;b", "a b"), ("&#27;[2J", "[2J"), ("&#x110000;&#55296;", "&#x110000;&#55296;"),
    (#"{\p1}m 0 0{\p0}x"#, "x"),
  ])
  func bracesOfSubRipAreMarkupWhereTheyAreThoseOfAnotherFormat(_ text: String, _ plain: String)
    throws
  {
    #expect(try self.plain(text, "subrip") == plain)
  }

  @Test func bracesAndBackslashesOfOtherFormatsAreText() throws {
    let text = #"{sic} {\an8} C:\new"#
    for codec in [
      "webvtt", "sami", "realtext", "mpl2", "pjs", "stl", "subviewer", "subviewer1", "vplayer",
    ] {
      #expect(try plain(text, codec) == text, "\(codec)")
    }
    #expect(
      try plain(#"{y:i}{sic} {\an8} C:\new &amp;"#, "microdvd") == #"{sic} {\an8} C:\new &amp;"#)
  }

  @Test func codecsWhoseMarkupIsThatOfSubStationAlphaAreDecodedAsTheyAre() {
    for codec in ["ass", "ssa", "jacosub", "eia_608", nil] {
      #expect(CueSyntax(codec: codec) == nil)
    }
  }

  @Test func aTextOfBracesIsReadInLinearTime() throws {
    for unit in ["{", #"{\"#, "{y:"] {
      let text = String(repeating: unit, count: 5_000)
      #expect(try plain(text, "subrip") == text)
    }
  }
}
