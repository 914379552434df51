import Glibc

/// What FFmpeg logged on one thread.
final class ThreadLog {
  var lastError: String?
  /// A line comes in pieces at times: this is the part before its end.
  private var beginning = ""
  private static let longestLine = 4096

  /// Each thread's own, released when the thread ends.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { log in
      guard let log else { return }
      Unmanaged<ThreadLog>.fromOpaque(log).release()
    }
    return key
  }()

  /// The calling thread's, where it has logged.
  static var existing: ThreadLog? {
    pthread_getspecific(key).map { Unmanaged<ThreadLog>.fromOpaque($0).takeUnretainedValue() }
  }

  static var current: ThreadLog {
    if let existing { return existing }
    let log = ThreadLog()
    pthread_setspecific(key, Unmanaged.passRetained(log).toOpaque())
    return log
  }

  /// Adds a piece; returns the line that it ends.
  func append(_ text: String) -> String? {
    beginning += text
    guard text.utf8.last == UInt8(ascii: "\n") || beginning.utf8.count > Self.longestLine else {
      return nil
    }
    defer { beginning = "" }
    return Self.printable(beginning)
  }

  /// Without what would command a terminal: a line may quote what is in the file.
  static func printable(_ line: String) -> String? {
    let scalars = line.unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control ? " " : Character(scalar)
    }
    guard let first = scalars.firstIndex(where: { $0 != " " }),
      let last = scalars.lastIndex(where: { $0 != " " })
    else { return nil }
    return String(scalars[first...last])
  }
}
