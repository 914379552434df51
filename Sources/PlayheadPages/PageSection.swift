import PlayheadMedia
import PlayheadTimekeeping

/// The part of a page about one file, and its row in the table of all files.
package struct PageSection: Sendable {
  package let html: String
  /// The row of the table.
  package let row: String
  /// The titles of its diagrams as markup, and `Findings` and `Gaps` if it has some.
  package let titles: Set<String>

  /// Creates a section with a title, and markup for the cells after it in the row, and for the content.
  init(_ file: String, number: Int, cells: [String] = [], content: String) {
    row = """
      <tr><td><a href="#file\(number)">\(file.escaped)</a></td>\(cells.joined())</tr>

      """
    titles = Set(
      content.components(after: Plot.titleStart).map { String($0.prefix { $0 != "<" }) }
        + (content.contains("<ol>") ? ["Findings"] : [])
        + (content.contains("class=\"gap\"") ? ["Gaps"] : []))
    html = """
      <section id="file\(number)">
      <h2>\(file.escaped)</h2>
      \(content)</section>

      """
  }

  /// Creates the section of a file that cannot be read.
  package init(_ error: MediaError, file: String, number: Int, on page: Page) {
    let count = page.columns.count - 2
    self.init(
      file, number: number,
      cells: ["<td></td><td colspan=\"\(count)\" class=\"error\">cannot be read</td>"],
      content: "<p class=\"error\">\(error.description.escaped)</p>\n")
  }

  /// Returns the name of an entry about a position: `t=12.340` in the first file, `file2,t=12.340` in the second.
  static func anchor(at position: Double, ofFile number: Int) -> String {
    "\(prefix(ofFile: number))t=\(fixed(position, 3))"
  }

  /// Returns the names, in which each one that an earlier entry has is followed by its number.
  static func unique(_ anchors: [String]) -> [String] {
    var used: Set<String> = []
    return anchors.enumerated().map { index, anchor in
      used.insert(anchor).inserted ? anchor : "\(anchor),\(index + 1)"
    }
  }

  /// The start of all names of entries about a file.
  static func prefix(ofFile number: Int) -> String { number == 1 ? "" : "file\(number)," }
}
