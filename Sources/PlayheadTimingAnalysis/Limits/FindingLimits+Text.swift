import PlayheadMedia

extension FindingLimits {
  /// The limits as a text, which `init(text:)` reads: a line for each kind of finding, after an explanation.
  public var text: String {
    let rows = Finding.Kind.allCases.flatMap { kind in
      ([nil] + MediaTrack.Kind.named).filter { hasLevels(of: kind, $0) }.map { track in
        (
          name: [kind.rawValue, track?.rawValue].compactMap(\.self).joined(separator: " "),
          levels: Self.text(of: self[kind, track])
        )
      }
    }
    let width = rows.map(\.name.count).max() ?? 0
    return Self.explanation
      + rows.map { row in
        row.name + String(repeating: " ", count: width - row.name.count + 2) + row.levels + "\n"
      }.joined()
  }

  private static let explanation = """
    # FINDING [TRACK] SEVERITY [BOUND...][, SEVERITY [BOUND...]...]
    # FINDING [TRACK] ignore
    #
    # TRACK is audio, video, subtitle or data: only findings about such tracks.
    # SEVERITY is note, warning or error; default if it depends on the case.
    # A BOUND is exceeded outside a range, as in -40..60 ms; 5 ms is -5..5 ms.
    # The worst severity counts whose bounds are all exceeded.
    # Lines that are left out are as below. docs/user/timing-analysis.md

    """

  private static func text(of levels: [Level]) -> String {
    if levels.isEmpty { return "ignore" }
    return levels.map { level in
      ([level.severity?.rawValue ?? "default"] + level.bounds.map(text)).joined(separator: " ")
    }.joined(separator: ", ")
  }

  private static func text(of bound: Bound) -> String {
    let (least, greatest) = (bound.range.lowerBound, bound.range.upperBound)
    let isInMilliseconds = bound.unit == .seconds && isWholeMilliseconds(least, greatest)
    func number(_ value: Double) -> String {
      let text = "\(isInMilliseconds ? value * 1_000 : value)"
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    let unit = isInMilliseconds ? "ms" : bound.unit.rawValue
    let range = least == -greatest ? number(greatest) : "\(number(least))..\(number(greatest))"
    return "\(range) \(unit)"
  }

  /// Returns whether the ends of a range within a second are whole milliseconds, exactly.
  private static func isWholeMilliseconds(_ least: Double, _ greatest: Double) -> Bool {
    if least == 0, greatest == 0 { return false }
    return [least, greatest].allSatisfy { end in
      let scaled: Double = end * 1_000
      return abs(end) < 1 && scaled == scaled.rounded() && scaled / 1_000 == end
    }
  }
}

extension MediaTrack.Kind {
  /// The kinds of tracks that limits may name.
  static let named: [MediaTrack.Kind] = [.audio, .video, .subtitle, .data, .attachment, .unknown]
}
