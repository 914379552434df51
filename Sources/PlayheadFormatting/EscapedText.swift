/// Text of media and file names, escaped for each format.
extension [UInt8] {
  private static let replacement = Array("\u{FFFD}".utf8)

  /// Appends text as one line without control characters. Each is replaced by U+FFFD.
  package mutating func append(printable text: String) {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return append(contentsOf: text.utf8) }
    for scalar in text.unicodeScalars {
      if scalar.steersTerminal {
        append(contentsOf: Self.replacement)
      } else {
        append(contentsOf: scalar.utf8)
      }
    }
  }

  /// Appends a JSON string (RFC 8259) with its quotation marks. Control characters are escaped.
  package mutating func append(json text: String) {
    append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": append(contentsOf: #"\""#.utf8)
      case "\\": append(contentsOf: #"\\"#.utf8)
      case "\n": append(contentsOf: #"\n"#.utf8)
      case "\t": append(contentsOf: #"\t"#.utf8)
      case "\r": append(contentsOf: #"\r"#.utf8)
      case _ where scalar.steersTerminal:
        append(contentsOf: #"\u"#.utf8)
        append(hexadecimal: scalar.value)
      default: append(contentsOf: scalar.utf8)
      }
    }
    append(UInt8(ascii: "\""))
  }

  /// Appends a field of CSV (RFC 4180), quoted if necessary.
  package mutating func append(csv text: String) {
    guard text.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else {
      return append(contentsOf: text.utf8)
    }
    append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { append(byte) }
      append(byte)
    }
    append(UInt8(ascii: "\""))
  }

  /// Appends a tab-separated value, with `\t`, `\n`, `\r` and `\\` for tabs, line breaks and backslashes.
  package mutating func append(tsv text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\t"): append(contentsOf: #"\t"#.utf8)
      case UInt8(ascii: "\n"): append(contentsOf: #"\n"#.utf8)
      case UInt8(ascii: "\r"): append(contentsOf: #"\r"#.utf8)
      case UInt8(ascii: "\\"): append(contentsOf: #"\\"#.utf8)
      default: append(byte)
      }
    }
  }

  /// Appends four digits, which are enough for all control characters.
  private mutating func append(hexadecimal value: UInt32) {
    for shift in [12, 8, 4, 0] as [UInt32] {
      let digit = UInt8(truncatingIfNeeded: value >> shift & 0xF)
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}

extension String {
  /// The text as one word of a shell.
  package var shellQuoted: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }

  /// The text as one word of a shell, without quotes if it needs none.
  package var shellWord: String {
    let isPlain = utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-_./:=".utf8.contains(byte)
    }
    return isPlain && !isEmpty ? self : shellQuoted
  }

  /// The text as one line, with each control character replaced by U+FFFD.
  package var printable: String { String { $0.append(printable: self) } }
}
