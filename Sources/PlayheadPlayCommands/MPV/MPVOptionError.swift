/// An error in an option of mpv's command line, with the texts of mpv 0.35, which programs that start mpv may look for.
enum MPVOptionError: Error, Equatable {
  case notFound
  case missingValue
  case unexpectedValue
  case invalidFlag(String)
  case invalidChoice(String, [String], ClosedRange<Int>?)
  case invalidNumber(String)
  case outOfRange(String)
  case invalidTime(String, isPosition: Bool)
  case invalidLevel(String)
  case missingLevel
  case unknownProfile(String)

  /// The lines before the error: the reason in detail.
  func details(_ name: String) -> [String] {
    switch self {
    case .notFound, .missingValue, .unexpectedValue: []
    case .invalidFlag(let text):
      ["Invalid parameter for \(name) flag: \(text)"]
        + MPVOptionError.valid(["yes", "no", "(passing nothing)"])
    case .invalidChoice(let text, let words, let range):
      ["Invalid value for option \(name): \(text)"]
        + MPVOptionError.valid(
          words + (range.map { ["\($0.lowerBound)-\($0.upperBound) (integer range)"] } ?? []))
    case .invalidNumber(let text):
      [
        "The \(name) option must be a floating point number or a ratio (numerator[:/]denominator): "
          + text
      ]
    case .outOfRange(let text): ["The \(name) option is out of range: \(text)"]
    case .invalidTime(let text, let isPosition):
      ["Option \(name): invalid time\(isPosition ? " or position" : ""): '\(text)'"]
    case .invalidLevel(let text): ["Invalid message level '\(text)'"]
    case .missingLevel: ["Expected '=' and a value."]
    case .unknownProfile(let text): ["Unknown profile '\(text)'."]
    }
  }

  /// The reason in a few words.
  var reason: String {
    switch self {
    case .notFound: "option not found"
    case .missingValue: "option requires parameter"
    case .unexpectedValue: "option doesn't take a parameter"
    case .outOfRange: "parameter is outside values allowed for option"
    default: "option parameter could not be parsed"
    }
  }

  private static func valid(_ values: [String]) -> [String] {
    ["Valid values are:"] + values.map { "    \($0)" }
  }
}
