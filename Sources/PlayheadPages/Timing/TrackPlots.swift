import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// The diagrams of one track.
struct TrackPlots {
  let report: TrackTimingReport
  let axis: TimeAxis

  /// The name of the track in titles, as `video 0`.
  private var name: String { "\(report.track.kind.rawValue) \(report.track.index)" }

  /// The bit rate, the intervals, and the reorder depth if frames are reordered.
  var html: String {
    [bitRate, intervals, reorderDepth].compactMap { $0?.html }.joined()
  }

  /// Bits per second, of several packets at least, because single ones would be peaks.
  private var bitRate: Plot? {
    let activity = report.activity
    let packet = report.interval?.median.seconds ?? 0
    let count = Int(min(max(4 * packet / activity.length.seconds, 1), 64).rounded(.up))
    let seconds = activity.length.seconds * Double(count)
    let end = report.presentationEnd?.seconds ?? .infinity
    let rates = stride(from: 0, to: activity.stretches.count, by: count).map { index in
      let bytes = activity.stretches[index..<min(index + count, activity.stretches.count)]
        .reduce(into: 0) { $0 += $1.byteCount }
      let start = (activity.start?.seconds ?? 0) + Double(index) * activity.length.seconds
      // The track may end within the last one.
      return Double(bytes) * 8 / max(min(seconds, end - start), seconds / 4)
    }
    let length = MediaTime(seconds: seconds) ?? activity.length
    let columns = axis.columns(rates, from: activity.start, of: length)
    guard let most = columns.map(\.value).max(), most > 0 else { return nil }
    let scale = Scale.upTo(most)
    let mean = report.meanBitRate.map { "\(Quantities.bitRate($0)) on average, " } ?? ""
    let peak = Quantities.bitRate(Double(report.greatestBitsInASecond))
    var plot = Plot(
      "Bit rate of \(name)", note: "\(mean)at most \(peak) in a second", scale,
      label: Quantities.bitRate)
    for column in columns where column.value > 0 {
      plot.bar(
        "rate", from: column.left, to: column.right, high: scale.height(of: column.value),
        title: "\(column.percentage): \(Quantities.bitRate(column.value))")
    }
    return plot
  }

  private var traced: [TimeAxis.Column<TrackTrace.Stretch>] {
    guard let trace = report.trace else { return [] }
    return axis.columns(trace.stretches, from: trace.start, of: trace.length)
  }

  /// The range of the intervals between presentation times. Those that are not positive are at the lower edge.
  private var intervals: Plot? {
    let tick = report.track.time(ofTicks: 1).seconds
    let columns = traced.compactMap { column in
      column.value.intervals.map { range in
        (column, Double(range.lowerBound) * tick, Double(range.upperBound) * tick)
      }
    }
    guard !columns.isEmpty else { return nil }
    let scale = Scale.decades(columns.flatMap { [$0.1, $0.2] }.filter { $0 > 0 })
    let note = report.interval.map {
      "median \(Quantities.length($0.median.seconds)), all "
        + Quantities.lengths($0.least.seconds, $0.greatest.seconds)
    }
    var plot = Plot(
      "\(report.track.kind == .video ? "Frame" : "Packet") intervals of \(name)", note: note ?? "",
      scale, label: Quantities.length)
    for (column, least, greatest) in columns {
      let end = column.left + greatest / (axis.last - axis.first) * TimeAxis.width
      plot.bar(
        least <= 0 ? "wrong" : "interval", from: column.left,
        to: min(max(column.right, end), TimeAxis.width),
        low: scale.height(of: least), high: scale.height(of: greatest),
        title: "\(column.percentage): \(Quantities.lengths(least, greatest))")
    }
    return plot
  }

  private var reorderDepth: Plot? {
    guard report.reorderDepth > 0 else { return nil }
    let scale = Scale.linear(least: 0, greatest: Double(report.reorderDepth))
    var plot = Plot("Reorder depth of \(name)", note: "", scale) { "\(Int($0))" }
    for column in traced where column.value.reorderDepth > 0 {
      plot.bar(
        "depth", from: column.left, to: column.right,
        high: scale.height(of: Double(column.value.reorderDepth)),
        title: "\(column.percentage): \(counted(column.value.reorderDepth, "frame"))")
    }
    return plot
  }
}
