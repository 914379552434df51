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
