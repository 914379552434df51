import PlayheadAlignment
import PlayheadTimekeeping

/// The section of a recording that was aligned with a reference.
extension PageSection {
  /// Creates the section of an alignment, with its number on the page.
  package init(_ alignment: SoundAlignment, text: String, file: String, number: Int) {
    guard let relation = alignment.relation else {
      self.init(
        file, number: number,
        cells: ["<td colspan=\"4\" class=\"warning\">no sound in common</td>"],
        content: "<pre>\(text.escapedLines)</pre>\n")
      return
    }
    let breaks = relation.breaks
    let anchors = Self.unique(breaks.map { Self.anchor(at: $0.time.seconds, ofFile: number) })
    let list = zip(breaks, anchors).map(Self.entry).joined()
    self.init(
      file, number: number,
      cells: [
        "<td>\(fixed(relation.offset.seconds, 5)) s</td>",
        "<td>\(fixed(relation.drift, 3)) ± \(fixed(relation.driftUncertainty, 3)) ppm</td>",
        "<td class=\"\(breaks.isEmpty ? "" : "warning")\">\(breaks.count)</td>",
        "<td>\(relation.agreeingCount) of \(relation.comparisons.count)</td>",
      ],
      content: """
        <pre>\(text.escapedLines)</pre>
        \(breaks.isEmpty ? "" : "<ol>\n\(list)</ol>\n")\(
          AlignmentPlots(relation, anchors: anchors)?.html ?? "")
        """)
  }

  private static func entry(_ place: SoundAlignment.Break, anchor: String) -> String {
    """
    <li id="\(anchor)" class="warning"><b>\(place.kind.rawValue)</b> \
    <a href="#\(anchor)">\(Quantities.position(place.time.seconds, step: 0.001))</a> \
    \(AlignmentPlots.sentence(place))</li>

    """
  }
}
