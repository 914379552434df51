import PlayheadCore
import PlayheadTimekeeping

/// What a protocol of a player does with the lines that arrive, as a state machine without a socket.
///
/// The lines that it returns are sent at once and in order.
package protocol PlayerProtocol: Sendable {
  /// Whether the player has answered like one that speaks this protocol.
  var isGreeted: Bool { get }

  /// Returns the lines to send when the connection has been made.
  mutating func begin(at now: HostInstant) -> [UInt8]
  /// Records the process at the other end of a Unix socket, before the first line arrives.
  mutating func connected(to process: Int32)
  /// Receives lines that arrived together. None of them has its newline.
  mutating func receive(_ lines: [ArraySlice<UInt8>], _ receipt: MessageReceipt) -> ProtocolOutput
  /// Returns the lines that ask for the position; none if the player still owes an answer, or plays nothing.
  mutating func read(at now: HostInstant) -> [UInt8]
  /// Whether the player was asked for its position, and has not answered.
  var owesPosition: Bool { get }
  /// Returns the lines that ask the player to do something.
  mutating func request(
    _ request: PlayerRequest, at now: HostInstant
  ) throws(TransportRefusal) -> [UInt8]
}

extension PlayerProtocol {
  package mutating func connected(to process: Int32) {}
}

/// The reports and the lines to send that lines of a player cause.
package struct ProtocolOutput: Equatable, Sendable {
  /// The reports in order.
  package var reports: [SourceReport] = []
  /// The lines to send, with their newlines.
  package var lines: [UInt8] = []

  package init() {}
}
