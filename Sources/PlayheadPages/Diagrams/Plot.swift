import PlayheadTimekeeping

/// A diagram over time: shapes in a frame of fixed height that is as wide as the page.
///
/// The frame is stretched, so that all text is outside it.
struct Plot {
  static let height = 100.0
  /// The markup before the title.
  static let titleStart = "<figcaption class=\"label\">"

  var title: String
  /// Numbers about it, beside the title.
  var note: String
  /// The value at the upper and at the lower edge.
  var top = ""
  var bottom = ""
  /// The height on the page: `tall` or `flat`.
  private var size = "flat"
  private var shapes = ""
  /// Whether shapes are links, which the role of a picture would hide from screen readers.
  private var hasLinks = false

  /// Creates a flat diagram without a scale.
  init(_ title: String, note: String) {
    (self.title, self.note) = (title, note)
  }

  /// Creates a tall diagram with a scale, whose edges and lines are labelled.
  init(_ title: String, note: String, _ scale: Scale, label: (Double) -> String) {
    self.init(title, note: note)
    size = "tall"
    (top, bottom) = (label(scale.range.greatest), label(scale.range.least))
    for value in scale.lines {
      let y = number(Plot.height * (1 - scale.height(of: value)))
      shapes += "<path class=\"grid\" d=\"M0 \(y)H1000\"/>"
    }
  }

  /// Adds a bar between two heights, from 0 to 1. It is at least as tall as a line.
  mutating func bar(
    _ style: String, from left: Double, to right: Double, low: Double = 0, high: Double = 1,
    title: String = ""
  ) {
    // Rounded edges, so that neighbours meet.
    let (left, right) = (Self.rounded(left), Self.rounded(right))
    let height = max((high - low) * Plot.height, 4)
    let y = max(min((1 - high) * Plot.height, Plot.height - height), 0)
    shapes += "<rect class=\"\(style)\" x=\"\(number(left))\" y=\"\(number(y))\""
    shapes += " width=\"\(number(max(right - left, 0.5)))\" height=\"\(number(height))\""
    shapes += title.isEmpty ? "/>" : "><title>\(title.escaped)</title></rect>"
  }

  /// Adds a line through points, whose heights are from 0 to 1.
  mutating func line(_ style: String, through points: [(x: Double, height: Double)]) {
    guard let first = points.first else { return }
    shapes += "<path class=\"\(style)\" d=\"M\(number(first.x)) \(y(first.height))"
    for point in points.dropFirst() { shapes += "L\(number(point.x)) \(y(point.height))" }
    // A single point has no length otherwise.
    shapes += points.count == 1 ? "h1\"/>" : "\"/>"
  }

  /// Adds a square at a height from 0 to 1.
  mutating func point(_ style: String, x: Double, height: Double, title: String) {
    points(style, x: x, low: height, high: height, title: title)
  }

  /// Adds a bar as wide as a square, from the square at one height to that at another.
  mutating func points(_ style: String, x: Double, low: Double, high: Double, title: String) {
    bar(style, from: x - 2, to: x + 2, low: low - 0.02, high: high + 0.02, title: title)
  }

  /// Adds a column that shows a text while the pointer is over it.
  mutating func tip(from left: Double, to right: Double, _ text: String) {
    bar("tip", from: left, to: right, title: text)
  }

  /// Adds a vertical line that links to an entry of the page.
  mutating func mark(_ style: String, at x: Double, to anchor: String, title: String) {
    hasLinks = true
    shapes += "<a href=\"#\(anchor)\"><title>\(title.escaped)</title><rect class=\"\(style)\""
    shapes += " x=\"\(number(min(max(x - 2.5, 0), 995)))\" y=\"0\" width=\"5\" height=\"100\"/></a>"
  }

  var html: String {
    """
    <figure>\(Plot.titleStart)\(title.escaped)\
    \(note.isEmpty ? "" : " <small>\(note.escaped)</small>")</figcaption>
    <div class="plot \(size)"><span class="top label">\(top.escaped)</span>\
    <span class="bottom label">\(bottom.escaped)</span>\
    <svg viewBox="0 0 1000 100" preserveAspectRatio="none" role="\(hasLinks ? "group" : "img")" \
    aria-label="\(title.escaped)">\
    \(shapes)</svg></div></figure>

    """
  }

  /// Returns a place as `number` writes it.
  private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }

  private func y(_ height: Double) -> String { number((1 - height) * Plot.height) }

  /// Returns a place with at most one decimal.
  private func number(_ value: Double) -> String {
    let text = fixed(value, 1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
