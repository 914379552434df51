import PlayheadKit

/// Formats a finding as one line, as compilers do: `clip.ts:12.340: error: gap: audio …`.
enum FindingText {
  static func line(_ finding: Finding, file: String) -> String {
    let place = finding.place.map { ":\(TimingReportText.seconds($0))" } ?? ""
    let text =
      "\(file)\(place): \(finding.severity.rawValue): \(finding.kind.rawValue): \(finding.sentence)"
    return text.printable + "\n"
  }
}
