import CPlayheadSound
import Glibc

/// A client of ALSA's sequencer with one port, `playhead`, whose messages go to all ports that are connected to it.
///
/// Sendable is unchecked because one queue at a time calls `send`, and no other state changes.
final class MIDISequencer: @unchecked Sendable {
  /// After so many messages, about a second, the connection is checked.
  private static let checkInterval = 100

  private let functions: UnsafePointer<sequencer_functions>
  private let sequencer: OpaquePointer
  private let port: Int32
  private let receiver: snd_seq_addr_t
  private var messageCount = 0

  /// Creates a client that is connected to a port: `CLIENT:PORT`, with the number or the name of the client.
  init(connectedTo address: String) throws(TimecodeFailure) {
    var description: UnsafePointer<CChar>?
    guard let functions = sequencer_load(&description) else {
      throw .library(description.map { String(cString: $0) } ?? "")
    }
    var opened: OpaquePointer?
    var port: Int32 = 0
    guard sequencer_open(functions, "playhead", &opened, &port) == 0, let opened else {
      throw .noSequencer
    }
    var receiver = snd_seq_addr_t()
    let code = functions.pointee.snd_seq_parse_address(opened, &receiver, address)
    (self.functions, sequencer, self.port, self.receiver) = (functions, opened, port, receiver)
    if code < 0 { throw .noMIDIPort }
    try connect()
  }

  deinit { _ = functions.pointee.snd_seq_close(sequencer) }

  /// Sends a message, or drops it if there is no room.
  func send(_ bytes: [UInt8]) throws(TimecodeFailure) {
    messageCount += 1
    if messageCount == Self.checkInterval {
      messageCount = 0
      try connect()
    }
    let code = sequencer_send(functions, sequencer, port, bytes, bytes.count)
    if code < 0, code != -EAGAIN { throw .system(-code) }
  }

  /// Connects the port to the receiver, unless it is connected.
  private func connect() throws(TimecodeFailure) {
    let code = functions.pointee.snd_seq_connect_to(
      sequencer, port, Int32(receiver.client), Int32(receiver.port))
    if code < 0, code != -EBUSY { throw .noMIDIPort }
  }
}
