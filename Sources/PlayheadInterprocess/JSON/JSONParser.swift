/// Parses JSON as mpv does.
///
/// Beyond the standard it accepts a comma after the last item, `=` instead of `:`, keys without quotes, and numbers as
/// C writes them (`0x10` and `010` are whole numbers). Whatever follows the value is ignored.
package struct JSONParser {
  /// How deep arrays and objects may be nested, as in mpv.
  package static let depthLimit = 50

  private let bytes: ArraySlice<UInt8>
  private var index: Int
  private var depth = 0

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  /// Returns the value at the start of the bytes; strings keep bytes that are not UTF-8, and end at a NUL, as in C.
  package static func parse(_ bytes: ArraySlice<UInt8>) -> MPVNode? {
    var parser = JSONParser(bytes)
    return parser.value()
  }

  private var next: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte.isJSONSpace { index += 1 }
  }

  private mutating func accept(_ byte: UInt8) -> Bool {
    skipSpace()
    guard next == byte else { return false }
    index += 1
    return true
  }

  private mutating func value() -> MPVNode? {
    skipSpace()
    guard let next else { return nil }
    switch next {
    case UInt8(ascii: "{"): return nested { $0.object() }
    case UInt8(ascii: "["): return nested { $0.array() }
    case UInt8(ascii: "\""): return string().map(MPVNode.string)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
    default: return word()
    }
  }

  private mutating func nested(_ parse: (inout JSONParser) -> MPVNode?) -> MPVNode? {
    guard depth < JSONParser.depthLimit else { return nil }
    index += 1
    depth += 1
    defer { depth -= 1 }
    return parse(&self)
  }

  private mutating func array() -> MPVNode? {
    var items: [MPVNode] = []
    while !accept(UInt8(ascii: "]")) {
      if !items.isEmpty {
        guard accept(UInt8(ascii: ",")) else { return nil }
        if accept(UInt8(ascii: "]")) { break }
      }
      guard let item = value() else { return nil }
      items.append(item)
    }
    return .array(items)
  }

  private mutating func object() -> MPVNode? {
    var members: [MPVNode.Member] = []
    while !accept(UInt8(ascii: "}")) {
      if !members.isEmpty {
        guard accept(UInt8(ascii: ",")) else { return nil }
        if accept(UInt8(ascii: "}")) { break }
      }
      guard let key = key(), accept(UInt8(ascii: ":")) || accept(UInt8(ascii: "=")),
        let value = value()
      else { return nil }
      members.append(MPVNode.Member(key, value))
    }
    return .object(members)
  }

  private mutating func key() -> String? {
    skipSpace()
    if next == UInt8(ascii: "\"") { return string() }
    let start = index
    while let byte = next, byte.isNameByte, index > start || !byte.isDigit { index += 1 }
    return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
  }

  private mutating func word() -> MPVNode? {
    let words: KeyValuePairs<StaticString, MPVNode> = [
      "true": .bool(true), "false": .bool(false), "null": .null,
    ]
    for (word, value) in words {
      let isHere = word.withUTF8Buffer { bytes[index...].starts(with: $0) }
      guard isHere else { continue }
      index += word.utf8CodeUnitCount
      return value
    }
    return nil
  }

  private mutating func number() -> MPVNode? {
    let start = index
    while let byte = next, byte.isNumberByte { index += 1 }
    // Exponents have signs.
    while let byte = next, byte.isSign, bytes[index - 1].isExponentMark {
      index += 1
      while let byte = next, byte.isNumberByte { index += 1 }
    }
    return NumberText.parse(bytes[start..<index], octal: true)
  }

  private mutating func string() -> String? {
    index += 1
    guard let (text, length) = QuotedText.parse(bytes[index...]) else { return nil }
    index += length
    return text
  }
}

extension UInt8 {
  package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isSign: Bool { self == UInt8(ascii: "-") || self == UInt8(ascii: "+") }
  /// `e` of decimal numbers, `p` of hexadecimal ones.
  fileprivate var isExponentMark: Bool {
    [UInt8(ascii: "e"), UInt8(ascii: "p")].contains(self | 32)
  }
  fileprivate var isNumberByte: Bool {
    isDigit || isLetter || self == UInt8(ascii: ".") || self == UInt8(ascii: "-")
      || self == UInt8(ascii: "_")
  }
  private var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 32) }
  fileprivate var isNameByte: Bool { isDigit || isLetter || self == UInt8(ascii: "_") }
  fileprivate var isJSONSpace: Bool {
    self == UInt8(ascii: " ") || self == 9 || self == 10 || self == 13
  }
}
