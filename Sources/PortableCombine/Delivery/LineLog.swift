import PlayheadLocking

/// Writes lines of text, one at a time, to the standard output or to a stream.
///
/// A thread that arrives while a line is being written leaves its line to the writing thread.
@usableFromInline
final class LineLog {
  // A separate type, because the compiler cannot print to an existential.
  private struct Target: TextOutputStream {
    var stream: any TextOutputStream

    mutating func write(_ string: String) { stream.write(string) }
  }

  private struct State {
    var waiting = Backlog<String>()
    var isWriting = false
  }

  private let prefix: String
  private let state = Locked(State())
  // Accessed only by the writing thread, as recorded by `isWriting`.
  @exclusivity(unchecked) private var target: Target?

  /// Creates a log to a stream, or to the standard output.
  @usableFromInline
  init(prefix: String, stream: (any TextOutputStream)?) {
    self.prefix = prefix.isEmpty ? "" : prefix + ": "
    target = stream.map { Target(stream: $0) }
  }

  @usableFromInline
  func write(_ text: String) {
    let line = prefix + text
    let isFirst = state.withLock { state in
      state.waiting.append(line)
      defer { state.isWriting = true }
      return !state.isWriting
    }
    guard isFirst else { return }
    while let line = next() {
      if var target {
        print(line, to: &target)
        self.target = target
      } else {
        print(line)
      }
    }
  }

  /// Removes the next line; nil ends the writing.
  private func next() -> String? {
    state.withLock { state in
      let line = state.waiting.popFirst()
      state.isWriting = line != nil
      return line
    }
  }
}
