import PlaybackSession
import PlayheadArguments
import PlayheadFormatting
import PlayheadMedia
import PlayheadTimekeeping

extension SessionRequest {
  /// The words that a line can begin with, as an error message lists them.
  static let words = [
    "play", "pause", "toggle", "seek", "rate", "step", "chapter", "next", "previous", "loop",
    "volume", "mute", "position", "quit",
  ]

  /// Parses a line of `--control`, or returns nil if the line is blank.
  init?(line: String) throws(ControlError) {
    let parts = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }.map(String.init)
    guard let verb = parts.first else { return nil }
    let arguments = parts.dropFirst()
    switch verb {
    case "mute" where !arguments.isEmpty:
      guard let argument = arguments.first, arguments.count == 1,
        let state = Self.muteStates[argument]
      else { throw ControlError(verb, .invalidState(parts[1].withoutControls.fitting(40))) }
      self = state
    case "seek", "rate", "step", "chapter", "volume":
      guard let argument = arguments.first, arguments.count == 1 else {
        throw ControlError(verb, .oneArgument)
      }
      self = try SessionRequest.command(verb, argument)
    default:
      guard let command = SessionRequest.commands[verb] else {
        throw ControlError(
          .unknownCommand(
            verb.withoutControls.fitting(40),
            meant: NearestWord.of(verb, in: SessionRequest.words),
            known: SessionRequest.words))
      }
      guard arguments.isEmpty else { throw ControlError(verb, .noArgument) }
      self = command
    }
  }

  private static let commands: [String: SessionRequest] = [
    "play": .setPaused(false), "pause": .setPaused(true), "toggle": .togglePause, "next": .next,
    "previous": .previous, "loop": .toggleLoop, "mute": .setMuted(nil),
    "position": .reportPosition, "quit": .quit(status: nil),
  ]

  private static let muteStates: [String: SessionRequest] = [
    "on": .setMuted(true), "off": .setMuted(false), "toggle": .setMuted(nil),
  ]

  private static func command(
    _ verb: String, _ argument: String
  ) throws(ControlError) -> SessionRequest {
    let shown = argument.withoutControls.fitting(40)
    switch verb {
    case "seek":
      guard let target = SeekTarget(argument) else {
        throw ControlError(verb, .invalidTarget(shown))
      }
      return .seek(target)
    case "rate":
      guard let rate = Rate(playable: argument) else {
        throw ControlError(verb, .invalidRate(shown))
      }
      return .setRate(rate)
    case "volume":
      guard let sign = argument.first, sign == "+" || sign == "-" else {
        guard let volume = Volume(argument) else { throw ControlError(verb, .invalidVolume(shown)) }
        return .setVolume(volume.percent)
      }
      guard let count = Int(argument) else { throw ControlError(verb, .invalidVolume(shown)) }
      return .changeVolume(count)
    default:
      guard let count = Int(argument), count != 0, (-1_000_000...1_000_000).contains(count) else {
        throw ControlError(verb, .invalidCount(shown))
      }
      return verb == "step" ? .step(count) : .seek(.chapters(count))
    }
  }
}

extension SessionRequest {
  /// The word that a line of `--control` with this request begins with; empty if no line makes it.
  var word: String {
    switch self {
    case .setPaused(let isPaused): isPaused ? "pause" : "play"
    case .togglePause: "toggle"
    case .seek(.chapters, _): "chapter"
    case .seek: "seek"
    case .setRate, .multiplyRate: "rate"
    case .step: "step"
    case .next: "next"
    case .previous: "previous"
    case .toggleLoop: "loop"
    case .setVolume, .changeVolume: "volume"
    case .setMuted: "mute"
    case .reportPosition: "position"
    case .showHelp: "help"
    case .quit: "quit"
    default: ""
    }
  }
}

extension SeekTarget {
  static func seconds(_ count: Int64) -> SeekTarget { .offset(.seconds(count)) }

  /// Parses `1:30`, `50%`, `#2`, or `+5` and `-5` relative to the playhead.
  init?(_ text: String) {
    if let sign = text.first, sign == "+" || sign == "-" {
      guard let time = TimeArgument.parse(text.dropFirst()) else { return nil }
      let nanoseconds = time.nanoseconds(rounding: .down)
      self = .offset(.nanoseconds(sign == "-" ? -nanoseconds : nanoseconds))
    } else {
      guard let point = MediaPoint(text) else { return nil }
      self = .point(point)
    }
  }
}

extension Volume {
  /// Parses a percentage, with or without `%`. Returns nil for any other text.
  init?(_ text: String) {
    let digits = text.hasSuffix("%") ? String(text.dropLast()) : text
    guard digits.first?.isNumber == true, let percent = Int(digits),
      (0...Self.greatest).contains(percent)
    else { return nil }
    self.init(percent: Double(percent))
  }
}
