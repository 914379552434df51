import Glibc

/// Returns the width of a terminal in columns; 80 if it is unknown.
package func windowColumns(of terminal: Int32) -> Int {
  let columns = Int(windowSize(of: terminal).ws_col)
  return columns > 0 ? columns : 80
}

/// Returns the height of a terminal in rows; 24 if it is unknown.
package func windowRows(of terminal: Int32) -> Int {
  let rows = Int(windowSize(of: terminal).ws_row)
  return rows > 0 ? rows : 24
}

/// Returns the size of a terminal; zeros if it is unknown.
private func windowSize(of terminal: Int32) -> winsize {
  var size = winsize()
  return ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0 ? size : winsize()
}
