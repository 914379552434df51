import Glibc

/// The messages on standard error, one per line: `playhead: FILE: REASON`.
enum Messages {
  /// Prints a message on one line. Control characters, which file names may contain, are replaced
  /// by U+FFFD.
  static func say(_ text: String) {
    let line = "playhead: \(CommandLine.readableText(of: text))".printable + "\n"
    // On a terminal, the message is printed above the status line.
    LiveDisplay.besideCurrent { _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) } }
  }

  static func reason(ofErrno code: Int32) -> String {
    String(cString: strerror(code))
  }
}
