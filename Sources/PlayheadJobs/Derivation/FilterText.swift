/// Text with ffmpeg's quotes: a backslash quotes one character, apostrophes all between them.
struct FilterText {
  private var rest: Substring

  init(_ text: Substring) {
    rest = text
    skipSpaces()
  }

  var isAtEnd: Bool { rest.isEmpty }

  private mutating func skipSpaces() {
    rest = rest.drop { $0.isWhitespace }
  }

  mutating func skip(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    skipSpaces()
    return true
  }

  mutating func token(until ends: String, keepsQuotes: Bool) -> String {
    var text = ""
    while let character = rest.first, !ends.contains(character) {
      rest.removeFirst()
      if character == "\\", let next = rest.popFirst() {
        text += keepsQuotes ? "\\\(next)" : "\(next)"
      } else if character == "'" {
        let quoted = rest.prefix { $0 != "'" }
        rest = rest[quoted.endIndex...].dropFirst()
        text += keepsQuotes ? "'\(quoted)'" : String(quoted)
      } else {
        text.append(character)
      }
    }
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return text
  }

  mutating func labels() -> [String] {
    var labels: [String] = []
    while rest.contains("]"), skip("[") {
      labels.append(token(until: "]", keepsQuotes: false))
      if !skip("]") { break }
    }
    return labels
  }
}
