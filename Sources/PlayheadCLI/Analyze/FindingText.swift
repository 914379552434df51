import PlayheadKit

/// Formats a finding as one line, as compilers do: `clip.ts:12.340: error: gap: audio …`.
enum FindingText {
  /// Returns the line, which begins with the position of playback. The time of the container follows if
  /// it is another.
  static func line(_ finding: Finding, file: String) -> String {
    let position = finding.position.map { ":\(TimingReportText.seconds($0))" } ?? ""
    let place = finding.place.flatMap { place in
      place == finding.position ? nil : " (container time \(TimingReportText.seconds(place)))"
    }
    let label = "\(finding.severity.rawValue): \(finding.kind.rawValue)"
    let text = "\(file)\(position): \(label): \(finding.sentence)\(place ?? "")"
    return text.printable + "\n"
  }
}
