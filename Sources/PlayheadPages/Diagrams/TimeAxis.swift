import PlayheadTimekeeping

/// The width of all diagrams of a file: the positions of playback from the first to the last one.
struct TimeAxis {
  /// The width of a diagram in the units of its shapes.
  static let width = 1_000.0
  private static let steps: [Double] = [
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 86_400,
  ]
  /// The maximum number of steps between labels, which are readable on a narrow screen.
  private static let greatestStepCount = 5.0

  /// The time of the container at position 0.
  let zero: Double
  let first: Double
  let last: Double

  /// Creates an axis between two times of the container in seconds, where `zero` is position 0; nil if empty.
  init?(zero: Double, from start: Double, to end: Double) {
    guard end > start, (end - start).isFinite, zero.isFinite else { return nil }
    self.zero = zero
    (first, last) = (start - zero, end - zero)
  }

  /// Returns the place of a position, limited to the diagram.
  func x(_ position: Double) -> Double {
    let share = (position - first) / (last - first)
    return share.isFinite ? min(max(share, 0), 1) * TimeAxis.width : 0
  }

  /// Returns the place of a time of the container.
  func x(container time: Double) -> Double { x(time - zero) }

  /// The distance of two labels in seconds.
  var step: Double {
    let least = (last - first) / TimeAxis.greatestStepCount
    if least > 1, let step = TimeAxis.steps.first(where: { $0 >= least }) { return step }
    return least > 1 ? (least / 86_400).rounded(.up) * 86_400 : Scale.round(above: least)
  }

  /// The row of labels below the diagrams, in minutes and seconds.
  var labels: String { labels(Quantities.position) }

  /// Returns the row of labels below the diagrams, whose texts depend on the distance, too.
  func labels(_ label: (_ position: Double, _ step: Double) -> String) -> String {
    let step = step
    var text = "<div class=\"axis\" aria-hidden=\"true\">"
    // Near the end a label would leave the diagram.
    let end = last - (last - first) * 0.06
    let start = (first / step).rounded(.up)
    for number in 0...Int(TimeAxis.greatestStepCount) {
      let position = (start + Double(number)) * step
      if position > end { break }
      let place = fixed(x(position) / TimeAxis.width * 100, 2)
      text += "<span class=\"label\" style=\"left:\(place)%\">"
      text += "\(label(position, step))</span>"
    }
    return text + "</div>\n"
  }
}
