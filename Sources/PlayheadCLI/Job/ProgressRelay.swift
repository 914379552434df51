import Glibc
import PlayheadKit

/// Writes what ffmpeg reports to where the user's own `-progress` would have sent it.
struct ProgressRelay {
  private let output: RecordOutput

  /// Opens the target as ffmpeg would. Returns nil if the user asked for no progress.
  ///
  /// - Throws: `FileFailure` if the target cannot be opened, or is no file and no descriptor.
  init?(_ target: String?) throws(FileFailure) {
    guard let target else { return nil }
    do throws(SystemFailure) {
      if let number = Self.descriptor(target) {
        output = RecordOutput(descriptor: try LogPlace.descriptor(number).open(), isOwned: true)
        return
      }
      let path = target.hasPrefix("file:") ? String(target.dropFirst(5)) : target
      if path.contains("://") { throw SystemFailure(code: EPROTONOSUPPORT) }
      let file = open(
        CommandLine.exactBytes(of: path).cString, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      if file < 0 { throw SystemFailure(code: errno) }
      output = RecordOutput(descriptor: file, isOwned: true)
    } catch {
      throw FileFailure(target, error)
    }
  }

  /// Returns the number of a descriptor that ffmpeg would write to.
  private static func descriptor(_ target: String) -> Int32? {
    if target == "-" || target == "pipe:" { return STDOUT_FILENO }
    return target.hasPrefix("pipe:")
      ? Int32(target.dropFirst(5)).flatMap { $0 < 0 ? nil : $0 } : nil
  }

  /// Writes bytes. Waits for the reader, as ffmpeg would.
  func write(_ bytes: ArraySlice<UInt8>) { _ = output.write(Array(bytes)) }
}
