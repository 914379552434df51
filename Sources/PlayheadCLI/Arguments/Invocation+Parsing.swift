import CSystem
import Glibc

extension Invocation {
  /// Parses a command line, the command's name first, with glibc's `getopt_long`: options and
  /// files may be mixed, `--` ends the options, long names may be shortened.
  ///
  /// To be called once, before there are threads: `getopt_long` keeps its place in globals.
  static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    var arguments = arguments
    if arguments.dropFirst().first == "play" { arguments.remove(at: 1) }
    var options = PlayOptions()
    let scanned = try scan(arguments)
    for option in scanned.options {
      switch option {
      case .help: return .help
      case .version: return .version
      case .play(let option, let text): try option.apply(&options, text)
      }
    }
    options.files = scanned.operands
    if options.files.isEmpty { throw UsageError("no file to play") }
    return .play(options)
  }

  private enum Scanned {
    case help
    case version
    case play(PlayOption, String)
  }

  private static func scan(
    _ arguments: [String]
  ) throws(UsageError) -> (options: [Scanned], operands: [String]) {
    // Values above all letters tell the long names: the table's in its order, then these two.
    let (first, help) = (Int32(256), Int32(256 + PlayOption.all.count))
    var argv = arguments.map { strdup($0) } + [nil]
    let names = (PlayOption.all.map(\.long) + ["help", "version"]).map { strdup($0) }
    defer { for pointer in argv + names { free(pointer) } }
    var table = zip(names, first...).map { name, value in
      let takesArgument = value < help && PlayOption.all[Int(value - first)].argument != nil
      return option(
        name: name, has_arg: takesArgument ? required_argument : no_argument, flag: nil, val: value)
    }
    table.append(option())
    // The leading colon has a missing argument told apart from an unknown option.
    let shorts = PlayOption.all.reduce(":h") { text, option in
      guard let short = option.short else { return text }
      return text + String(short) + (option.argument == nil ? "" : ":")
    }
    var options: [Scanned] = []
    while true {
      let found = system_next_option(
        Int32(arguments.count), &argv, shorts, table, options.isEmpty ? 1 : 0)
      switch found.code {
      case -1:
        let operands = argv[Int(found.next)..<arguments.count]
        return (options, operands.compactMap { $0.map { String(cString: $0) } })
      case Int32(UInt8(ascii: "h")), help: options.append(.help)
      case help + 1: options.append(.version)
      default:
        let option = PlayOption.all.enumerated().first { index, option in
          found.code == first + Int32(index) || found.code == option.short?.code
        }
        guard let option = option?.element else {
          let word = argv[Int(found.next) - 1].map { String(cString: $0) } ?? ""
          throw refusal(found, word: word)
        }
        options.append(.play(option, found.argument.map { String(cString: $0) } ?? ""))
      }
    }
  }

  /// Why `getopt_long` would not take an option, the last of whose words is `word`.
  private static func refusal(_ found: system_option, word: String) -> UsageError {
    let index = Int(found.refused) - 256
    let name =
      if PlayOption.all.indices.contains(index) {
        "--" + PlayOption.all[index].long
      } else if let scalar = Unicode.Scalar(UInt32(found.refused)), scalar.isASCII, scalar != "\0" {
        "-\(scalar)"
      } else {
        word
      }
    if found.code == Character(":").code { return UsageError("\(name) needs an argument") }
    if index >= 0 { return UsageError("\(name) takes no argument") }
    return UsageError("there is no option \(name), or it is short for more than one")
  }
}

extension Character {
  /// As `getopt_long` returns it.
  fileprivate var code: Int32? { asciiValue.map(Int32.init) }
}
