/// The escapes of URLs: `%20` for a space.
package enum PercentEscapes {
  /// Returns the path of a file URL from the bytes after `file://`, of which `localhost` is left out.
  package static func path(ofFileURL rest: ArraySlice<UInt8>) -> [UInt8] {
    removed(from: rest.starts(with: "localhost/".utf8) ? rest.dropFirst(9) : rest)
  }

  /// Returns the bytes with each escape replaced by its byte, unless it is incomplete, as in mpv, or a null byte.
  package static func removed(from escaped: ArraySlice<UInt8>) -> [UInt8] {
    var (rest, result): (ArraySlice<UInt8>, [UInt8]) = (escaped, [])
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let code = self.byte(of: rest.prefix(2)) {
        result.append(code)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return result
  }

  /// Returns the byte of the two digits of an escape, unless it is null; nil for any other text.
  package static func byte(of digits: ArraySlice<UInt8>) -> UInt8? {
    guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), byte != 0
    else { return nil }
    return byte
  }
}

/// Paths are bytes, because names of files need not be valid UTF-8.
extension [UInt8] {
  /// The bytes as a null-terminated string of C.
  package var cString: [CChar] { map(CChar.init(bitPattern:)) + [0] }
}
