import PlayheadMedia

/// Text in double quotes, with escapes.
package enum QuotedText {
  /// Returns the text after an opening quote, and its length with the closing one; nil if it is not valid.
  package static func parse(_ bytes: ArraySlice<UInt8>) -> (text: String, length: Int)? {
    var text: [UInt8] = []
    var place = bytes.startIndex
    while place < bytes.endIndex {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\""):
        // A string ends at its first NUL, as in C.
        let length = place - bytes.startIndex
        return (ExactText.text(of: Array(text.prefix { $0 != 0 })), length)
      case UInt8(ascii: "\\"):
        guard place < bytes.endIndex else { return nil }
        place += 1
        guard appendEscape(bytes[place - 1], from: bytes, &place, to: &text) else {
          return nil
        }
      default: text.append(byte)
      }
    }
    return nil
  }

  private static func appendEscape(
    _ code: UInt8, from bytes: ArraySlice<UInt8>, _ place: inout Int, to text: inout [UInt8]
  ) -> Bool {
    switch code {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(code)
    case UInt8(ascii: "b"): text.append(8)
    case UInt8(ascii: "f"): text.append(12)
    case UInt8(ascii: "n"): text.append(10)
    case UInt8(ascii: "r"): text.append(13)
    case UInt8(ascii: "t"): text.append(9)
    // mpv knows these two in JSON, too.
    case UInt8(ascii: "e"): text.append(27)
    case UInt8(ascii: "x"):
      guard let value = hex(2, from: bytes, &place) else { return false }
      text.append(UInt8(truncatingIfNeeded: value))
    case UInt8(ascii: "u"):
      guard let scalar = unicode(from: bytes, &place) else { return false }
      text += Array(String(scalar).utf8)
    default: return false
    }
    return true
  }

  /// Returns the character of an escape. A high surrogate must be followed by a low one.
  private static func unicode(from bytes: ArraySlice<UInt8>, _ place: inout Int) -> Unicode.Scalar?
  {
    guard let unit = hex(4, from: bytes, &place) else { return nil }
    guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
    guard bytes[place...].starts(with: Array("\\u".utf8)) else { return nil }
    place += 2
    guard let low = hex(4, from: bytes, &place), (0xDC00..<0xE000).contains(low) else { return nil }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
  }

  private static func hex(
    _ count: Int, from bytes: ArraySlice<UInt8>, _ place: inout Int
  ) -> UInt32? {
    guard bytes.endIndex - place >= count else { return nil }
    let digits = bytes[place..<place + count].compactMap {
      Character(Unicode.Scalar($0)).hexDigitValue
    }
    guard digits.count == count else { return nil }
    place += count
    return digits.reduce(0) { $0 << 4 + UInt32($1) }
  }
}
