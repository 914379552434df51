import Glibc
import PlayheadFFmpeg
import PlayheadFormatting
import PlayheadMedia
import PlayheadOutputs
import PlayheadPlayCommands

/// Writes what ffmpeg reports to where the user's own `-progress` would have sent it, or what any program
/// writes to where it would have gone.
struct ProgressRelay: Sendable {
  // Not an enum: that stores its case in the bits of the reference, which LeakSanitizer then takes for a leak.
  private var output: RecordOutput?
  private var url: URLOutput?

  /// Relays to a descriptor of this process.
  init(_ output: RecordOutput) { self.output = output }

  /// Opens the target as ffmpeg would; nil if the user asked for no progress.
  init?(_ target: String?) throws(FileFailure) {
    guard let target else { return nil }
    if let number = Self.descriptor(target) {
      do throws(SystemFailure) {
        let own = try LogDestination.descriptor(number).open()
        output = RecordOutput(descriptor: own, isOwned: true)
      } catch {
        throw FileFailure(target, error)
      }
    } else {
      do throws(MediaError) {
        url = try URLOutput(CommandLine.exactBytes(of: target))
      } catch {
        throw FileFailure(message: error.description)
      }
    }
  }

  /// Returns the number of a descriptor that ffmpeg would write to.
  private static func descriptor(_ target: String) -> Int32? {
    if target == "-" || target == "pipe:" { return STDOUT_FILENO }
    return target.hasPrefix("pipe:")
      ? Int32(target.dropFirst(5)).flatMap { $0 < 0 ? nil : $0 } : nil
  }

  /// Writes bytes. Waits for the reader, as ffmpeg would.
  func write(_ bytes: ArraySlice<UInt8>) {
    _ = output?.write(Array(bytes))
    url?.write(bytes)
  }

  /// Ends a write that waits for the reader. May be called from any thread.
  func abandon() {
    output?.abandon()
    url?.interrupt()
  }

  /// Closes the output to the reader.
  func close() { url?.close() }
}
