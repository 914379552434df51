/// Translates a regular expression to what the C library understands, and refuses what it would
/// understand in another way, or take too long or too much memory for.
struct PatternReader {
  /// The greatest length in bytes. The C library nests a call for each parenthesis.
  private static let longest = 1_024
  /// The greatest product of all counts in braces. The C library copies the repeated part.
  private static let mostCopies = 10_000

  private var rest: Substring
  private var pattern = ""
  private var copies = 1

  static func pattern(of text: String) -> String? {
    guard text.utf8.count <= longest, !text.utf8.contains(0) else { return nil }
    var reader = PatternReader(rest: text[...])
    return reader.read() ? reader.pattern : nil
  }

  private mutating func read() -> Bool {
    var isRepeated = false
    while let character = rest.unicodeScalars.popFirst() {
      switch character {
      case "*", "+", "?", "{":
        // `.*?` would be the same as `.*`.
        if isRepeated || (character == "{" && !readCounts()) { return false }
        if character != "{" { pattern.unicodeScalars.append(character) }
        isRepeated = true
        continue
      case "\\": if !readEscape() { return false }
      case "[": if !readSet() { return false }
      default: pattern.unicodeScalars.append(character)
      }
      isRepeated = false
    }
    return true
  }

  /// Reads the counts after an opening brace.
  private mutating func readCounts() -> Bool {
    let counts = rest.prefix { $0 != "}" }
    rest = rest.dropFirst(counts.count)
    guard rest.popFirst() != nil else { return false }
    for count in counts.split(separator: ",") {
      guard let number = Int(count), number >= 0 else { return false }
      let (product, overflow) = copies.multipliedReportingOverflow(by: max(number, 1))
      if overflow || product > Self.mostCopies { return false }
      copies = product
    }
    pattern += "{\(counts)}"
    return true
  }

  private mutating func readEscape() -> Bool {
    guard let code = rest.unicodeScalars.popFirst() else { return false }
    switch code {
    case "d": pattern += "[0-9]"
    case "D": pattern += "[^0-9]"
    case "t": pattern += "\t"
    case "w", "W", "s", "S", "b", "B": pattern += "\\\(code)"
    case _ where ".[]{}()*+?^$|\\".unicodeScalars.contains(code): pattern += "\\\(code)"
    // Also a back-reference.
    case _ where code.properties.isAlphabetic || code.properties.numericType != nil: return false
    default: pattern.unicodeScalars.append(code)
    }
    return true
  }

  /// Reads a set after its opening bracket. A backslash has no meaning there for the C library.
  private mutating func readSet() -> Bool {
    pattern += "["
    if rest.first == "^" { pattern.append(rest.removeFirst()) }
    if rest.first == "]" { pattern.append(rest.removeFirst()) }
    while let character = rest.unicodeScalars.popFirst() {
      switch character {
      case "]":
        pattern += "]"
        return true
      case "[" where rest.first == ":":
        guard let end = rest.firstRange(of: ":]") else { return false }
        pattern += "[" + rest[..<end.upperBound]
        rest = rest[end.upperBound...]
      case "\\":
        switch rest.unicodeScalars.popFirst() {
        case "d": pattern += "0-9"
        case "s": pattern += "[:space:]"
        case "w": pattern += "[:alnum:]_"
        case "t": pattern += "\t"
        case let sign? where ".,:;/+*?()|${}\\\"'".unicodeScalars.contains(sign):
          pattern.unicodeScalars.append(sign)
        default: return false
        }
      default: pattern.unicodeScalars.append(character)
      }
    }
    return false
  }
}
