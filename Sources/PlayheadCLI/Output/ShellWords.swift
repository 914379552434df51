/// Splits a command into words as a shell quotes them (POSIX, Shell Command Language 2.2), and does
/// nothing else that a shell does: no variables, no patterns, no pipes.
enum ShellWords {
  /// Nil where a quotation does not end.
  static func split(_ text: String) -> [String]? {
    var words: [String] = []
    var word = ""
    // An empty quotation is a word, too.
    var isWord = false
    var quote: Unicode.Scalar?
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      switch (scalar, quote) {
      case (_, let open?) where scalar == open: quote = nil
      case ("\\", "\""):
        // Within quotation marks a backslash is one unless it takes a meaning away.
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
