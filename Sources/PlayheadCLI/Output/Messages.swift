import Glibc

/// What the command says on standard error: one line each, as `playhead: FILE: what`.
enum Messages {
  static func say(_ text: String) {
    var line = ""
    for scalar in "playhead: \(text)".unicodeScalars {
      // A file's name must not steer the terminal, nor make two lines of one.
      let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      line.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
    }
    line += "\n"
    _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }

  static func reason(ofErrno code: Int32) -> String {
    String(cString: strerror(code))
  }
}
