import Glibc

/// What the command says on standard error: one line each, as `playhead: FILE: what`.
enum Messages {
  static func say(_ text: String) {
    let line = printable("playhead: \(text)") + "\n"
    _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }

  /// A file's name must not steer the terminal, nor make two lines of one.
  static func printable(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      line.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
    }
    return line
  }

  static func reason(ofErrno code: Int32) -> String {
    String(cString: strerror(code))
  }
}
