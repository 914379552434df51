/// Text that comes from media and file names, as each format takes it.
extension [UInt8] {
  private static let replacement = Array("\u{FFFD}".utf8)

  /// Text of one line that no terminal obeys.
  mutating func append(printable text: String) {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return append(contentsOf: text.utf8) }
    for scalar in text.unicodeScalars {
      if scalar.steersTerminal {
        append(contentsOf: Self.replacement)
      } else {
        append(contentsOf: scalar.utf8)
      }
    }
  }

  /// A JSON string (RFC 8259), its quotation marks included. What steers a terminal is escaped.
  mutating func append(json text: String) {
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

  /// A field of CSV (RFC 4180): in quotation marks where it must be.
  mutating func append(csv text: String) {
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

  /// A field of tab-separated values, with `\t`, `\n`, `\r` and `\\` for what they stand for.
  mutating func append(tsv text: String) {
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

  /// Four digits; what steers a terminal needs no more.
  private mutating func append(hexadecimal value: UInt32) {
    for shift in [12, 8, 4, 0] as [UInt32] {
      let digit = UInt8(truncatingIfNeeded: value >> shift & 0xF)
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}

extension Unicode.Scalar {
  /// Whether a terminal may obey it instead of showing it: the control characters C0, DEL and C1,
  /// the line separators, and what changes the direction of writing (UAX #9), by which a name
  /// could show as another.
  var steersTerminal: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension String {
  /// The same on one line that no terminal obeys, U+FFFD in the place of what it would.
  var printable: String {
    var bytes: [UInt8] = []
    bytes.append(printable: self)
    return String(decoding: bytes, as: UTF8.self)
  }
}
