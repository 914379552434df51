import Glibc
import PlayheadKit

/// A file with limits of findings.
enum LimitsFile {
  private static let greatestLength = 1 << 20

  /// Reads the limits of a file.
  ///
  /// - Throws: `FileFailure` if it cannot be read, or with the number of the first line that is wrong.
  static func limits(at path: String) throws(FileFailure) -> FindingLimits {
    let name = CommandLine.readableText(of: path)
    let text = String(decoding: try bytes(at: path, name), as: UTF8.self)
    do throws(FindingLimits.TextError) {
      return try FindingLimits(text: text)
    } catch {
      throw FileFailure(message: "\(name):\(error.line): \(error)")
    }
  }

  private static func bytes(at path: String, _ name: String) throws(FileFailure) -> [UInt8] {
    let descriptor = open(CommandLine.exactBytes(of: path).cString, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw FileFailure(name, SystemFailure(code: errno)) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &piece, piece.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw FileFailure(name, SystemFailure(code: errno))
      }
      if count == 0 { return bytes }
      bytes += piece[..<count]
      if bytes.count > greatestLength { throw FileFailure(name, SystemFailure(code: EFBIG)) }
    }
  }
}
