import PlayheadTimekeeping

/// Numbers as C reads and prints them, in the C locale.
package enum NumberText {
  /// Parses a whole number, also hexadecimal or octal, or a double, which replaces whole numbers beyond 64 bits.
  package static func parse(_ bytes: ArraySlice<UInt8>, octal: Bool = false) -> MPVNode? {
    guard !bytes.isEmpty, bytes.count <= 400 else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    if let number = whole(text, octal: octal) { return .int(number) }
    return double(text).map(MPVNode.double)
  }

  /// Parses a finite number. Returns nil for any other text, and for a number with space around it.
  package static func double(_ text: String) -> Double? {
    // Swift reads the same numbers as strtod, but also `nan` and `inf`, which are left out here.
    guard let first = text.utf8.first, first.isDigit || "+-.".utf8.contains(first),
      let number = Double(text), number.isFinite
    else { return nil }
    return number
  }

  /// Parses the number of an option, such as `1.5`, `4/3` or `4:3`, after space.
  package static func fraction(_ text: String) -> Double? {
    let text = String(text.drop(while: \.isWhitespace))
    if let number = parse(Array(text.utf8)[...])?.number { return number }
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == ":" }
    guard parts.count == 2, let first = double(String(parts[0])),
      let second = double(String(parts[1])), case let number = first / second, number.isFinite
    else { return nil }
    return number
  }

  /// Parses the whole number of an option. Ignores space before it.
  package static func whole(_ text: String) -> Int64? {
    guard case .int(let number) = parse(Array(text.drop(while: \.isWhitespace).utf8)[...]) else {
      return nil
    }
    return number
  }

  private static func whole(_ text: String, octal: Bool) -> Int64? {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    let (radix, rest): (Int, Substring)
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
      (radix, rest) = (16, digits.dropFirst(2))
    } else if octal, digits.hasPrefix("0"), digits.count > 1 {
      (radix, rest) = (8, digits.dropFirst())
    } else {
      (radix, rest) = (10, digits)
    }
    guard let first = rest.first, first.isHexDigit else { return nil }
    return Int64((isNegative ? "-" : "") + rest, radix: radix)
  }

  /// Appends a number with six decimal places, as `%f` prints it.
  package static func append(_ number: Double, to bytes: inout [UInt8]) {
    // A double has at most 309 digits before the point.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 330) { buffer in
      bytes.append(contentsOf: PrintedNumber.write([number], as: "%f", to: buffer))
    }
  }
}
