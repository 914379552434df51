import Glibc

/// A file that describes processes, as in `/proc`.
enum ProcessFile {
  /// Returns the text of a file, or its start; empty if it cannot be read.
  static func text(of path: String, limit: Int) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var (text, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while text.count < limit {
      let count = read(descriptor, &buffer, buffer.count)
      if count <= 0 { break }
      text += buffer.prefix(count)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
