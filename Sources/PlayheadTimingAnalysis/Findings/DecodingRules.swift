import PlayheadMedia
import PlayheadTimekeeping

/// Findings about payloads that were decoded.
enum DecodingRules {
  static func findings(in report: TrackTimingReport) -> [Finding] {
    guard let decoding = report.decoding else { return [] }
    var findings: [Finding] = []
    func add(
      _ kind: Finding.Kind, _ list: CappedList<TrackInterval>,
      _ message: (FindingMessage.TrackName, FindingMessage.FirstOccurrences) -> FindingMessage
    ) {
      guard let first = list.elements.first else { return }
      let name = FindingMessage.TrackName(report.track.kind, report.track.index)
      let places = FindingMessage.FirstOccurrences(
        count: list.total,
        first: list.elements.prefix(FindingMessage.FirstOccurrences.greatestCount).map {
          report.track.time(ofTicks: $0.ticks)
        })
      findings.add(
        kind, .error, track: report.track.index, at: report.track.time(ofTicks: first.ticks),
        count: list.total, message(name, places))
    }
    add(.undecodablePackets, decoding.undecodable) { .packetsRejected($0, $1) }
    add(.missingReferences, decoding.missingReferences) { .referencesMissing($0, $1) }
    add(.concealedErrors, decoding.concealed) { .errorsConcealed($0, $1) }
    add(.corruptFrames, decoding.corrupt) { .framesCorrupt($0, $1) }
    return findings
  }
}
