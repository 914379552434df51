/// Parses JSON as mpv does.
///
/// Beyond the standard it accepts a comma after the last item, `=` instead of `:`, keys without
/// quotes, and numbers as C writes them (`0x10` and `010` are whole numbers). Whatever follows the
/// value is ignored.
package struct JSONParser {
  /// How deep arrays and objects may be nested, as in mpv.
  package static let depthLimit = 50

  private let bytes: ArraySlice<UInt8>
  private var place: Int
  private var depth = 0

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  /// Returns the value at the start of the bytes, or nil if there is none.
  ///
  /// Strings keep bytes that are not valid UTF-8 (`ExactText`). A string ends at a NUL character, as
  /// in C.
  package static func parse(_ bytes: ArraySlice<UInt8>) -> MPVNode? {
    var parser = JSONParser(bytes)
    return parser.value()
  }

  private var next: UInt8? { place < bytes.endIndex ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte.isJSONSpace { place += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard next == byte else { return false }
    place += 1
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
    place += 1
    depth += 1
    defer { depth -= 1 }
    return parse(&self)
  }

  private mutating func array() -> MPVNode? {
    var items: [MPVNode] = []
    while !take(UInt8(ascii: "]")) {
      if !items.isEmpty {
        guard take(UInt8(ascii: ",")) else { return nil }
        if take(UInt8(ascii: "]")) { break }
      }
      guard let item = value() else { return nil }
      items.append(item)
    }
    return .array(items)
  }

  private mutating func object() -> MPVNode? {
    var members: [MPVNode.Member] = []
    while !take(UInt8(ascii: "}")) {
      if !members.isEmpty {
        guard take(UInt8(ascii: ",")) else { return nil }
        if take(UInt8(ascii: "}")) { break }
      }
      guard let key = key(), take(UInt8(ascii: ":")) || take(UInt8(ascii: "=")),
        let value = value()
      else { return nil }
      members.append(MPVNode.Member(key, value))
    }
    return .object(members)
  }

  private mutating func key() -> String? {
    skipSpace()
    if next == UInt8(ascii: "\"") { return string() }
    let start = place
    while let byte = next, byte.isNameByte, place > start || !byte.isDigit { place += 1 }
    return place > start ? String(decoding: bytes[start..<place], as: UTF8.self) : nil
  }

  private mutating func word() -> MPVNode? {
    let words: KeyValuePairs<StaticString, MPVNode> = [
      "true": .bool(true), "false": .bool(false), "null": .null,
    ]
    for (word, value) in words {
      let isHere = word.withUTF8Buffer { bytes[place...].starts(with: $0) }
      guard isHere else { continue }
      place += word.utf8CodeUnitCount
      return value
    }
    return nil
  }

  private mutating func number() -> MPVNode? {
    let start = place
    while let byte = next, byte.isNumberByte { place += 1 }
    // Exponents have signs.
    while let byte = next, byte.isSign, bytes[place - 1].isExponentMark {
      place += 1
      while let byte = next, byte.isNumberByte { place += 1 }
    }
    return NumberText.parse(bytes[start..<place], octal: true)
  }

  private mutating func string() -> String? {
    place += 1
    guard let (text, length) = QuotedText.parse(bytes[place...]) else { return nil }
    place += length
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
