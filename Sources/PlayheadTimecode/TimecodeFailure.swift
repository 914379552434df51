import Glibc
import PlayheadAudio

/// Why timecode cannot be sent or received.
package enum TimecodeFailure: Error, Hashable, CustomStringConvertible {
  /// A system call failed, with this `errno`.
  case system(Int32)
  /// Nobody reads a FIFO.
  case noReader
  /// A file that is no device or FIFO.
  case noDevice
  /// There is no sequencer of ALSA.
  case noSequencer
  /// The sequencer has no such client or port, or it takes no messages.
  case noMIDIPort
  /// A file to which sound cannot be written.
  case noFile
  /// A file of another kind, which may have been named by mistake.
  case otherFile
  /// A library cannot be loaded, or a host not be found, with the reason.
  case other(String)
  /// An output of sound cannot be used.
  case sound(AudioError)

  package var description: String {
    switch self {
    case .system(let code): String(cString: strerror(code))
    case .noReader: "waiting for a program that reads it"
    case .noDevice: "not a MIDI device or a FIFO"
    case .noSequencer: "no ALSA sequencer"
    case .noMIDIPort: "no such MIDI port"
    case .noFile: "not a regular file"
    case .otherFile: "not a file of timecode; it is not replaced"
    case .other(let reason): reason
    case .sound(let error): error.description
    }
  }
}
