import CPlayheadSound
import Glibc
import PlayheadAttaching

/// A client of ALSA's sequencer with one port, to which another port is connected. Used by one thread at a time.
final class SequencerPort {
  private let functions: UnsafePointer<sequencer_functions>
  private let sequencer: OpaquePointer

  /// Creates a client that receives from a port: `CLIENT:PORT`, with the number or the name of the client.
  init(connectedTo address: String) throws(SourceReport.Loss) {
    var description: UnsafePointer<CChar>?
    guard let functions = sequencer_load(&description) else {
      throw .failed(description.map { String(cString: $0) } ?? "no ALSA sequencer")
    }
    var opened: OpaquePointer?
    var port: Int32 = 0
    guard sequencer_open_input(functions, "playhead", &opened, &port) == 0, let opened else {
      throw .failed("no ALSA sequencer")
    }
    (self.functions, sequencer) = (functions, opened)
    var sender = snd_seq_addr_t()
    guard functions.pointee.snd_seq_parse_address(opened, &sender, address) >= 0,
      functions.pointee.snd_seq_connect_from(
        opened, port, Int32(sender.client), Int32(sender.port)) >= 0
    else { throw .failed("no such MIDI port") }
  }

  deinit { _ = functions.pointee.snd_seq_close(sequencer) }

  /// Returns a descriptor that is readable when a message has come. The caller closes it.
  func makeDescriptor() throws(SourceReport.Loss) -> Int32 {
    var entry = pollfd()
    guard functions.pointee.snd_seq_poll_descriptors(sequencer, &entry, 1, Int16(POLLIN)) == 1,
      case let copy = fcntl(entry.fd, F_DUPFD_CLOEXEC, 0), copy >= 0
    else { throw .system(errno) }
    return copy
  }

  /// Returns the bytes of the next message, none for one without timecode; nil if there is no message.
  func read() throws(SourceReport.Loss) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = sequencer_receive(functions, sequencer, &bytes, bytes.count)
    switch count {
    case 0...: return Array(bytes.prefix(Int(count)))
    case -EAGAIN: return nil
    // Messages were lost, because they came too fast.
    case -ENOSPC: return []
    default: throw .system(-count)
    }
  }
}
