import PlayheadInterprocess
import PlayheadMedia

/// Parses lines of commands as input.conf has them: words, several commands separated by `;`, comments after `#`.
struct CommandLineParser {
  private enum Token {
    case word(String)
    case separator
    case end
  }

  private var rest: ArraySlice<UInt8>

  /// Returns the commands of a line without its newline; throws `invalidParameter` if one is wrong.
  static func parse(_ line: ArraySlice<UInt8>) throws(MPVError) -> [CommandRequest] {
    var parser = CommandLineParser(rest: line)
    var requests: [CommandRequest] = []
    var words: [MPVNode] = []
    while true {
      let token = try parser.token()
      if case .word(let word) = token {
        words.append(.string(word))
        continue
      }
      // An empty command ends the line, as in mpv.
      if words.isEmpty { return requests }
      requests.append(try CommandRequest(words: words, expandsProperties: true))
      words = []
      if case .end = token { return requests }
    }
  }

  private mutating func token() throws(MPVError) -> Token {
    rest = rest.drop { $0.isCommandSpace }
    switch rest.first {
    case nil, UInt8(ascii: "#"): return .end
    case UInt8(ascii: ";"):
      rest.removeFirst()
      return .separator
    case UInt8(ascii: "\""):
      guard let (text, length) = QuotedText.parse(rest.dropFirst()) else {
        throw .invalidParameter
      }
      rest = rest.dropFirst(length + 1)
      return .word(text)
    case UInt8(ascii: "'"):
      return .word(try quoted(from: 1, until: [UInt8(ascii: "'")]))
    case UInt8(ascii: "`"):
      // The byte after the backtick ends the text, together with another backtick.
      guard let mark = rest.dropFirst().first else { throw .invalidParameter }
      return .word(try quoted(from: 2, until: [mark, UInt8(ascii: "`")]))
    default:
      let word = rest.prefix {
        !$0.isCommandSpace && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "#")
      }
      rest = rest.dropFirst(word.count)
      return .word(ExactText.text(of: Array(word)))
    }
  }

  /// Returns the text after the opening quote, up to the closing one.
  private mutating func quoted(from offset: Int, until end: [UInt8]) throws(MPVError) -> String {
    let text = rest.dropFirst(offset)
    guard let place = text.indices.first(where: { text[$0...].starts(with: end) }) else {
      throw .invalidParameter
    }
    rest = text[place...].dropFirst(end.count)
    return ExactText.text(of: Array(text[..<place]))
  }
}

extension UInt8 {
  fileprivate var isCommandSpace: Bool { self == 32 || (9...13).contains(self) }
}
