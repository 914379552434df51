/// Pieces of a terminal's line that belong together, each painted in one way.
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

  /// The first columns of a bar, whose characters take one each.
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
