import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// The diagrams of what tracks have in common: their distance in the file, and their offset in time.
struct SharedPlots {
  let report: TimingReport
  let axis: TimeAxis

  var html: String {
    ([interleaving] + report.pairs.map(offset)).compactMap { $0?.html }.joined()
  }

  /// The greatest distance of the packets of all tracks. A distance below a tick is rounding.
  private var interleaving: Plot? {
    let tracks = report.tracks.filter(\.isOnTimeline)
    let tick = tracks.map { $0.track.time(ofTicks: 1).seconds }.min() ?? 0
    let columns = tracks.flatMap { track in
      track.trace.map {
        axis.columns(
          $0.stretches.map(\.interleaving), from: $0.start, of: $0.length)
      } ?? []
    }.filter { $0.value > tick }
    guard let most = columns.map(\.value).max() else { return nil }
    let scale = Scale.upTo(max(most, 0.001))
    var plot = Plot(
      "Interleaving: distance in the file of packets with the same time",
      note: "at most \(Quantities.length(report.greatestInterleavingDistance.seconds))", scale,
      label: Quantities.length)
    for column in columns {
      plot.bar(
        "apart", from: column.left, to: column.right, high: scale.height(of: column.value),
        title: "\(column.percentage): \(Quantities.length(column.value))")
    }
    return plot
  }

  /// How much later audio is presented than its video: the offset at the start, and the drift since; nil if unknown.
  private func offset(of pair: TrackPairReport) -> Plot? {
    guard let audio = report.track(pair.audio), let video = report.track(pair.video),
      let sound = audio.trace, let pictures = video.trace, let start = sound.start,
      let first = pictures.start, let offset = pair.startOffset,
      let drift = report.driftText(of: pair)
    else { return nil }
    let (audioTick, videoTick) = (
      audio.track.time(ofTicks: 1).seconds, video.track.time(ofTicks: 1).seconds
    )
    var points: [(column: TimeAxis.Column<TrackTrace.Stretch>, offset: Double)] = []
    var deviation = 0.0
    let columns = axis.columns(
      sound.stretches, from: start, of: sound.length)
    for (index, column) in columns.enumerated() {
      let seconds = start.seconds + Double(index) * sound.length.seconds - first.seconds
      let place = seconds / pictures.length.seconds
      if place >= 0, place < Double(pictures.stretches.count) {
        deviation = pictures.stretches[Int(place)].deviation ?? deviation
      }
      guard let own = column.value.deviation else { continue }
      points.append((column, offset.seconds + own * audioTick - deviation * videoTick))
    }
    guard !points.isEmpty else { return nil }
    let scale = Scale.around(points.map(\.offset), atLeast: 0.01)
    var plot = Plot(
      "Audio \(pair.audio) later than video \(pair.video)",
      note: "\(Quantities.length(offset.seconds)) at the start, drift \(drift)",
      scale,
      label: Quantities.length)
    plot.line(
      "offset",
      through: points.map { (($0.column.left + $0.column.right) / 2, scale.height(of: $0.offset)) })
    for point in points {
      plot.tip(
        from: point.column.left, to: point.column.right,
        "\(point.column.percentage): \(Quantities.length(point.offset))")
    }
    return plot
  }
}
