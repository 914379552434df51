import PlayheadTimekeeping

/// Decides which questions the server of a timeline answers, and who receives changes. It has no clock, socket or lock.
package struct TimelineResponder: Sendable {
  private struct Client {
    /// The structure of the system.
    var address: [UInt8]
    /// The number of its last question.
    var sequence: UInt64
    var heard: HostInstant
  }

  /// For how long a client receives changes that does not ask again.
  private static let patience = Duration.seconds(5)
  private static let greatestCount = 256

  private let key: TimelineKey?
  /// Differs for each server. Nobody else knows it.
  private let identity: UInt64
  private var clients: [UInt64: Client] = [:]
  private var sequence: UInt64 = 0
  package private(set) var dropped = DroppedDatagrams()

  package init(key: TimelineKey?, identity: UInt64) { (self.key, self.identity) = (key, identity) }

  /// Takes a datagram. Returns the answer, which has no timeline yet; nil if there is none.
  package mutating func receive(
    _ bytes: [UInt8], from address: [UInt8], at now: HostInstant
  ) -> TimelineDatagram? {
    guard let question = TimelineDatagram(bytes, key), question.kind == .question else {
      dropped.unreadable &+= 1
      return nil
    }
    guard accept(question, from: address, at: now) else {
      dropped.repeated &+= 1
      return nil
    }
    var answer = makeDatagram(to: question.client, at: address)
    (answer.asked, answer.received) = (question.asked, now)
    return answer
  }

  /// A client receives changes once it has repeated what only the receiver of an answer knows.
  private mutating func accept(
    _ question: TimelineDatagram, from address: [UInt8], at now: HostInstant
  ) -> Bool {
    forget(at: now)
    let known = clients[question.client]
    if let known, question.sequence <= known.sequence { return false }
    // A client that has heard nothing for a while asks as a new one does.
    guard question.server == name(for: question.client, at: address) else { return true }
    let age = question.sent.duration(to: now)
    guard age >= .zero, age <= Self.patience else { return false }
    guard known != nil || clients.count < Self.greatestCount else { return true }
    clients[question.client] = Client(address: address, sequence: question.sequence, heard: now)
    return true
  }

  /// Returns a datagram without a timeline for each client that has asked in the last seconds.
  package mutating func changes(at now: HostInstant) -> [(
    address: [UInt8], datagram: TimelineDatagram
  )] {
    forget(at: now)
    return clients.map { client, known in
      (known.address, makeDatagram(to: client, at: known.address))
    }
  }

  private mutating func forget(at now: HostInstant) {
    clients = clients.filter { $0.value.heard.duration(to: now) <= Self.patience }
  }

  private mutating func makeDatagram(to client: UInt64, at address: [UInt8]) -> TimelineDatagram {
    sequence &+= 1
    var datagram = TimelineDatagram(.answer)
    (datagram.client, datagram.sequence) = (client, sequence)
    datagram.server = name(for: client, at: address)
    return datagram
  }

  /// Returns the number by which a client knows the server. Only who receives at the address learns it.
  func name(for client: UInt64, at address: [UInt8]) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(identity)
    hasher.combine(client)
    hasher.combine(address)
    // 0 is that of no server.
    return UInt64(bitPattern: Int64(hasher.finalize())) | 1
  }
}

/// How many datagrams were dropped, by the reason.
public struct DroppedDatagrams: Hashable, Sendable {
  /// Damaged ones, those of another version, and those without the code of the key.
  public package(set) var unreadable = 0
  /// Those that were received before, or that a later one has overtaken.
  public package(set) var repeated = 0

  package init() {}
}
