import PlayheadKit

/// An error in a line of `--control`, with a message for the user.
struct ControlError: Error, Hashable {
  /// The file with the error, or nil if the reason names the file or no file is involved.
  let subject: String?
  /// The error, without the name of the file.
  let reason: String

  var message: String { (subject.map { "\($0): " } ?? "") + reason }

  init(_ message: String) {
    (subject, reason) = (nil, message)
  }

  init(_ subject: String, _ reason: String) {
    (self.subject, self.reason) = (subject, reason)
  }
}

extension TransportCommand {
  /// The commands that a line can begin with, as an error message lists them.
  static let words = [
    "play", "pause", "toggle", "seek", "rate", "step", "chapter", "next", "previous", "loop",
    "position", "quit",
  ]

  /// Parses a line of `--control`, or returns nil if the line is blank.
  init?(line: String) throws(ControlError) {
    let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }.map(String.init)
    guard let verb = words.first else { return nil }
    let arguments = words.dropFirst()
    switch verb {
    case "seek", "rate", "step", "chapter":
      guard let argument = arguments.first, arguments.count == 1 else {
        throw ControlError("\(verb) takes one argument")
      }
      self = try TransportCommand.command(verb, argument)
    default:
      guard let command = TransportCommand.commands[verb] else {
        let shown = verb.withoutControls.fitting(40)
        throw ControlError(
          "there is no command '\(shown)'; there are \(TransportCommand.words.joined(separator: ", "))"
        )
      }
      guard arguments.isEmpty else { throw ControlError("\(verb) takes no argument") }
      self = command
    }
  }

  private static let commands: [String: TransportCommand] = [
    "play": .play, "pause": .pause, "toggle": .togglePause, "next": .nextFile,
    "previous": .previousFile, "loop": .toggleLoop, "position": .reportPosition, "quit": .quit,
  ]

  private static func command(
    _ verb: String, _ argument: String
  ) throws(ControlError) -> TransportCommand {
    let shown = "not '\(argument.withoutControls.fitting(40))'"
    switch verb {
    case "seek":
      guard let target = SeekTarget(argument) else {
        throw ControlError(
          "seek takes a time, +TIME, -TIME, a timecode, a percentage or #CHAPTER, \(shown)")
      }
      return .seek(target)
    case "rate":
      guard let rate = Rate(playable: argument) else {
        throw ControlError("rate takes a number from 0.1 to 16, \(shown)")
      }
      return .setRate(rate)
    default:
      guard let count = Int(argument), count != 0, (-1_000_000...1_000_000).contains(count) else {
        throw ControlError("\(verb) takes a whole number, +1 or -1, \(shown)")
      }
      return verb == "step" ? .step(count) : .chapter(count)
    }
  }
}

extension SeekTarget {
  /// Parses `1:30`, `50%`, `#2`, or `+5` and `-5` relative to the playhead. Returns nil for any
  /// other text.
  init?(_ text: String) {
    if let sign = text.first, sign == "+" || sign == "-" {
      guard let time = TimeArgument.parse(text.dropFirst()) else { return nil }
      let nanoseconds = time.nanoseconds(rounding: .down)
      self = .offset(nanoseconds: sign == "-" ? -nanoseconds : nanoseconds)
    } else {
      guard let point = MediaPoint(text) else { return nil }
      self = .point(point)
    }
  }
}

extension Rate {
  /// Parses a rate at which playback is possible. Returns nil for any other text.
  init?(playable text: String) {
    guard let decimal = Decimal(text), decimal.scale <= 1_000_000,
      let digits = Int32(exactly: decimal.digits),
      case let rate = Rate(digits, Int32(decimal.scale)), Rate.playable.contains(rate)
    else { return nil }
    self = rate
  }
}
