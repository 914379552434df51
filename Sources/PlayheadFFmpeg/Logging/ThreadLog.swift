import Glibc
import PlayheadMedia

/// The messages that FFmpeg has logged on one thread.
final class ThreadLog {
  var lastError: String?
  /// The first parts of an incomplete line, because FFmpeg may log a line in several parts.
  private var beginning = ""
  private static let longestLine = 4096

  /// The key of the thread-specific log, which is released when the thread ends.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { log in
      guard let log else { return }
      Unmanaged<ThreadLog>.fromOpaque(log).release()
    }
    return key
  }()

  /// The calling thread's log; nil if it has logged nothing.
  static var existing: ThreadLog? {
    pthread_getspecific(key).map { Unmanaged<ThreadLog>.fromOpaque($0).takeUnretainedValue() }
  }

  static var current: ThreadLog {
    if let existing { return existing }
    let log = ThreadLog()
    pthread_setspecific(key, Unmanaged.passRetained(log).toOpaque())
    return log
  }

  /// Adds a part of a line; returns the whole line if this part ends it.
  func append(_ text: String) -> String? {
    beginning += text
    guard text.utf8.last == UInt8(ascii: "\n") || beginning.utf8.count > Self.longestLine else {
      return nil
    }
    defer { beginning = "" }
    return Self.printable(beginning)
  }

  /// Returns a line, which may quote the file, with spaces for what steers a terminal, trimmed; nil if nothing remains.
  static func printable(_ line: String) -> String? {
    let scalars = line.unicodeScalars.map { scalar in
      scalar.steersTerminal ? " " : Character(scalar)
    }
    guard let first = scalars.firstIndex(where: { $0 != " " }),
      let last = scalars.lastIndex(where: { $0 != " " })
    else { return nil }
    return String(scalars[first...last])
  }
}
