import PlayheadFormatting
import PlayheadOutputs
import PlayheadRecords

/// The command of `--exec`: words that may contain fields.
struct ExecCommand: Sendable {
  private static let style = FieldStyle(.none, places: 3, absent: "-")

  private let words: [Template]

  /// Parses a command: words with the quoting rules of a shell, each a template without escapes.
  init(_ text: String) throws(UsageError) {
    guard let texts = ShellWords.split(text) else {
      throw .unclosedQuote(command: text)
    }
    if texts.isEmpty { throw .emptyCommand }
    var words: [Template] = []
    for text in texts { words.append(try Template(text, hasEscapes: false)) }
    self.words = words
  }

  /// The fields in the words, each with its form.
  var fields: [(field: Field, form: TemplateForm)] { words.flatMap(\.fields) }

  func words(at moment: Moment) -> [String] {
    words.map { word in
      var bytes: [UInt8] = []
      word.append(moment, ExecCommand.style, to: &bytes)
      return CommandLine.exactText(bytes)
    }
  }
}

/// Splits a command into words with the quoting rules of shells (POSIX, Shell Command Language,
/// section 2.2). Variables, patterns and pipes are not supported.
enum ShellWords {
  /// Returns the words of a command, or nil if a quotation is not closed.
  static func split(_ text: String) -> [String]? {
    var words: [String] = []
    var word = ""
    var isWord = false
    var quote: Unicode.Scalar?
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      switch (scalar, quote) {
      case (_, let open?) where scalar == open: quote = nil
      case ("\\", "\""):
        // In double quotes a backslash is literal unless it precedes a special character.
        guard let next = scalars.first else { return nil }
        if "\"\\$`\n".unicodeScalars.contains(next) { scalars.removeFirst() }
        word.unicodeScalars.append("\"\\$`\n".unicodeScalars.contains(next) ? next : "\\")
      case (_, _?): word.unicodeScalars.append(scalar)
      case ("'", nil), ("\"", nil): (quote, isWord) = (scalar, true)
      case ("\\", nil):
        guard let next = scalars.popFirst() else { return nil }
        word.unicodeScalars.append(next)
        isWord = true
      case (" ", nil), ("\t", nil), ("\n", nil):
        if isWord { words.append(word) }
        (word, isWord) = ("", false)
      case (_, nil):
        word.unicodeScalars.append(scalar)
        isWord = true
      }
    }
    if quote != nil { return nil }
    return isWord ? words + [word] : words
  }
}
