import Glibc
import PlayheadFormatting
import PlayheadOutputs
import PlayheadTimingAnalysis

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
    guard let bytes = [UInt8](readingFrom: descriptor, atMost: greatestLength + 1) else {
      throw FileFailure(name, SystemFailure(code: errno))
    }
    if bytes.count > greatestLength { throw FileFailure(name, SystemFailure(code: EFBIG)) }
    return bytes
  }
}
