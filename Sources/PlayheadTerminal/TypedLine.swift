import PlayheadFormatting

/// An editor for a line typed at a terminal without its own echo and line editing.
struct TypedLine {
  enum Outcome: Equatable {
    case nothing
    /// The text has changed.
    case changed
    /// Enter ended the line.
    case line(String)
    /// The end of the input (Ctrl-D on an empty line).
    case end
  }

  private static let longest = 1_024

  private var bytes: [UInt8] = []
  private var decoder = KeyDecoder()

  /// The text of the incomplete line.
  var text: String { String(decoding: bytes, as: UTF8.self).withoutControls }

  /// Whether the escape sequence of a key is incomplete.
  var isWithinSequence: Bool { decoder.isWithinSequence }

  /// Ends an incomplete sequence, because no further byte followed.
  mutating func timeOut() {
    decoder.timeOut()
  }

  /// Adds a byte of text, Enter or a key of line editing that erases. Sequences of other keys are skipped.
  mutating func receive(_ byte: UInt8) -> Outcome {
    let wasWithinSequence = decoder.isWithinSequence
    _ = decoder.decode(byte)
    if wasWithinSequence || decoder.isWithinSequence { return .nothing }
    let length = bytes.count
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      defer { bytes = [] }
      return .line(String(decoding: bytes, as: UTF8.self))
    case 0x04: return bytes.isEmpty ? .end : .nothing
    case 0x08, 0x7F: eraseCharacter()
    case 0x15: bytes = []
    case 0x17: eraseWord()
    case 0x20...: if bytes.count < TypedLine.longest { bytes.append(byte) }
    default: break
    }
    return bytes.count == length ? .nothing : .changed
  }

  private mutating func eraseCharacter() {
    var text = String(decoding: bytes, as: UTF8.self)
    _ = text.popLast()
    bytes = Array(text.utf8)
  }

  private mutating func eraseWord() {
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    while let last = bytes.last, last != UInt8(ascii: " ") { bytes.removeLast() }
  }
}
