import Locking

/// Lines of text, written one after the other to the standard output or to a stream.
///
/// Whoever comes while a line is being written leaves its own to the one who writes.
@usableFromInline
final class LineLog {
  // A type of its own, since the compiler fails to print to an existential.
  private struct Target: TextOutputStream {
    var stream: any TextOutputStream

    mutating func write(_ string: String) { stream.write(string) }
  }

  private struct State {
    var waiting: [String] = []
    var isWriting = false
  }

  private let prefix: String
  private let state = Locked(State())
  // Reached by the one who writes, as the state says.
  @exclusivity(unchecked) private var target: Target?

  /// - Parameter stream: what is written to; without one it is the standard output.
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

  /// The next line to be written; none ends the writing.
  private func next() -> String? {
    state.withLock { state in
      state.isWriting = !state.waiting.isEmpty
      return state.isWriting ? state.waiting.removeFirst() : nil
    }
  }
}
