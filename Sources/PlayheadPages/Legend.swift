/// The explanation of the diagrams for readers who see such a page for the first time.
struct Legend: Sendable {
  /// The terms, and the markup of their explanations.
  let entries: [(term: String, text: String)]

  var html: String {
    """
    <section class="legend">
    <h2>How to read this page</h2>
    <dl>
    \(entries.map { "<dt>\($0.term)</dt>\n<dd>\($0.text)</dd>\n" }.joined())</dl>
    <p>Let the pointer rest on a shape to see its place and value.</p>
    </section>

    """
  }
}
