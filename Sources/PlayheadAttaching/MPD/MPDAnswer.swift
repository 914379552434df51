import PlayheadMedia

/// The lines of an answer that have arrived, without those of no interest.
struct MPDAnswer: Equatable, Sendable {
  /// What a line does.
  enum Step: Equatable {
    case incomplete
    case complete
    /// The command failed, for a reason in words.
    case failed(code: Int, String)
    /// The answer has too many lines.
    case endless
  }

  private static let keys: Set<String> = [
    "state", "elapsed", "time", "duration", "song", "songid", "playlistlength", "volume", "audio",
    "file", "Title", "Artist", "Name", "Id", "music_directory",
    "repeat", "single",
  ]
  private static let greatestLineCount = 10_000

  private var values: [String: String] = [:]
  /// Whether a subsystem has changed.
  private(set) var hasChange = false
  private var lineCount = 0

  /// The first value of a key.
  subscript(key: String) -> String? { values[key] }

  mutating func add(_ line: ArraySlice<UInt8>) -> Step {
    if line.elementsEqual("OK".utf8) { return .complete }
    let text = ExactText.text(of: Array(line))
    if text.hasPrefix("ACK ") { return Self.failure(text) }
    lineCount += 1
    if lineCount > Self.greatestLineCount { return .endless }
    guard let colon = text.firstRange(of: ": ") else { return .incomplete }
    let (key, value) = (String(text[..<colon.lowerBound]), String(text[colon.upperBound...]))
    if key == "changed" { hasChange = true }
    if Self.keys.contains(key), values[key] == nil { values[key] = value }
    return .incomplete
  }

  /// Parses a line such as `ACK [5@0] {play} Bad song index`.
  private static func failure(_ text: String) -> Step {
    let code = text.dropFirst(5).prefix { $0.isASCII && $0.isNumber }
    let reason = text.firstRange(of: "} ").map { text[$0.upperBound...] } ?? text.dropFirst(4)
    return .failed(code: Int(code) ?? 0, String(reason))
  }
}
