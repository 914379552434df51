/// The text of `--help`, generated from the table of options.
package enum Help {
  package static let version = "playhead 0.2.0"

  /// Returns a line for each option of a table, and for `--help` and `--version`.
  package static func rows<Options>(_ table: [CommandOption<Options>]) -> String {
    rows([OptionGroup("", table)])
  }

  /// Returns a line for each option, grouped under titles, before `--help` and `--version`.
  package static func rows<Options>(_ groups: [OptionGroup<Options>]) -> String {
    let own = ("-h, --help", "print this help")
    return rows(groups, then: [own, ("-V, --version", "print the version")], apart: true)
  }

  /// The greatest usage that the help texts of other options are aligned with.
  private static let greatestWidth = 22

  /// Returns the lines of grouped options and further rows, with empty lines between groups if they are apart.
  package static func rows<Options>(
    _ groups: [OptionGroup<Options>], then more: [(usage: String, help: String)], apart: Bool
  ) -> String {
    let widths = groups.flatMap(\.options).map(\.usage.count) + more.map(\.usage.count)
    let width = widths.filter { $0 <= greatestWidth }.max() ?? 0
    func row(_ usage: String, _ help: String) -> String {
      "  " + usage + String(repeating: " ", count: max(width - usage.count, 0) + 2) + help
    }
    var lines: [String] = []
    for group in groups {
      if !lines.isEmpty, apart || group.options.isEmpty { lines.append("") }
      if !group.title.isEmpty { lines.append(group.title + ":") }
      lines += group.options.map { row($0.usage, $0.help) }
    }
    return (lines + more.map(row)).joined(separator: "\n")
  }

  /// Returns the words separated by commas, in lines of up to 80 columns.
  package static func wrapped(_ words: [String], indent: String) -> String {
    var lines: [String] = [indent]
    for (index, word) in words.enumerated() {
      let word = index == words.count - 1 ? word : word + ","
      let last = lines.count - 1
      if lines[last].count + word.count + 1 > 80 {
        lines.append(indent + word)
      } else {
        lines[last] += (lines[last].count == indent.count ? "" : " ") + word
      }
    }
    return lines.joined(separator: "\n")
  }
}
