import PlayheadAlignment
import PlayheadTimekeeping

/// The diagrams of an alignment, over the time of the reference.
struct AlignmentPlots {
  private let relation: SoundAlignment.Relation
  /// The names of the entries of the breaks.
  private let anchors: [String]
  private let axis: TimeAxis
  /// The offset at the start.
  private let first: MediaTime

  /// Creates the diagrams; nil if the recordings have no time in common.
  init?(_ relation: SoundAlignment.Relation, anchors: [String]) {
    guard let first = relation.parts.first, let last = relation.parts.last,
      let axis = TimeAxis(zero: 0, from: first.start.seconds, to: last.end.seconds)
    else { return nil }
    (self.relation, self.anchors, self.axis) = (relation, anchors, axis)
    self.first = first.start.subtracting(first.otherStart) ?? .zero
  }

  var html: String {
    "<div class=\"plots\">\n" + [breaks, offset, distance].compactMap { $0?.html }.joined()
      + axis.labels + "</div>\n"
  }

  static func sentence(_ place: SoundAlignment.Break) -> String {
    let length = Quantities.length(place.length.seconds)
    let other = Quantities.position(place.otherTime.seconds, step: 0.001)
    return place.kind == .lost
      ? "\(length) are missing, at \(other) of the file" : "\(length) more, at \(other) of the file"
  }

  private var breaks: Plot? {
    guard !relation.breaks.isEmpty else { return nil }
    var plot = Plot("Breaks", note: "\(relation.breaks.count)")
    for (place, anchor) in zip(relation.breaks, anchors) {
      plot.mark(
        "warning", at: axis.x(place.time.seconds), to: anchor, title: Self.sentence(place))
    }
    return plot
  }

  /// Where a comparison is: its place in the diagram, and its offset since the start.
  private func point(_ time: MediaTime, _ otherTime: MediaTime) -> (x: Double, offset: Double) {
    (axis.x(time.seconds), time.seconds - otherTime.seconds - first.seconds)
  }

  private var offset: Plot? {
    let lines = relation.parts.map {
      (from: point($0.start, $0.otherStart), to: point($0.end, $0.otherEnd))
    }
    let ends = lines.flatMap { [$0.from.offset, $0.to.offset] }
    let scale = Scale.containing(ends.min() ?? 0, ends.max() ?? 0, atLeast: 1e-4)
    var plot = Plot(
      "Offset since the start",
      note:
        "\(fixed(first.seconds, 5)) s at the start, drift \(fixed(relation.drift, 3)) ± \(fixed(relation.driftUncertainty, 3)) ppm",
      scale,
      label: Quantities.length)
    for line in lines {
      plot.line(
        "offset",
        through: [line.from, line.to].map { ($0.x, scale.height(of: $0.offset)) })
    }
    for comparison in relation.comparisons where comparison.agrees {
      let (x, offset) = point(comparison.time, comparison.otherTime)
      plot.point(
        "point", x: x, height: scale.height(of: offset),
        title: "\(position(comparison)): \(Quantities.length(offset))")
    }
    return plot
  }

  /// How far the offsets are from the line of their part.
  private var distance: Plot? {
    let distances = relation.comparisons.map { comparison in
      // The nearest line: next to a break, a place may belong to either part.
      let distances = relation.parts.map { part in
        part.otherStart.seconds - comparison.otherTime.seconds
          + (comparison.time.seconds - part.start.seconds) * (1 + relation.drift * 1e-6)
      }
      return (comparison, distances.min { abs($0) < abs($1) } ?? 0)
    }
    let agreeing = distances.filter(\.0.agrees).map { abs($0.1) }
    guard let most = agreeing.max() else { return nil }
    let scale = Scale.containing(-most, most, atLeast: 1e-6)
    var plot = Plot(
      "Distance from the line",
      note: "at most \(Quantities.length(most)) where they agree", scale, label: Quantities.length)
    for (comparison, distance) in distances {
      plot.point(
        comparison.agrees ? "point" : "wrong", x: axis.x(comparison.time.seconds),
        height: scale.height(of: distance),
        title: "\(position(comparison)): \(Quantities.length(distance))")
    }
    return plot
  }

  private func position(_ comparison: SoundAlignment.Comparison) -> String {
    Quantities.position(comparison.time.seconds, step: 0.1)
  }
}
