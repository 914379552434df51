import PlayheadAlignment
import PlayheadTimekeeping

/// The section of a file whose sound was compared with its picture.
extension PageSection {
  /// Creates the section of a sync report, with its number on the page.
  package init(_ report: SyncReport, text: String, file: String, number: Int) {
    let offset = report.offset.map { "<td>\(fixed($0.seconds * 1_000, 1)) ms</td>" }
    let drift = report.drift.map {
      "<td>\(fixed($0.value, 1)) ± \(fixed($0.uncertainty, 1)) ppm</td>"
    }
    self.init(
      file, number: number,
      cells: [
        offset ?? "<td class=\"warning\">no pair</td>", drift ?? "<td>–</td>",
        "<td>\(report.marks.count)</td>",
      ],
      content: "<pre>\(text.escapedLines)</pre>\n\(Self.plot(report) ?? "")")
  }

  /// The maximum number of squares, so that a page of hours stays small.
  private static let greatestSquareCount = 1_000

  private static func plot(_ report: SyncReport) -> String? {
    let points = report.marks.map { (time: $0.flash.seconds, offset: $0.offset.seconds) }
    guard let first = points.first, let last = points.last,
      let axis = TimeAxis(zero: 0, from: min(first.time, 0), to: last.time + 1)
    else { return nil }
    let offsets = points.map(\.offset)
    let scale = Scale.containing(
      offsets.min() ?? 0, offsets.max() ?? 0, atLeast: report.uncertainty.seconds)
    var plot = Plot(
      "Sound later than picture",
      note: "each ± \(Quantities.length(report.uncertainty.seconds))", scale,
      label: Quantities.length)
    if let line = report.line {
      plot.line(
        "offset",
        through: [first.time, last.time].map {
          (axis.x($0), scale.height(of: line.offset(at: $0)))
        })
    }
    // Many pairs share squares, which extend from the least to the greatest offset.
    let width = (points.count - 1) / greatestSquareCount + 1
    for index in stride(from: 0, to: points.count, by: width) {
      let offsets = points[index..<min(index + width, points.count)].map(\.offset)
      let (least, greatest) = (offsets.min() ?? 0, offsets.max() ?? 0)
      plot.points(
        "point", x: axis.x(points[index].time), low: scale.height(of: least),
        high: scale.height(of: greatest),
        title: "\(Quantities.position(points[index].time, step: 0.1)): "
          + Quantities.lengths(least, greatest))
    }
    return "<div class=\"plots\">\n\(plot.html)\(axis.labels)</div>\n"
  }
}
