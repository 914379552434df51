import Glibc

/// Standard output for text that may be long: gathered, and written in large pieces.
final class StandardOutput {
  private static let pieceLength = 32_768

  private let output = RecordOutput(descriptor: STDOUT_FILENO)
  var bytes: [UInt8] = []
  /// Whether nothing can be written any more: the reader is gone, or writing failed.
  private(set) var isOver = false
  private(set) var hasFailed = false

  init() {
    bytes.reserveCapacity(2 * StandardOutput.pieceLength)
  }

  /// Writes what is gathered, where that is worth it.
  func flushIfLong() {
    if bytes.count >= StandardOutput.pieceLength { flush() }
  }

  /// Writes what is gathered.
  func flush() {
    defer { bytes.removeAll(keepingCapacity: true) }
    if isOver { return }
    switch output.write(bytes) {
    case .written: break
    case .closed, .givenUp: isOver = true
    case .failed(let code):
      isOver = true
      hasFailed = true
      Messages.say("standard output: cannot be written: \(Messages.reason(ofErrno: code))")
    }
  }

  /// Writes a text at once.
  func write(_ text: String) {
    bytes += text.utf8
    flush()
  }
}
