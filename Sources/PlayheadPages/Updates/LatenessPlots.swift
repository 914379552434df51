import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// The diagrams of lateness: over time, its distribution, and where the positions were interrupted.
struct LatenessPlots {
  /// The share of the values at each end that may be beyond the edges of the diagrams.
  private static let tail = 0.01
  /// The number of bars of the distribution.
  private static let barCount = 32
  /// The least width of a bar in seconds.
  private static let leastWidth = 1e-7

  private let trace: LatenessTrace
  /// The term for an interruption: `Stalls`.
  private let interruptions: String
  /// The values in seconds, in ascending order.
  private let values: [(value: Double, count: Int)]
  private let isRelative: Bool
  /// The lateness that counts as 0, in seconds.
  private let zero: Double
  private let axis: TimeAxis

  /// Creates the diagrams of values over time and of their counts, ascending in nanoseconds; nil without values.
  init?(
    _ trace: LatenessTrace, _ distribution: [(value: Int64, count: Int)], isRelative: Bool,
    interruptions: String
  ) {
    guard let start = trace.start?.seconds,
      let axis = TimeAxis(
        zero: start, from: start,
        to: start + Double(trace.stretches.count) * trace.length.seconds)
    else { return nil }
    (self.trace, self.interruptions, self.isRelative) = (trace, interruptions, isRelative)
    self.axis = axis
    let values = distribution.map { (value: Double($0.value) / 1e9, count: $0.count) }
    let zero = isRelative ? Self.value(atShare: 0.5, of: values) : 0
    self.zero = zero
    self.values = values.map { ($0.value - zero, $0.count) }
  }

  var html: String {
    "<div class=\"plots\">\n" + [lateness, interruptionPlot].compactMap { $0?.html }.joined()
      + axis.labels + "</div>\n<div class=\"plots\">\n\(distribution)</div>\n"
  }

  /// Returns the value that has this share of the values below it; 0 without values.
  private static func value(
    atShare share: Double, of values: [(value: Double, count: Int)]
  ) -> Double {
    let total = Double(values.reduce(0) { $0 + $1.count })
    var before = 0.0
    for (value, count) in values {
      before += Double(count)
      if before > share * total { return value }
    }
    return values.last?.value ?? 0
  }

  private func lateness(atShare share: Double) -> Double {
    Self.value(atShare: share, of: values)
  }

  private var columns: [TimeAxis.Column<LatenessTrace.Stretch>] {
    axis.columns(trace.stretches, from: trace.start, of: trace.length)
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
        title: "\(column.percentage): \(Quantities.lengths(least, greatest))")
    }
    return plot
  }

  private var interruptionPlot: Plot? {
    let columns = columns.filter { $0.value.interruptionCount > 0 }
    guard !columns.isEmpty else { return nil }
    var plot = Plot(
      interruptions, note: "\(columns.reduce(0) { $0 + $1.value.interruptionCount })")
    for column in columns {
      plot.bar(
        "gap", from: column.left, to: max(column.right, column.left + 3),
        title: "\(column.percentage): \(column.value.interruptionCount)")
    }
    return plot
  }

  /// The number of values in intervals of the lateness. Those at the edges have all that is beyond.
  private var distribution: String {
    let low = lateness(atShare: Self.tail)
    let width = max(
      (lateness(atShare: 1 - Self.tail) - low) / Double(Self.barCount - 1), Self.leastWidth)
    let start = low - width / 2
    let end = start + Double(Self.barCount) * width
    guard !values.isEmpty, let axis = TimeAxis(zero: 0, from: start, to: end) else { return "" }
    var bars = [Int](repeating: 0, count: Self.barCount)
    for (value, count) in values {
      let place = min(max((value - start) / width, 0), Double(Self.barCount - 1))
      bars[Int(place)] += count
    }
    let total = Double(bars.reduce(0, +))
    let shares = bars.map { Double($0) / total * 100 }
    let scale = Scale.upTo(shares.max() ?? 0)
    func percent(_ share: Double) -> String { "\(Quantities.significant(share)) %" }
    let median = isRelative ? "" : "median \(Quantities.length(lateness(atShare: 0.5))), "
    var plot = Plot(
      "Distribution of the lateness",
      note: median + "99 % below \(Quantities.length(lateness(atShare: 0.99)))", scale,
      label: percent)
    for (index, share) in shares.enumerated() where share > 0 {
      let from = start + Double(index) * width
      let beyond = index == 0 ? " or earlier" : index == bars.count - 1 ? " or later" : ""
      plot.bar(
        "rate", from: axis.x(from), to: axis.x(from + width), high: scale.height(of: share),
        title: "\(Quantities.length(from, step: width)) to "
          + "\(Quantities.length(from + width, step: width))\(beyond): \(percent(share))")
    }
    return plot.html + axis.labels(Quantities.length)
  }
}
