import PlayheadMedia

extension FindingLimits {
  /// An error in the text of limits.
  public struct TextError: Error, Hashable, CustomStringConvertible {
    /// The number of the line, from 1.
    public let line: Int
    public let description: String
  }

  /// Creates limits from a text. Findings that it does not name have the default limits.
  ///
  /// - Parameter text: Lines as those of `text`. Lines without a kind of track apply before those with one.
  /// - Throws: A `TextError` for the first line that is wrong.
  public init(text: some StringProtocol) throws(TextError) {
    self.init()
    var parsed: [(line: Int, subject: Subject, levels: [Level])] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      do throws(FindingLimitsParser.Failure) {
        guard let (subject, levels) = try FindingLimitsParser.read(line) else { continue }
        if let first = parsed.first(where: { $0.subject == subject }) {
          throw FindingLimitsParser.Failure("this is set on line \(first.line) already")
        }
        parsed.append((index + 1, subject, levels))
      } catch {
        throw TextError(line: index + 1, description: error.text)
      }
    }
    for entry in parsed where entry.subject.track == nil { self[entry.subject.kind] = entry.levels }
    for entry in parsed where entry.subject.track != nil {
      self[entry.subject.kind, entry.subject.track] = entry.levels
    }
  }
}

/// Parses a line of the text of limits.
struct FindingLimitsParser {
  struct Failure: Error {
    let text: String

    init(_ text: String) { self.text = text }
  }

  private static let severities = Finding.Severity.allCases.map(\.rawValue)
  private let kind: Finding.Kind

  /// Returns what the line sets; nil if it sets nothing.
  static func read(
    _ line: some StringProtocol
  ) throws(Failure) -> (FindingLimits.Subject, [FindingLimits.Level])? {
    let content = String(line.prefix { $0 != "#" })
    let parts = content.split(separator: ",", omittingEmptySubsequences: false).map { part in
      part.split(whereSeparator: \.isWhitespace).map(String.init)
    }
    var words = parts[0][...]
    guard let name = words.popFirst() else {
      if parts.count > 1 { throw Failure("a line starts with the name of a finding") }
      return nil
    }
    guard let kind = Finding.Kind(rawValue: name) else {
      let meant = NearestWord.of(name, in: Finding.Kind.allCases.map(\.rawValue))
      throw Failure("unknown finding '\(shown(name))'" + suggestion(meant))
    }
    let track = words.first.flatMap { word in MediaTrack.Kind.named.first { $0.rawValue == word } }
    if track != nil {
      if !kind.isAboutTrack { throw Failure("'\(name)' is not about one track") }
      words.removeFirst()
    }
    let parser = FindingLimitsParser(kind: kind)
    let subject = FindingLimits.Subject(kind: kind, track: track)
    if words.first == "ignore" {
      if words.count > 1 || parts.count > 1 { throw Failure("nothing can follow 'ignore'") }
      return (subject, [])
    }
    var levels: [FindingLimits.Level] = []
    for part in [Array(words)] + parts.dropFirst() { levels.append(try parser.level(part[...])) }
    return (subject, levels)
  }

  private func level(_ words: ArraySlice<String>) throws(Failure) -> FindingLimits.Level {
    var words = words
    let choices = Self.severities + ["default"]
    guard let word = words.popFirst() else {
      throw Failure("a severity is missing (\(Self.listed(choices)))")
    }
    let severity = Finding.Severity(rawValue: word)
    if severity == nil, word != "default" {
      let meant = NearestWord.of(
        word, in: choices + ["ignore"] + MediaTrack.Kind.named.map(\.rawValue))
      throw Failure(
        "unknown severity '\(Self.shown(word))'"
          + (meant.map { Self.suggestion($0) } ?? " (expected \(Self.listed(choices + ["ignore"])))")
      )
    }
    var bounds: [FindingLimits.Bound] = []
    while let word = words.popFirst() {
      let bound = try bound(word, &words)
      if bounds.contains(where: { $0.unit == bound.unit }) {
        throw Failure("two bounds in \(bound.unit.rawValue)")
      }
      bounds.append(bound)
    }
    return .init(severity, bounds)
  }

  /// Parses a bound that starts with a word, such as `5`, `-40..60` or `5ms`. The unit may be the next word.
  private func bound(
    _ word: String, _ words: inout ArraySlice<String>
  ) throws(Failure) -> FindingLimits.Bound {
    // An e is the exponent of a number; no unit begins with it.
    let end = word.firstIndex { $0.isLetter && $0 != "e" || $0 == "%" } ?? word.endIndex
    let unit = end < word.endIndex ? String(word[end...]) : words.popFirst()
    let numbers = word[..<end].split(separator: "..", omittingEmptySubsequences: false)
      .map { Double(String($0)) }
    guard numbers.count <= 2, numbers.allSatisfy({ $0?.isFinite == true }), let first = numbers[0],
      let last = numbers[numbers.count - 1]
    else { throw Failure("invalid bound '\(Self.shown(word))' (expected 5 ms or -40..60 ms)") }
    let (known, scale) = try self.unit(unit)
    let range = numbers.count == 1 ? (-first, first) : (first, last)
    guard range.0 <= range.1 else {
      let reason = numbers.count == 1 ? "it is negative" : "its end is less than its start"
      throw Failure("invalid bound '\(Self.shown(word))': \(reason)")
    }
    return .init((range.0 / scale)...(range.1 / scale), known)
  }

  /// Returns a unit, and how many named units it is.
  private func unit(_ name: String?) throws(Failure) -> (FindingLimits.Unit, scale: Double) {
    let units = FindingLimits.Unit.allCases.filter(kind.units.contains)
    if units.isEmpty { throw Failure("'\(kind.rawValue)' has no bounds") }
    let names = units.flatMap { $0 == .seconds ? ["ms", "s"] : [$0.rawValue] }
    guard let name else { throw Failure("a bound has no unit (\(Self.listed(names)))") }
    if name == "ms", units.contains(.seconds) { return (.seconds, 1_000) }
    if let unit = units.first(where: { $0.rawValue == name }) { return (unit, 1) }
    throw Failure(
      "'\(kind.rawValue)' has no bounds in '\(Self.shown(name))' (expected \(Self.listed(names)))")
  }

  private static func suggestion(_ meant: String?) -> String {
    meant.map { " (did you mean '\($0)'?)" } ?? ""
  }

  /// Returns the beginning of a word that may be long.
  private static func shown(_ word: String) -> String {
    word.count > 40 ? word.prefix(40) + "…" : word
  }

  private static func listed(_ words: [String]) -> String {
    words.count < 2
      ? words.joined() : words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }
}
