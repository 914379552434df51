import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// The diagrams of lateness: over time, its distribution, and where the positions were interrupted.
struct LatenessPlots {
  /// The share of the values at each end that may be beyond the edges of the diagrams.
  private static let tail = 0.01
  /// The maximum number of bars of the distribution.
  private static let barCount = 64

  private let trace: LatenessTrace
  /// What an interruption is called: `Stalls`.
  private let interruptions: String
  /// The lateness that counts as 0, in seconds.
  private let zero: Double
  private let axis: TimeAxis

  /// Creates the diagrams; nil without values.
  ///
  /// - Parameters:
  ///   - trace: The values.
  ///   - isRelative: Whether lateness is shown as its difference from the median.
  ///   - interruptions: What interruptions are called: `Stalls`.
  init?(_ trace: LatenessTrace, isRelative: Bool, interruptions: String) {
    guard let start = trace.start?.seconds,
      let axis = TimeAxis(
        zero: start, from: start,
        to: start + Double(trace.stretches.count) * trace.length.seconds)
    else { return nil }
    (self.trace, self.interruptions, self.axis) = (trace, interruptions, axis)
    zero = isRelative ? Self.lateness(atShare: 0.5, of: trace) : 0
  }

  var html: String {
    "<div class=\"plots\">\n" + [lateness, interruptionPlot].compactMap { $0?.html }.joined()
      + axis.labels + "</div>\n<div class=\"plots\">\n\(distribution)</div>\n"
  }

  /// The middle of the interval of the histogram that has this share of the values below it, in seconds.
  private static func lateness(atShare share: Double, of trace: LatenessTrace) -> Double {
    let histogram = trace.histogram
    guard let index = histogram.interval(atShare: share) else { return 0 }
    return (Double(histogram.start) + (Double(index) + 0.5) * Double(histogram.length)) / 1e9
  }

  private func lateness(atShare share: Double) -> Double {
    Self.lateness(atShare: share, of: trace) - zero
  }

  private var columns: [TrackPlots.Column<LatenessTrace.Stretch>] {
    TrackPlots.columns(trace.stretches, from: trace.start, of: trace.length, on: axis)
  }

  private var lateness: Plot? {
    let columns = columns.compactMap { column in
      column.value.lateness.map {
        (column, Double($0.lowerBound) / 1e9 - zero, Double($0.upperBound) / 1e9 - zero)
      }
    }
    guard let least = columns.map(\.1).min(), let greatest = columns.map(\.2).max() else {
      return nil
    }
    let scale = Scale.containing(
      lateness(atShare: Self.tail), lateness(atShare: 1 - Self.tail), atLeast: 1e-6)
    var plot = Plot(
      "Lateness", note: Quantities.lengths(least, greatest), scale, label: Quantities.length)
    for (column, least, greatest) in columns {
      let isBeyond = least < scale.range.least || greatest > scale.range.greatest
      plot.bar(
        isBeyond ? "wrong" : "interval", from: column.left, to: column.right,
        low: scale.height(of: least), high: scale.height(of: greatest),
        title: "\(column.place): \(Quantities.lengths(least, greatest))")
    }
    return plot
  }

  private var interruptionPlot: Plot? {
    let columns = columns.filter { $0.value.interruptionCount > 0 }
    guard !columns.isEmpty else { return nil }
    var plot = Plot(
      interruptions, note: "\(columns.reduce(0) { $0 + $1.value.interruptionCount })")
    plot.size = "flat"
    for column in columns {
      plot.bar(
        "gap", from: column.left, to: max(column.right, column.left + 3),
        title: "\(column.place): \(column.value.interruptionCount)")
    }
    return plot
  }

  /// The number of values in intervals of the lateness. Those at the edges have all that is beyond.
  private var distribution: String {
    let histogram = trace.histogram
    guard let first = histogram.interval(atShare: Self.tail),
      let last = histogram.interval(atShare: 1 - Self.tail)
    else { return "" }
    let width = (last - first) / Self.barCount + 1
    let length = Double(histogram.length) / 1e9
    let start = Double(histogram.start) / 1e9 - zero
    let bars = stride(from: first, through: last, by: width).map { index in
      let end = min(index + width, last + 1)
      let isLast = end > last
      let counts = histogram.counts[
        (index == first ? 0 : index)..<(isLast ? histogram.counts.count : end)]
      return (
        from: start + Double(index) * length, to: start + Double(end) * length,
        count: counts.reduce(0, +)
      )
    }
    guard let most = bars.map(\.count).max(), let low = bars.first?.from, let high = bars.last?.to,
      let axis = TimeAxis(zero: 0, from: low, to: high)
    else { return "" }
    let total = Double(histogram.counts.reduce(0, +))
    func share(_ count: Double) -> String { "\(Quantities.significant(count / total * 100)) %" }
    let scale = Scale.upTo(Double(most))
    var plot = Plot(
      "Distribution of the lateness",
      note: "median \(Quantities.length(lateness(atShare: 0.5))), 99 % below "
        + Quantities.length(lateness(atShare: 0.99)), scale, label: share)
    for (index, bar) in bars.enumerated() where bar.count > 0 {
      let beyond =
        index == 0 ? " or earlier" : index == bars.count - 1 ? " or later" : ""
      plot.bar(
        "rate", from: axis.x(bar.from), to: axis.x(bar.to),
        high: scale.height(of: Double(bar.count)),
        title: "\(Quantities.lengths(bar.from, bar.to))\(beyond): \(share(Double(bar.count)))")
    }
    return plot.html + axis.labels { position, _ in Quantities.length(position) }
  }
}
