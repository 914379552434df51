import PlayheadArguments

/// Text for roff.
enum Roff {
  /// Returns the entries of options, without empty lines between them.
  static func entries(_ options: [OptionRow]) -> [String] {
    [".PD 0"]
      + options.flatMap { option in
        let start = option.usage.drop { $0 == " " }
        return [".TP 21", "\\fB\(escaped(String(start)))\\fR", escaped(option.help)]
      } + [".PD"]
  }

  /// Returns text with bold type for the words between backticks.
  static func emphasized(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      index % 2 == 0 ? escaped(String(part)) : "\\fB\(escaped(String(part)))\\fR"
    }.joined()
  }

  /// Returns text with the special characters of roff escaped.
  static func escaped(_ text: String) -> String {
    let escaped = text.reduce(into: "") { text, character in
      switch character {
      case "\\": text += "\\e"
      case "-": text += "\\-"
      case "'": text += "\\(aq"
      case _ where !character.isASCII:
        for scalar in character.unicodeScalars {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          text += "\\[u\(String(repeating: "0", count: max(4 - digits.count, 0)))\(digits)]"
        }
      default: text.append(character)
      }
    }
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }
}
