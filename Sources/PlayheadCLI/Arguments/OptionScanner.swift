import CSystem
import Glibc
import PlayheadKit

/// A parser of command lines that follow a table of options.
///
/// It uses glibc's `getopt_long`: options and operands may be mixed, `--` ends the options, and
/// long names may be abbreviated. Use it only once, and before starting threads, because
/// `getopt_long` keeps its state in global variables.
struct OptionScanner<Options> {
  enum Outcome {
    /// `--help`, with its argument: `all`, or an empty string.
    case help(String)
    case version
    case operands([String])
  }

  private enum Scanned {
    case help(String)
    case version
    case option(CommandOption<Options>, String)
  }

  let table: [CommandOption<Options>]
  /// Returns options of other programs by name, for the hint in an error message. Only an error
  /// needs the table.
  var foreign: () -> [String: ForeignOption] = { [:] }
  /// Whether the first operand ends the options, because the rest is the command line of another
  /// program.
  var stopsAtOperand = false

  /// Applies the options of a command line, whose first element is the name of the command.
  ///
  /// - Returns: The operands, or that help or the version was requested.
  /// - Throws: `UsageError` if an option is unknown or its argument is invalid.
  func parse(_ arguments: [String], into options: inout Options) throws(UsageError) -> Outcome {
    let scanned = try scan(joiningOptionalWords(arguments))
    for option in scanned.options {
      switch option {
      case .help(let word):
        guard ["", "all"].contains(word) else {
          throw .invalidValue(word, option: "--help", expected: .oneOf(["all"]))
        }
        return .help(word)
      case .version: return .version
      case .option(let option, let text): try option.apply(&options, text)
      }
    }
    return .operands(scanned.operands)
  }

  /// Joins an option and its optional argument: `--check error` becomes `--check=error`, the only
  /// form in which `getopt_long` accepts an optional argument.
  private func joiningOptionalWords(_ arguments: [String]) -> [String] {
    if stopsAtOperand { return arguments }
    // The option of each word that an optional argument may follow, and those arguments.
    var optional = ["-h": ("--help", ["all"]), "--help": ("--help", ["all"])]
    for option in table where !option.optionalWords.isEmpty {
      optional["--\(option.long)"] = ("--\(option.long)", option.optionalWords)
    }
    var joined: [String] = []
    var isOver = false
    for argument in arguments {
      if !isOver, let (name, words) = joined.last.flatMap({ optional[$0] }),
        words.contains(argument)
      {
        joined[joined.count - 1] = "\(name)=\(argument)"
      } else {
        isOver = isOver || argument == "--"
        joined.append(argument)
      }
    }
    return joined
  }

  private func scan(
    _ arguments: [String]
  ) throws(UsageError) -> (options: [Scanned], operands: [String]) {
    // Long options have values beyond all letters: the options of the table in order, then `--help`
    // and `--version`.
    let (first, help) = (Int32(256), Int32(256 + table.count))
    var argv = arguments.map { strdup($0) } + [nil]
    let longNames = names.map { strdup($0) }
    defer { for pointer in argv + longNames { free(pointer) } }
    var longs = zip(longNames, first...).map { name, value in
      option(
        name: name,
        has_arg: value < help
          ? table[Int(value - first)].argumentRule
          : value == help ? optional_argument : no_argument,
        flag: nil, val: value)
    }
    longs.append(option())
    // With a leading colon `getopt_long` distinguishes a missing argument from an unknown option.
    let shorts = table.reduce(stopsAtOperand ? "+:hV" : ":hV") { text, option in
      guard let short = option.short else { return text }
      return text + String(short) + (option.argument == nil ? "" : ":")
    }
    var options: [Scanned] = []
    while true {
      let found = system_next_option(
        Int32(arguments.count), &argv, shorts, longs, options.isEmpty ? 1 : 0)
      switch found.code {
      case -1:
        let operands = argv[Int(found.next)..<arguments.count]
        return (options, operands.compactMap { $0.map { String(cString: $0) } })
      case Int32(UInt8(ascii: "h")), help:
        options.append(.help(found.argument.map { String(cString: $0) } ?? ""))
      case Int32(UInt8(ascii: "V")), help + 1: options.append(.version)
      default:
        let option = table.enumerated().first { index, option in
          found.code == first + Int32(index) || found.code == option.short?.code
        }
        guard let option = option?.element else {
          throw refusal(found, word: refusedWord(found, argv))
        }
        let text = found.argument.map { String(cString: $0) } ?? ""
        let word = argv[Int(found.next) - 1].map { String(cString: $0) } ?? ""
        // `-to` is not `-t o`, and `-track` is not `-t rack`: both are probably long options.
        if let short = option.short, !text.isEmpty, word == "-\(short)\(text)",
          let error = refusal(ofWord: word)
        {
          throw error
        }
        options.append(.option(option, text))
      }
    }
  }

  /// Returns the word with the option that `getopt_long` refused. If further letters follow that
  /// option in the same word, `getopt_long` has not advanced past the word.
  private func refusedWord(
    _ found: system_option, _ argv: [UnsafeMutablePointer<CChar>?]
  ) -> String {
    func word(_ index: Int32) -> String { argv[Int(index)].map { String(cString: $0) } ?? "" }
    let last = word(found.next - 1)
    let letter = UInt8(exactly: found.refused).map { Character(Unicode.Scalar($0)) }
    let isShort = last.hasPrefix("-") && !last.hasPrefix("--")
    // A refused long option is no letter.
    let isDone =
      found.refused >= 0 && (letter == nil || letter == "\0" || (isShort && last.last == letter))
    return isDone || Int(found.next) >= argv.count - 1 ? last : word(found.next)
  }

  /// Returns the error for an option that `getopt_long` refused, found in `word`.
  private func refusal(_ found: system_option, word: String) -> UsageError {
    let index = Int(found.refused) - 256
    let name =
      if table.indices.contains(index) {
        "--" + table[index].long
      } else if let scalar = UInt32(exactly: found.refused).flatMap(Unicode.Scalar.init),
        scalar.isASCII, scalar != "\0"
      {
        "-\(scalar)"
      } else {
        word
      }
    if found.code == Character(":").code { return .missingArgument(option: name) }
    if index >= 0 { return .unexpectedArgument(option: name) }
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

  /// Returns the error for a word that is an option of another program, or a long option with only
  /// one hyphen. Returns nil for any other word.
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

  private var names: [String] { table.map(\.long) + ["help", "version"] }
}

extension CommandOption {
  fileprivate var argumentRule: Int32 {
    if argument == nil { return no_argument }
    return isArgumentOptional ? optional_argument : required_argument
  }
}

extension Character {
  /// The character as `getopt_long` returns it.
  fileprivate var code: Int32? { asciiValue.map(Int32.init) }
}
