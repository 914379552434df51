/// A page that shows reports in diagrams. It needs no script and no network.
package struct Page: Sendable {
  let title: String
  /// The heads of the columns of the table of several files.
  let columns: [String]
  /// The explanation of the diagrams.
  let legend: Legend

  /// Returns the markup before the sections: the head, and the table of several files.
  package func head(_ rows: [String]) -> String {
    let table = """
      <table>
      <thead><tr>\(columns.map { "<th>\($0)</th>" }.joined())</tr></thead>
      <tbody>
      \(rows.joined())</tbody>
      </table>

      """
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
      <title>\(title)</title>
      <style>
      \(PageStyle.css)</style>
      </head>
      <body>
      <h1>\(title)</h1>
      \(rows.count > 1 ? table : "")
      """
  }

  /// Returns the markup after the sections, which explains the diagrams with these titles.
  package func tail(explaining titles: Set<String>) -> String {
    """
    \(legend.html(for: titles))</body>
    </html>

    """
  }

  /// Returns a page with one section.
  package func html(_ section: PageSection) -> String {
    head([section.row]) + section.html + tail(explaining: section.titles)
  }
}
