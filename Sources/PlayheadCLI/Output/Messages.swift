import Glibc

/// What the command says on standard error: one line each, as `playhead: FILE: what`.
enum Messages {
  /// A file's name in it neither steers the terminal nor makes two lines of one.
  static func say(_ text: String) {
    let line = "playhead: \(CommandLine.readableText(of: text))".printable + "\n"
    // Not into the line that a terminal shows.
    LiveDisplay.besideCurrent { _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) } }
  }

  static func reason(ofErrno code: Int32) -> String {
    String(cString: strerror(code))
  }
}
