import PlayheadFormatting

/// A group of the status line: pieces that are shown together, each in one color.
struct StatusLineGroup {
  typealias Piece = (text: String, paint: TerminalStyle.Paint?)

  private(set) var pieces: [Piece]
  private(set) var isBar = false

  init(_ text: String, _ paint: TerminalStyle.Paint? = nil) {
    pieces = [(text, paint)]
  }

  init(bar pieces: [Piece]) {
    self.pieces = pieces
    isBar = true
  }

  var columns: Int { pieces.reduce(0) { $0 + $1.text.columns } }

  mutating func paint(_ paint: TerminalStyle.Paint?) {
    for index in pieces.indices { pieces[index].paint = paint }
  }

  /// Returns the first columns of a bar. Each of its characters has one column.
  func prefix(_ columns: Int) -> StatusLineGroup {
    var room = columns
    return StatusLineGroup(
      bar: pieces.map { piece in
        let text = String(piece.text.prefix(room))
        room -= text.count
        return (text, piece.paint)
      })
  }
}
