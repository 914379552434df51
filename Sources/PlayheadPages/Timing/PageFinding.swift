import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// A finding as the page lists it, with its own anchor.
struct PageFinding {
  let severity: Finding.Severity
  let kind: Finding.Kind
  let sentence: String
  /// The position of playback in seconds; nil if the finding is about the media as a whole.
  let position: Double?
  /// The time of the container in seconds, if it differs from the position.
  let containerTime: Double?
  /// The name of its entry: `t=12.340` in the first file, `file2,t=12.340` in the second.
  let anchor: String

  /// Returns the findings of a report. Those with the anchor of an earlier one have a number in theirs.
  static func list(_ report: TimingReport, ofFile number: Int) -> [PageFinding] {
    let anchors = report.findings.enumerated().map { index, finding in
      finding.position.map { PageSection.anchor(at: $0.seconds, ofFile: number) }
        ?? "\(PageSection.prefix(ofFile: number))finding\(index + 1)"
    }
    return zip(report.findings, PageSection.unique(anchors)).map { finding, anchor in
      PageFinding(
        severity: finding.severity, kind: finding.kind, sentence: finding.sentence,
        position: finding.position?.seconds,
        containerTime: finding.time == finding.position ? nil : finding.time?.seconds,
        anchor: anchor)
    }
  }

  var html: String {
    let place = position.map { position in
      "<a href=\"#\(anchor)\">\(Quantities.position(position, step: 0.001))</a>"
        + (containerTime.map { " <small>(container time \(fixed($0, 3)) s)</small>" } ?? "")
    }
    return """
      <li id="\(anchor)" class="\(severity.rawValue)"><b>\(severity.rawValue)</b> \
      <code>\(kind.rawValue)</code> \(place ?? "") \(sentence.escaped)</li>

      """
  }
}
