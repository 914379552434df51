/// The escapes of URLs: `%20` for a space.
package enum PercentEscapes {
  /// Returns the path of a file URL.
  ///
  /// - Parameter rest: The bytes after `file://`: a path, which may follow the host `localhost`.
  package static func path(ofFileURL rest: ArraySlice<UInt8>) -> [UInt8] {
    removed(from: rest.starts(with: "localhost/".utf8) ? rest.dropFirst(9) : rest)
  }

  /// Returns the bytes with each escape replaced by its byte. What is no complete escape stays, as in
  /// mpv, and so does the escape of a null byte.
  package static func removed(from escaped: ArraySlice<UInt8>) -> [UInt8] {
    var (rest, result): (ArraySlice<UInt8>, [UInt8]) = (escaped, [])
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
        let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), code != 0
      {
        result.append(code)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return result
  }
}
