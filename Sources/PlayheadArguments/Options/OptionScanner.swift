import Glibc
import PlayheadMedia
import PlayheadOutputs

/// A parser of command lines that follow a table of options.
///
/// The syntax is that of glibc's `getopt_long`: options and operands may be mixed, `--` ends the
/// options, and long names may be abbreviated.
struct OptionScanner<Options> {
  enum Outcome {
    /// `--help`, with its argument: `all`, or an empty string.
    case help(String)
    case version
    /// The operands, and the long names of the options.
    case operands([String], given: Set<String>)
  }

  private typealias Scanned = (option: CommandOption<Options>, text: String)

  let table: [CommandOption<Options>]
  /// Returns options of other programs by name, for the hint in an error message, which alone needs the table.
  var foreign: () -> [String: ForeignOption] = { [:] }
  /// Whether the first operand ends the options, because the rest is another program's command line.
  var stopsAtOperand = false

  private var rows: [CommandOption<Options>] {
    table + [
      CommandOption("h", "help", .optional("all", ["all"]), "") { _, _ throws(UsageError) in },
      CommandOption("V", "version", nil, "") { _, _ throws(UsageError) in },
    ]
  }

  /// Applies the options of a command line, whose first element is the name of the command. Returns the operands.
  func parse(_ arguments: [String], into options: inout Options) throws(UsageError) -> Outcome {
    let (scanned, operands) = try scan(arguments)
    for (option, text) in scanned {
      switch option.long {
      case "help":
        guard ["", "all"].contains(text) else {
          throw .invalidValue(text, option: "--help", expected: .oneOf(["all"]))
        }
        return .help(text)
      case "version": return .version
      default: try option.apply(&options, text)
      }
    }
    return .operands(operands, given: Set(scanned.map(\.option.long)))
  }

  private func scan(
    _ arguments: [String]
  ) throws(UsageError) -> (options: [Scanned], operands: [String]) {
    let stopsAtOperand = stopsAtOperand || getenv("POSIXLY_CORRECT") != nil
    var words = arguments.dropFirst()
    var (options, operands): ([Scanned], [String]) = ([], [])
    while let word = words.popFirst() {
      let scalars = word.unicodeScalars
      if word == "--" {
        return (options, operands + words)
      } else if word == "-" || scalars.first != "-" {
        operands.append(word)
        if stopsAtOperand { return (options, operands + words) }
      } else if scalars.dropFirst().first == "-" {
        options.append(try long(word, &words))
      } else {
        options += try shorts(word, &words)
      }
    }
    return (options, operands)
  }

  /// Returns the option of a word such as `--interval=1`, whose argument may be the next word.
  private func long(
    _ word: String, _ words: inout ArraySlice<String>
  ) throws(UsageError) -> Scanned {
    let parts = word.unicodeScalars.dropFirst(2)
      .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let matching = rows.filter { $0.long.hasPrefix(parts[0]) }
    let exact = matching.first { $0.long == parts[0] }
    guard let option = exact ?? (matching.count == 1 ? matching.first : nil) else {
      throw refusal(of: word)
    }
    if parts.count == 2 {
      if option.argument == nil {
        throw .unexpectedArgument(option: option.long == "version" ? word : "--\(option.long)")
      }
      return (option, parts[1])
    }
    if option.argument == nil || option.isArgumentOptional {
      return (option, optionalWord(after: word, of: option, &words))
    }
    guard let text = words.popFirst() else { throw .missingArgument(option: "--\(option.long)") }
    return (option, text)
  }

  /// Returns the options of a word such as `-qn3`. The argument of the last one may be the next word.
  private func shorts(
    _ word: String, _ words: inout ArraySlice<String>
  ) throws(UsageError) -> [Scanned] {
    var options: [Scanned] = []
    var letters = word.unicodeScalars.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = rows.first(where: { $0.short == Character(letter) }) else {
        throw refusal(of: word, letter)
      }
      if option.argument == nil || option.isArgumentOptional {
        options.append((option, optionalWord(after: word, of: option, &words)))
        continue
      }
      // `-to` is not `-t o`, and `-track` is not `-t rack`: both are probably long options.
      if options.isEmpty, !letters.isEmpty, let error = refusal(ofWord: word) { throw error }
      guard let text = letters.isEmpty ? words.popFirst() : String(letters) else {
        throw .missingArgument(option: "-\(letter)")
      }
      return options + [(option, text)]
    }
    return options
  }

  /// Removes and returns the next word if it is the optional argument of an option; otherwise returns "".
  private func optionalWord(
    after word: String, of option: CommandOption<Options>, _ words: inout ArraySlice<String>
  ) -> String {
    let isWhole = word == "--\(option.long)" || option.short.map { word == "-\($0)" } ?? false
    // After `--help` there is no command to run.
    guard !stopsAtOperand || option.long == "help", isWhole, let next = words.first,
      option.optionalWords.contains(next)
    else { return "" }
    words.removeFirst()
    return next
  }

  /// Returns the error for an unknown option in a word, which is a letter or the whole word.
  private func refusal(of word: String, _ letter: Unicode.Scalar? = nil) -> UsageError {
    let name = letter.flatMap { $0.isASCII ? "-\($0)" : nil } ?? word
    if access(word, F_OK) == 0 { return .unknownOption(name, meant: "-- \(word)") }
    if let error = refusal(ofWord: word) { return error }
    guard word.hasPrefix("--") else { return .unknownOption(name, meant: nil) }
    let written = String(word.dropFirst(2).prefix { $0 != "=" })
    let meant = names.filter { $0.hasPrefix(written) }
    if meant.count > 1 {
      return .ambiguousOption("--\(written)", candidates: meant.map { "--\($0)" })
    }
    let nearest = NearestWord.of(written, in: names)
    return .unknownOption("--\(written)", meant: nearest.map { "--\($0)" })
  }

  /// Returns the error for a word that is another program's option, or a long option with only one hyphen.
  private func refusal(ofWord word: String) -> UsageError? {
    let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
    let written = String(word.prefix { $0 != "=" })
    switch foreign()[name] {
    case .instead(let option): return .unknownOption(written, meant: option)
    case .needless: return .needlessOption(written)
    case nil: break
    }
    guard !word.hasPrefix("--"), name.count > 2, names.contains(name) else { return nil }
    return .unknownOption(written, meant: "--\(name)")
  }

  private var names: [String] { rows.map(\.long) }
}
