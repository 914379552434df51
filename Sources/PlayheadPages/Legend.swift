/// The explanation of the diagrams for readers who see such a page for the first time.
struct Legend: Sendable {
  /// The explained symbol.
  struct Entry: Sendable {
    let term: String
    /// The starts of the titles of the diagrams that it explains.
    let titles: [String]
    /// The markup of the explanation.
    let text: String
  }

  let entries: [Entry]

  /// Returns the markup that explains diagrams with some titles; empty if there are none.
  func html(for titles: Set<String>) -> String {
    let entries = entries.filter { entry in
      titles.contains { title in entry.titles.contains { title.hasPrefix($0) } }
    }
    if entries.isEmpty { return "" }
    return """
      <section class="legend">
      <h2>How to read this page</h2>
      <dl>
      \(entries.map { "<dt>\($0.term)</dt>\n<dd>\($0.text)</dd>\n" }.joined())</dl>
      <p>Let the pointer rest on a shape to see its place and value.</p>
      </section>

      """
  }
}
