import Glibc

/// Standard output for long text, which is buffered and written in large pieces.
package final class StandardOutput {
  private static let pieceLength = 32_768

  private let output = RecordOutput(descriptor: STDOUT_FILENO)
  package var bytes: [UInt8] = []
  /// Whether nothing more can be written, because the reader closed the pipe or writing failed.
  package private(set) var isOver = false
  package private(set) var hasFailed = false

  package init() {
    bytes.reserveCapacity(2 * StandardOutput.pieceLength)
  }

  /// Writes the buffer if it is long enough.
  package func flushIfLong() {
    if bytes.count >= StandardOutput.pieceLength { flush() }
  }

  package func flush() {
    defer { bytes.removeAll(keepingCapacity: true) }
    if isOver { return }
    switch output.write(bytes) {
    case .written: break
    case .closed, .abandoned: isOver = true
    case .failed(let code):
      isOver = true
      hasFailed = true
      Messages.say(SystemFailure(code: code), about: "standard output")
    }
  }

  /// Writes a text and everything before it immediately.
  package func write(_ text: String) {
    bytes += text.utf8
    flush()
  }
}
