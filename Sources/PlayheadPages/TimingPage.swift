/// A page that shows the timing of files in diagrams. It needs no script and no network.
package enum TimingPage {
  /// Returns the markup before the sections: the head, and the table of several files.
  ///
  /// - Parameter rows: The rows of the table, one for each section.
  package static func head(_ rows: [String]) -> String {
    let table = """
      <table>
      <thead><tr><th>file</th><th>length</th><th>errors</th><th>warnings</th><th>notes</th></tr></thead>
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
      <title>Timing report</title>
      <style>
      \(PageStyle.css)</style>
      </head>
      <body>
      <h1>Timing report</h1>
      \(rows.count > 1 ? table : "")
      """
  }

  /// The markup after the sections.
  package static let tail = """
    \(Legend.html)</body>
    </html>

    """
}
