/// An error in a command line. The command exits with status 2.
package enum UsageError: Error, Message {
  case unknownSubcommand(String, meant: String?)
  case unknownOption(String, meant: String?)
  /// An option of playback that a subcommand does not have.
  case playbackOption(String)
  /// An option of another program for something that this command always does.
  case needlessOption(String)
  case ambiguousOption(String, candidates: [String])
  case missingArgument(option: String)
  case unexpectedArgument(option: String)
  /// A word that is no file, after an option whose argument is joined to it.
  case separateArgument(String, option: String)
  case invalidValue(String, option: String, expected: ExpectedValue)
  case unknownProtocol(String)
  case pastInstant(String)
  /// The timecode of the start does not exist at the rate.
  case absentTimecode(FileMessage)
  /// Two options contradict each other, or the first has no effect with the second.
  case conflict(String, with: String)
  case needless(String, because: NeedlessReason)
  /// An option, or a file, that has no meaning with another option or for a subcommand.
  case refused(String, with: String, because: RefusalReason)
  /// The first option has no effect without the others.
  case missing(String, requiredBy: String)
  case sharedStandardInput(String, String)
  case inputIsOutput(file: String, output: String)
  case sharedOutput(file: String, outputs: [String])
  case missingOperand(String, command: String)
  /// No word of a command is ffmpeg.
  case noFFmpeg(command: String)
  case operandCount(Int, subcommand: String, expected: String)
  case severalEntries(Int, playlist: String)
  case unknownField(String, known: String, meant: String?)
  /// The first word in braces is no field.
  case unknownFieldInBraces(String, known: String, meant: String?)
  case repeatedField(String)
  case unclosedBrace(template: String)
  case unopenedBrace(template: String)
  case finalBackslash(template: String)
  case unknownEscape(String, template: String)
  case unknownForm(String, choices: String)
  case inapplicableForm(String, field: String, subject: String, choices: String)
  case unclosedQuote(command: String)
  case emptyCommand

  package var text: String {
    switch self {
    case .unknownSubcommand(let word, let meant):
      "unknown subcommand '\(word)'\(UsageError.suggestion(meant))"
    case .unknownOption(let option, let meant):
      "unknown option '\(option)'\(UsageError.suggestion(meant))"
    case .playbackOption(let option):
      "unknown option '\(option)' (only for the playback of files; see --help)"
    case .needlessOption(let option):
      "unknown option '\(option)' (not needed: playhead always works this way)"
    case .ambiguousOption(let option, let candidates):
      "option '\(option)' is ambiguous (\(candidates.joined(separator: ", ")))"
    case .missingArgument(let option): "option '\(option)' requires an argument"
    case .unexpectedArgument(let option): "option '\(option)' does not take an argument"
    case .separateArgument(let word, let option):
      "\(word): No such file or directory (did you mean '\(option)=\(word)'?)"
    case .invalidValue(let text, let option, let expected):
      "invalid value '\(text)' for \(option) (expected \(expected.text))"
    case .unknownProtocol(let name):
      "unknown protocol '\(name)' in --protocols (expected \(ExpectedValue.protocols.text))"
    case .pastInstant(let text): "--start-at: '\(text)' is in the past"
    case .absentTimecode(let absence): absence.text(about: "--timecode-offset")
    case .conflict(let option, let other): "\(option) cannot be used with \(other)"
    case .needless(let option, let reason): "\(option) has no effect \(reason.text)"
    case .refused(let option, let other, let reason):
      "\(option) cannot be used with \(other): \(reason.text)"
    case .missing(let other, let option): "\(option) requires \(other)"
    case .sharedStandardInput(let one, let other):
      "standard input cannot be both \(one) and \(other)"
    case .inputIsOutput(let file, let output): "\(file): input file is also the output (\(output))"
    case .sharedOutput(let file, let outputs):
      "\(file): two outputs to one file (\(outputs.joined(separator: ", ")))"
    case .missingOperand(let kind, let command): "no \(kind) given (see '\(command) --help')"
    case .noFFmpeg(let command): "job: '\(command)' does not run ffmpeg (see --of)"
    case .operandCount(let count, let subcommand, let expected):
      "\(subcommand): expected \(expected), got \(count)"
    case .severalEntries(let count, let playlist):
      "timeline: expected one file, but the playlist \(playlist) has \(count)"
    case .unknownField(let name, let known, let meant):
      "unknown field '\(name)'"
        + (meant.map { " (did you mean '\($0)'?)" } ?? " (fields: \(known))")
    case .unknownFieldInBraces(let text, let known, let meant):
      "unknown field in '{\(text)}' ("
        + (meant.map { "did you mean '\($0)'?" }
          ?? "fields: \(known); write '{{' for '{'")
        + ")"
    case .repeatedField(let name): "--fields: field '\(name)' is given twice"
    case .unclosedBrace(let template):
      "template '\(template)': '{' without '}' (write '{{' for '{')"
    case .unopenedBrace(let template):
      "template '\(template)': '}' without '{' (write '}}' for '}')"
    case .finalBackslash(let template):
      "template '\(template)': backslash at the end (write '\\\\' for a backslash)"
    case .unknownEscape(let escape, let template):
      "template '\(template)': unknown escape '\\\(escape)' (expected \\n, \\t, \\r, \\a, \\e, \\\\ or \\c)"
    case .unknownForm(let field, let choices): "unknown form in '{\(field)}' (\(choices))"
    case .inapplicableForm(let field, let name, let subject, let choices):
      "invalid form in '{\(field)}': \(name) is not a \(subject) (\(choices))"
    case .unclosedQuote(let command): "--exec: unclosed quote in '\(command)'"
    case .emptyCommand: "--exec: empty command"
    }
  }

  private static func suggestion(_ meant: String?) -> String {
    meant.map { " (did you mean '\($0)'?)" } ?? ""
  }
}

/// Why an option would silently have no effect, for the end of a message.
package enum NeedlessReason: String, Message, CaseIterable {
  case noOutput = "with --quiet and no --log"
  case logsWithFormats = "with --quiet if the name of each --log file selects its format"
  case noTimesInFields = "on --fields without times"
  case formedTimesInTemplate = "with a --template that formats each time itself"
  case noTimecode = "without --timecode or a timecode in a point, template or field"
  case noCueFields = "without --every cue or a field of cues"
  case noAudio = "without --audio"

  package var text: String { rawValue }
}
