import PlayheadAlignment
import PlayheadTimekeeping

/// The section of a recording that was aligned with a reference.
extension PageSection {
  /// Creates the section of an alignment.
  ///
  /// - Parameters:
  ///   - alignment: The alignment.
  ///   - text: The alignment as text.
  ///   - file: The name of the file.
  ///   - number: The number of the file on the page, from 1 on.
  package init(_ alignment: SoundAlignment, text: String, file: String, number: Int) {
    guard let relation = alignment.relation else {
      self.init(
        file, number: number,
        cells: ["<td colspan=\"4\" class=\"warning\">no sound in common</td>"],
        content: "<pre>\(text.lines)</pre>\n")
      return
    }
    let breaks = relation.breaks
    let list = breaks.map { Self.entry($0, ofFile: number) }.joined()
    self.init(
      file, number: number,
      cells: [
        "<td>\(fixed(relation.offset.seconds, 5)) s</td>",
        "<td>\(fixed(relation.drift, 3)) ppm</td>",
        "<td class=\"\(breaks.isEmpty ? "" : "warning")\">\(breaks.count)</td>",
        "<td>\(relation.agreeingCount) of \(relation.comparisons.count)</td>",
      ],
      content: """
        <pre>\(text.lines)</pre>
        \(breaks.isEmpty ? "" : "<ol>\n\(list)</ol>\n")\(
          AlignmentPlots(relation, file: number)?.html ?? "")
        """)
  }

  private static func entry(_ place: SoundAlignment.Break, ofFile number: Int) -> String {
    let anchor = anchor(at: place.time.seconds, ofFile: number)
    return """
      <li id="\(anchor)" class="warning"><b>\(place.kind.rawValue)</b> \
      <a href="#\(anchor)">\(Quantities.position(place.time.seconds, step: 0.001))</a> \
      \(AlignmentPlots.sentence(place))</li>

      """
  }
}
