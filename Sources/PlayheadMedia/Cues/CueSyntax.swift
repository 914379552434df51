/// Which characters of a cue's text are markup.
///
/// libavcodec turns every format of text into lines of SubStation Alpha, in which braces and backslashes are markup,
/// and does not escape those that a format has as text. So its decoders get other characters in their place.
package struct CueSyntax: Hashable, Sendable {
  /// Blocks in braces that are markup.
  private enum Block: Hashable {
    /// `{\an8}`, as in SubStation Alpha.
    case override
    /// `{y:i}`, as in MicroDVD.
    case control
  }

  private var blocks: Set<Block> = []
  /// Whether the text has character references of HTML.
  private var hasReferences = false

  /// The characters that may be no markup: U+FDD0 + its index, which Unicode assigns to nothing, replaces each of them.
  private static let characters = Array("{}\\&".utf8)
  /// The first bytes of those in their place.
  private static let maskLead: [UInt8] = [0xEF, 0xB7]

  /// The names of a block `{y:i}`.
  private static let controls = Array("CcFfoPSsYyHh".utf8)

  /// Creates the syntax of a codec of text; nil if its decoder gets the text as it is.
  package init?(codec: String?) {
    switch codec {
    case "subrip", "srt": (blocks, hasReferences) = ([.override, .control], true)
    case "webvtt", "sami", "realtext": hasReferences = true
    case "microdvd": blocks = [.control]
    case "mpl2", "pjs", "stl", "subviewer", "subviewer1", "vplayer": break
    default: return nil
    }
  }

  /// Returns text in which characters that are no markup are replaced; nil if it has none.
  package func masked(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    let characters = hasReferences ? Self.characters[...] : Self.characters.dropLast()
    guard text.contains(where: characters.contains) else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(text.count + 64)
    var rest = text[...]
    // Otherwise each brace would search the rest of a long text.
    var hasBlocks = !blocks.isEmpty
    while let byte = rest.first {
      if hasBlocks, byte == UInt8(ascii: "{"), isBlock(rest.dropFirst()) {
        if let end = rest.firstIndex(of: UInt8(ascii: "}")) {
          result += rest[...end]
          rest = rest[end...].dropFirst()
          continue
        }
        hasBlocks = false
      }
      if let index = characters.firstIndex(of: byte) {
        result += Self.maskLead
        result.append(0x90 + UInt8(index))
      } else {
        result.append(byte)
      }
      rest.removeFirst()
    }
    return result
  }

  /// Returns whether text after an opening brace is markup, if the brace is closed.
  private func isBlock(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let first = rest.first else { return false }
    if blocks.contains(.override), first == UInt8(ascii: "\\") { return true }
    return blocks.contains(.control) && Self.controls.contains(first)
      && rest.dropFirst().first == UInt8(ascii: ":")
  }

  /// Returns the text of a decoded line: without markup, and with the characters that were replaced.
  package func plain(ofDialogue line: String) -> String {
    var text = CueText.plain(ofDialogue: line)
    if text.utf8.contains(Self.maskLead[0]) {
      let scalars = text.unicodeScalars.map { scalar in
        (0xFDD0...0xFDD3).contains(scalar.value)
          ? Unicode.Scalar(Self.characters[Int(scalar.value - 0xFDD0)]) : scalar
      }
      text = String(String.UnicodeScalarView(scalars))
    }
    return hasReferences ? CueText.cleaned(CharacterReferences.replaced(in: text)) : text
  }
}
