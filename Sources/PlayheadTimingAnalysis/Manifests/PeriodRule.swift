import PlayheadMedia
import PlayheadTimekeeping

/// Compares the end of the media in each Period of a DASH manifest with the start in the next one.
enum PeriodRule {
  /// Audio packets do not end where a Period does.
  private static let audioTolerance = 0.05

  static func findings(in lists: [SegmentList], _ limits: FindingLimits) -> [Finding] {
    lists.compactMap { list in
      guard let place = list.representation, let last = list.segments.last?.mainTrack,
        let next = lists.first(where: { $0.representation?.follows(place) == true }),
        let shift = next.representation?.shift,
        let first = next.segments.first?.mainTrack, first.kind == last.kind,
        let end = last.endTime.adding(place.shift), let start = first.startTime.adding(shift)
      else { return nil }
      let gap = first.seconds(from: end, to: start, last.period)
      let tolerance = last.kind == .audio ? audioTolerance : 0
      // Players do not present what exceeds the Period.
      guard gap > max(tolerance, 2 * last.tick),
        let severity = limits.severity(of: .segmentGap, on: nil, [.seconds: gap])
      else { return nil }
      return Finding(
        .segmentGap, severity, in: list, list.segments.suffix(1).map(\.number), at: last.endTime,
        "media ends \(milliseconds(gap)) before the next Period has media")
    }
  }
}

extension SegmentList.DASHRepresentation {
  /// Whether this is the same Representation in the next Period.
  fileprivate func follows(_ other: SegmentList.DASHRepresentation) -> Bool {
    (period, set, representation) == (other.period + 1, other.set, other.representation)
  }
}
