import PlayheadMedia
import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// What happens at single places: findings, chapters, keyframes and gaps, each in a flat diagram.
struct EventPlots {
  /// The maximum number of gaps that have a shape each; of more, each column of the diagram has one.
  private static let greatestGapCount = 200
  /// The maximum number of shapes of chapters.
  private static let greatestChapterCount = 500
  /// The maximum number of characters of a chapter's title.
  private static let longestTitle = 200

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
    let width = (chapters.count - 1) / Self.greatestChapterCount + 1
    for index in stride(from: 0, to: chapters.count, by: width) {
      let joined = chapters[index..<min(index + width, chapters.count)]
      let (first, last) = (joined[index], joined.endIndex)
      let (from, to) = (first.start.seconds, joined.map(\.end.seconds).max() ?? 0)
      let title = first.title.map { String($0.prefix(Self.longestTitle)) }
      plot.bar(
        (index / width).isMultiple(of: 2) ? "chapter even" : "chapter",
        from: axis.x(container: from), to: axis.x(container: max(to, from)),
        title: "\(Quantities.position(from - axis.zero, step: 0.001)) "
          + (joined.count == 1
            ? title ?? "chapter \(last)" : "chapters \(index + 1) to \(last)"))
    }
    return plot
  }

  /// The keyframes and the gaps of a track.
  private func keyframes(_ track: TrackTimingReport) -> Plot? {
    let isVideo = track.track.kind == .video && !track.track.isAttachedPicture
    guard isVideo && track.keyframeCount > 0 || !track.gaps.isEmpty else { return nil }
    let name = "\(track.track.kind.rawValue) \(track.track.index)"
    var parts: [String] = []
    if isVideo {
      parts.append(
        "\(track.keyframeCount)"
          + (track.keyframeDistance.map {
            ", \(Quantities.lengths($0.least.seconds, $0.greatest.seconds)) apart"
          } ?? ""))
    }
    if !track.gaps.isEmpty { parts.append(counted(track.gaps.total, "gap")) }
    var plot = Plot(
      isVideo ? "Keyframes of \(name)" : "Gaps of \(name)", note: parts.joined(separator: "; "))
    let activity = track.activity
    for column in axis.columns(
      activity.stretches.map(\.keyframeCount), from: activity.start, of: activity.length)
    where isVideo && column.value > 0 {
      plot.bar(
        "keyframe", from: column.left, to: min(column.right, column.left + 3),
        title: "\(column.percentage): \(counted(column.value, "keyframe"))")
    }
    addGaps(of: track, to: &plot)
    return plot
  }

  private func addGaps(of track: TrackTimingReport, to plot: inout Plot) {
    guard track.gaps.total <= Self.greatestGapCount else {
      let activity = track.activity
      let columns = axis.columns(
        activity.stretches.map(\.gapCount), from: activity.start, of: activity.length)
      for column in columns where column.value > 0 {
        plot.bar(
          "gap", from: column.left, to: min(column.right, column.left + 3),
          title: "\(column.percentage): \(counted(column.value, "gap"))")
      }
      return
    }
    for gap in track.gaps.elements {
      let (from, length) = (
        track.track.time(ofTicks: gap.ticks).seconds, track.track.time(ofTicks: gap.length).seconds
      )
      plot.bar(
        "gap", from: axis.x(container: from), to: axis.x(container: from + length) + 2,
        title: "gap of \(Quantities.length(length)) at "
          + Quantities.position(from - axis.zero, step: 0.001))
    }
  }
}
