/// A key that may have a meaning.
package enum Key: Hashable, Sendable {
  case left
  case right
  case up
  case down
  case pageUp
  case pageDown
  case backspace
  case enter
  /// A printable ASCII character.
  case character(Character)
}

/// Decodes the bytes of a terminal into keys. Unknown sequences are skipped completely, so that no
/// part of one is read as a key.
struct KeyDecoder {
  private enum State: Hashable {
    case ground
    case escape
    /// After `ESC O`.
    case singleShift
    /// After `ESC [`, with the first of the following bytes.
    case control([UInt8])
    /// After `ESC [ [`, which the Linux console sends for function keys.
    case consoleFunction
    /// In a reply of the terminal, until `BEL` or `ESC \`.
    case string(escaped: Bool)
  }

  private static let longest = 8
  private static let escapeByte: UInt8 = 0x1B
  private static let finals: [UInt8: Key] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left,
  ]

  private var state = State.ground

  /// Whether a sequence is incomplete. If no further byte follows, it was the Escape key.
  var isWithinSequence: Bool { state != .ground }

  /// Ends an incomplete sequence, because no further byte followed.
  mutating func timeOut() {
    state = .ground
  }

  /// Adds a byte and returns the key that it completes, if any.
  mutating func decode(_ byte: UInt8) -> Key? {
    switch state {
    case .ground: return character(byte)
    case .escape:
      state = afterEscape(byte)
      return nil
    case .singleShift:
      state = byte == KeyDecoder.escapeByte ? .escape : .ground
      return KeyDecoder.finals[byte]
    case .consoleFunction:
      state = .ground
      return nil
    case .control(let bytes): return control(bytes, byte)
    case .string(let isEscaped):
      let isOver = byte == 0x07 || (isEscaped && byte == UInt8(ascii: "\\"))
      state = isOver ? .ground : .string(escaped: byte == KeyDecoder.escapeByte)
      return nil
    }
  }

  private mutating func character(_ byte: UInt8) -> Key? {
    switch byte {
    case KeyDecoder.escapeByte:
      state = .escape
      return nil
    case 0x08, 0x7F: return .backspace
    // The key sends a carriage return, which most terminals convert to a line feed.
    case 0x0A, 0x0D: return .enter
    case 0x20..<0x7F: return .character(Character(Unicode.Scalar(byte)))
    default: return nil
    }
  }

  private func afterEscape(_ byte: UInt8) -> State {
    switch byte {
    case KeyDecoder.escapeByte: .escape
    case UInt8(ascii: "["): .control([])
    case UInt8(ascii: "O"): .singleShift
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      .string(escaped: false)
    default: .ground
    }
  }

  /// Handles parameter and intermediate bytes up to a final byte, as in ECMA-48, section 5.4.
  private mutating func control(_ bytes: [UInt8], _ byte: UInt8) -> Key? {
    switch byte {
    case KeyDecoder.escapeByte: state = .escape
    case UInt8(ascii: "[") where bytes.isEmpty: state = .consoleFunction
    case 0x20..<0x40:
      state = .control(bytes.count < KeyDecoder.longest ? bytes + [byte] : bytes)
    case 0x40..<0x7F:
      state = .ground
      if bytes.isEmpty { return KeyDecoder.finals[byte] }
      guard byte == UInt8(ascii: "~") else { return nil }
      return bytes == Array("5".utf8) ? .pageUp : bytes == Array("6".utf8) ? .pageDown : nil
    default: break
    }
    return nil
  }
}
