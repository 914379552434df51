import Dispatch
import Glibc
import PlayheadFormatting
import PlayheadLocking

/// A message for the user, without the name of the command.
///
/// The messages of an area are the cases of one enumeration in this folder, and `text` is the table of their texts.
package protocol Message: Hashable, Sendable {
  var text: String { get }
}

extension Message {
  /// Returns the message about a file, command or option: `NAME: TEXT`.
  package func text(about name: String) -> String { "\(name): \(text)" }
}

/// Prints messages on standard error, one per line: `playhead: TEXT` or `playhead: NAME: TEXT`.
package enum Messages {
  private struct Settings {
    var isPrinting = true
    var log: MessageLog?
    /// Runs a closure that writes to standard error.
    var surround: @Sendable (() -> Void) -> Void = { $0() }
  }

  private static let settings = Locked(Settings())
  private static let backlog = Locked(MessageBacklog())
  /// Prints one message after the other.
  private static let queue = DispatchQueue(label: "playhead.messages")
  /// How long `finish` waits for a terminal or a reader that has stopped.
  private static let patience = DispatchTimeInterval.seconds(1)

  package static var isPrinting: Bool {
    get { settings.withLock { $0.isPrinting } }
    set { settings.withLock { $0.isPrinting = newValue } }
  }

  /// A file to which messages are written as well; nil for none.
  package static var log: MessageLog? {
    get { settings.withLock { $0.log } }
    set {
      let old = settings.withLock { settings in
        defer { settings.log = newValue }
        return settings.log
      }
      withExtendedLifetime(old) {}
    }
  }

  /// Writes each message inside `surround` from now on. A display of a terminal removes its line for that time.
  package static func print(within surround: @escaping @Sendable (() -> Void) -> Void) {
    let old = settings.withLock { settings in
      defer { settings.surround = surround }
      return settings.surround
    }
    withExtendedLifetime(old) {}
  }

  /// Prints a message on one line, with U+FFFD for control characters, which file names may contain.
  package static func say(_ text: String) { queue.sync { print(text) } }

  /// Prints a message without waiting for the terminal or the reader, for a session for which others wait.
  package static func sayLater(_ text: String) {
    guard backlog.withLock({ $0.add() }) else { return }
    queue.async {
      print(text)
      if let count = backlog.withLock({ $0.finishOne() }) {
        print(count == 1 ? "1 more message" : "\(count) more messages")
      }
    }
  }

  package static func sayLater(_ message: some Message) { sayLater(message.text) }

  /// Waits until everything is printed, unless it cannot be.
  package static func finish() {
    let isPrinted = DispatchSemaphore(value: 0)
    queue.async { isPrinted.signal() }
    _ = isPrinted.wait(timeout: .now() + patience)
  }

  private static func print(_ text: String) {
    // The name of a file is empty if a script's variable is.
    let text = (text.hasPrefix(": ") ? "''" : "") + CommandLine.readableText(of: text).printable
    log?.write(text, level: "e")
    guard isPrinting else { return }
    let line = "playhead: \(text)\n"
    let surround = settings.withLock { $0.surround }
    surround { _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) } }
  }

  package static func say(_ message: some Message) { say(message.text) }

  package static func say(_ message: some Message, about name: String) {
    say(message.text(about: name))
  }

  package static func reason(ofErrno code: Int32) -> String {
    String(cString: strerror(code))
  }
}

/// How many messages wait for a terminal or a reader of standard error that has stopped. Beyond a number they are only
/// counted.
struct MessageBacklog {
  static let greatestCount = 1_000

  private var waitingCount = 0
  private var skippedCount = 0

  /// Adds a message. Returns whether it may wait; otherwise it is not printed.
  mutating func add() -> Bool {
    guard waitingCount < Self.greatestCount else {
      skippedCount += 1
      return false
    }
    waitingCount += 1
    return true
  }

  /// A message was printed. Returns how many were not, if it was the last one; nil if there are none.
  mutating func finishOne() -> Int? {
    waitingCount -= 1
    guard waitingCount == 0, skippedCount > 0 else { return nil }
    defer { skippedCount = 0 }
    return skippedCount
  }
}
