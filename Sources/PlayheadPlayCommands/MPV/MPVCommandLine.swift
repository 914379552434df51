/// The command line of `playhead-mpv`, with the syntax of mpv.
///
/// An option is `--NAME=VALUE`, `--NAME` if it needs no value, `--no-NAME`, or with one hyphen, and then
/// its value may be the next word. `--` ends the options.
struct MPVCommandLine {
  enum Request: Equatable {
    case play
    case version
    case help
    case listOptions
    /// The lines of an error, after which mpv exits.
    case error([String])
  }

  private(set) var settings = MPVSettings()
  private(set) var files: [String] = []
  private(set) var request = Request.play

  /// Returns whether the command was called as a player with mpv's command line.
  static func isMeant(by command: String) -> Bool {
    let name = command.split(separator: "/").last
    return name == "playhead-mpv" || name == "mpv"
  }

  /// Parses a command line, whose first element is the name of the command.
  init(_ arguments: [String]) {
    var words = arguments.dropFirst()
    while let word = words.popFirst() {
      if word == "--" {
        files += words
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        files.append(word)
        continue
      }
      let outcome = apply(word, &words)
      // The first request counts. Later options still decide whether anything is printed.
      if let outcome, request == .play { request = outcome }
    }
    if request == .play, files.isEmpty, settings.options.files.isEmpty,
      !settings.options.waitsForFiles
    {
      request = .help
    }
  }

  /// Applies one option. Returns its request, if that is not playback.
  private mutating func apply(_ word: String, _ words: inout ArraySlice<String>) -> Request? {
    let isShort = !word.hasPrefix("--")
    let body = word.dropFirst(isShort ? 1 : 2)
    let written = String(body.prefix { $0 != "=" })
    var value = body.contains("=") ? String(body.dropFirst(written.count + 1)) : nil
    switch written {
    case "version", "V": return .version
    case "help", "h": return .help
    case "list-options": return .listOptions
    default: break
    }
    let (option, isNegated) = MPVCommandLine.option(named: written)
    guard let option else { return error(.notFound, written, value) }
    if isNegated {
      let name = String(written.dropFirst(3))
      if let value { return error(.unexpectedValue, name, value, in: written) }
      return apply(option, "no", name, value)
    }
    if value == nil, option.needsValue {
      if isShort { value = words.popFirst() }
      guard value != nil else {
        return .error(
          [
            "Error parsing commandline option \(written): option requires parameter",
            "Make sure you're using e.g. '--\(written)=value' instead of '--\(written) value'.",
            MPVCommandLine.ending,
          ])
      }
    }
    return apply(option, value ?? "", written, value)
  }

  private static func option(named name: String) -> (MPVOption?, isNegated: Bool) {
    if let option = MPVOption.table[name] { return (option, false) }
    if name.hasPrefix("no-"), let option = MPVOption.table[String(name.dropFirst(3))],
      option.isNegatable
    {
      return (option, true)
    }
    // An operation on a list, as in `script-opts-append`.
    if let hyphen = name.lastIndex(of: "-"), let option = MPVOption.table[String(name[..<hyphen])],
      option.kind == .list, listOperations.contains(String(name[hyphen...].dropFirst()))
    {
      return (option, false)
    }
    return (nil, false)
  }

  private static let listOperations: Set = [
    "add", "append", "clr", "del", "pre", "remove", "set", "toggle",
  ]
  private static let ending = "Exiting... (Fatal error)"

  private mutating func apply(
    _ option: MPVOption, _ text: String, _ name: String, _ value: String?
  ) -> Request? {
    do throws(MPVOptionError) {
      try option.parse(text, into: &settings)
      return nil
    } catch {
      return self.error(error, name, value)
    }
  }

  private func error(
    _ error: MPVOptionError, _ name: String, _ value: String?, in written: String? = nil
  ) -> Request {
    .error(
      error.details(name) + [
        "Error parsing option \(name) (\(error.reason))",
        "Setting commandline option --\(written ?? name)=\(value ?? "") failed.",
        MPVCommandLine.ending,
      ])
  }
}
