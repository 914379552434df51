/// Names of files as strings that keep every byte.
///
/// If a name is not valid UTF-8, or contains a scalar from U+10FF80 to U+10FFFF, each of its bytes
/// from 0x80 up becomes one scalar of that private-use range. `bytes(of:)` restores the bytes. The
/// locations of a session's list have this form, and so do all strings of `MPVNode`.
package enum ExactText {
  private static let base: UInt32 = 0x10_ff00

  /// Returns the text for the bytes of a name.
  package static func text(of bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self),
      !text.unicodeScalars.contains(where: { byte(of: $0) != nil })
    {
      return text
    }
    var scalars = String.UnicodeScalarView()
    for byte in bytes {
      let scalar = byte < 0x80 ? Unicode.Scalar(byte) : Unicode.Scalar(base + UInt32(byte))
      if let scalar { scalars.append(scalar) }
    }
    return String(scalars)
  }

  /// Returns the text for text that is no name and is sent as it is, such as a tag.
  package static func text(ofPlain text: String) -> String {
    // The scalars that represent bytes begin with this byte.
    text.utf8.contains(0xF4) ? self.text(of: Array(text.utf8)) : text
  }

  /// Returns text to read: bytes that are not valid UTF-8 are replaced.
  package static func readable(_ text: String) -> String {
    text.utf8.contains(0xF4) ? String(decoding: bytes(of: text), as: UTF8.self) : text
  }

  /// Returns the bytes of a name.
  package static func bytes(of text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { scalar in
      byte(of: scalar).map { [$0] } ?? Array(String(scalar).utf8)
    }
  }

  private static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    (base + 0x80...base + 0xff).contains(scalar.value) ? UInt8(scalar.value - base) : nil
  }
}
