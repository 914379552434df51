import Glibc
import PlayheadMedia
import PlayheadTimecode

/// A raw MIDI device, or a FIFO.
package enum MIDIDevice {
  /// Opens a device, without waiting for the other side. The caller closes the descriptor.
  package static func open(
    _ path: String, receives: Bool = false
  ) throws(TimecodeFailure) -> Int32 {
    let name = ExactText.bytes(of: path).cString
    var status = stat()
    // Opening a file of another kind could have an effect.
    guard stat(name, &status) == 0 else { throw .system(errno) }
    let kind = status.st_mode & S_IFMT
    guard [S_IFCHR, S_IFIFO].contains(kind) else { throw .noDevice }
    // A FIFO that is received from and open for writing, too, does not end with its last writer.
    let access = !receives ? O_WRONLY : kind == S_IFIFO ? O_RDWR : O_RDONLY
    let descriptor = Glibc.open(name, access | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    if descriptor >= 0 { return descriptor }
    throw errno == ENXIO && kind == S_IFIFO ? .noReader : .system(errno)
  }
}
