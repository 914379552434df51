import CPlayheadSound
import Glibc
import PlayheadTimecode

/// A client of ALSA's sequencer with one port, `playhead`, which sends to another port or receives from it.
///
/// Sendable is unchecked because one queue or thread at a time uses it.
package final class SequencerPort: @unchecked Sendable {
  /// After so many messages were sent, about a second, the connection is checked.
  private static let checkInterval = 100

  private let functions: UnsafePointer<sequencer_functions>
  private let sequencer: OpaquePointer
  private let port: Int32
  private let other: snd_seq_addr_t
  private let receives: Bool
  private var messageCount = 0

  /// Creates a client that is connected to a port: `CLIENT:PORT`, with the number or the name of the client.
  package init(connectedTo address: String, receives: Bool = false) throws(TimecodeFailure) {
    var description: UnsafePointer<CChar>?
    guard let functions = sequencer_load(&description) else {
      throw .other(description.map { String(cString: $0) } ?? "no ALSA sequencer")
    }
    var opened: OpaquePointer?
    var port: Int32 = 0
    guard sequencer_open(functions, "playhead", receives, &opened, &port) == 0, let opened else {
      throw .noSequencer
    }
    var other = snd_seq_addr_t()
    let code = functions.pointee.snd_seq_parse_address(opened, &other, address)
    (self.functions, sequencer, self.port) = (functions, opened, port)
    (self.other, self.receives) = (other, receives)
    if code < 0 { throw .noMIDIPort }
    try connect()
  }

  deinit { _ = functions.pointee.snd_seq_close(sequencer) }

  /// Sends a message, or drops it if there is no room.
  package func send(_ bytes: [UInt8]) throws(TimecodeFailure) {
    messageCount += 1
    if messageCount == Self.checkInterval {
      messageCount = 0
      try connect()
    }
    let code = sequencer_send(functions, sequencer, port, bytes, bytes.count)
    if code < 0, code != -EAGAIN { throw .system(-code) }
  }

  /// Returns a descriptor that is readable when a message has come. The caller closes it.
  package func makeDescriptor() throws(TimecodeFailure) -> Int32 {
    var entry = pollfd()
    guard functions.pointee.snd_seq_poll_descriptors(sequencer, &entry, 1, Int16(POLLIN)) == 1,
      case let copy = fcntl(entry.fd, F_DUPFD_CLOEXEC, 0), copy >= 0
    else { throw .system(errno) }
    return copy
  }

  /// Returns the bytes of the next message, none for one without timecode; nil if there is no message.
  package func read() throws(TimecodeFailure) -> [UInt8]? {
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

  /// Connects the ports, unless they are connected.
  private func connect() throws(TimecodeFailure) {
    let connect =
      receives ? functions.pointee.snd_seq_connect_from : functions.pointee.snd_seq_connect_to
    let code = connect(sequencer, port, Int32(other.client), Int32(other.port))
    if code < 0, code != -EBUSY { throw .noMIDIPort }
  }
}
