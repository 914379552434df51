import PlayheadMedia
import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// What happens at single places: findings, chapters, keyframes and gaps, each in a flat diagram.
struct EventPlots {
  /// The maximum number of gaps that are shown.
  private static let greatestGapCount = 200

  let report: TimingReport
  let findings: [PageFinding]
  let axis: TimeAxis

  var html: String {
    [findingPlot, chapters].compactMap { $0?.html }.joined()
      + report.tracks.compactMap { keyframes($0)?.html }.joined()
  }

  private var findingPlot: Plot? {
    let placed = findings.compactMap { finding in
      finding.position.map { (finding, axis.x($0)) }
    }
    guard !placed.isEmpty else { return nil }
    var plot = Plot("Findings", note: "\(placed.count) with a place")
    // The most severe one is drawn last, above the others.
    for (finding, x) in placed.reversed() {
      plot.mark(finding.severity.rawValue, at: x, to: finding.anchor, title: finding.sentence)
    }
    return plot
  }

  private var chapters: Plot? {
    let chapters = report.info.chapters
    guard !chapters.isEmpty else { return nil }
    var plot = Plot("Chapters", note: "\(chapters.count)")
    for (index, chapter) in chapters.enumerated() {
      let (from, to) = (chapter.start.seconds, chapter.end.seconds)
      plot.bar(
        index.isMultiple(of: 2) ? "chapter even" : "chapter", from: axis.x(container: from),
        to: axis.x(container: max(to, from)),
        title: "\(Quantities.position(from - axis.zero, step: 0.001)) "
          + (chapter.title ?? "chapter \(index + 1)"))
    }
    return plot
  }

  /// The keyframes and the gaps of a track.
  private func keyframes(_ track: TrackTimingReport) -> Plot? {
    let isVideo = track.track.kind == .video && !track.track.isAttachedPicture
    let gaps = track.gaps.elements.prefix(Self.greatestGapCount)
    guard isVideo && track.keyframeCount > 0 || !gaps.isEmpty else { return nil }
    let name = "\(track.track.kind.rawValue) \(track.track.index)"
    var parts: [String] = []
    if isVideo {
      parts.append(
        "\(track.keyframeCount)"
          + (track.keyframeDistance.map {
            ", \(Quantities.lengths($0.least.seconds, $0.greatest.seconds)) apart"
          } ?? ""))
    }
    if !gaps.isEmpty { parts.append(counted(track.gaps.total, "gap")) }
    var plot = Plot(
      isVideo ? "Keyframes of \(name)" : "Gaps of \(name)", note: parts.joined(separator: "; "))
    let activity = track.activity
    for column in axis.columns(
      activity.stretches.map(\.keyframeCount), from: activity.start, of: activity.length)
    where isVideo && column.value > 0 {
      plot.bar(
        "keyframe", from: column.left, to: min(column.right, column.left + 3),
        title: "\(column.place): \(counted(column.value, "keyframe"))")
    }
    for gap in gaps {
      let (from, length) = (
        track.track.time(ofTicks: gap.ticks).seconds, track.track.time(ofTicks: gap.length).seconds
      )
      plot.bar(
        "gap", from: axis.x(container: from), to: axis.x(container: from + length) + 2,
        title: "gap of \(Quantities.length(length)) at "
          + Quantities.position(from - axis.zero, step: 0.001))
    }
    return plot
  }
}
