import PlayheadTimekeeping
import Testing

@testable import PlayheadServing

/// Which questions are answered, and who receives changes.
@Suite struct TimelineResponderTests {
  private let key = TimelineDatagramTests.key
  private var responder = TimelineResponder(key: TimelineDatagramTests.key, identity: 7)

  private func instant(_ seconds: Double) -> HostInstant {
    HostInstant(nanoseconds: Int64(seconds * 1e9))
  }

  private func question(
    _ sequence: UInt64, of client: UInt64 = 1, heard: Double? = nil, server: UInt64? = nil
  ) -> [UInt8] {
    var question = TimelineDatagram(.question)
    (question.client, question.sequence, question.asked) = (client, sequence, instant(5))
    if let heard {
      question.server = server ?? responder.name(for: client, at: [1])
      question.sent = instant(heard)
    }
    return question.bytes(key)
  }

  @Test mutating func aClientThatHasHeardOfTheServerReceivesChanges() {
    let first = responder.receive(question(1), from: [1], at: instant(100))
    #expect(first?.client == 1 && first?.server != 0 && first?.asked == instant(5))
    #expect(responder.changes(at: instant(100)).isEmpty)
    #expect(responder.receive(question(2, heard: 100), from: [1], at: instant(101)) != nil)
    let changes = responder.changes(at: instant(102))
    #expect(changes.map(\.address) == [[1]])
    #expect(changes[0].datagram.asked.nanoseconds == 0)
    #expect(changes[0].datagram.sequence > first!.sequence)
    #expect(responder.changes(at: instant(106.1)).isEmpty)
    #expect(responder.dropped == DroppedDatagrams())
  }

  @Test mutating func repeatedQuestionsAreDropped() {
    let bytes = question(2, heard: 100)
    #expect(responder.receive(bytes, from: [1], at: instant(101)) != nil)
    for address in [[1], [2]] as [[UInt8]] {
      #expect(responder.receive(bytes, from: address, at: instant(101)) == nil)
      #expect(responder.receive(question(1, heard: 100), from: address, at: instant(101)) == nil)
    }
    #expect(responder.changes(at: instant(101)).map(\.address) == [[1]])
    // When the client is forgotten.
    #expect(responder.receive(bytes, from: [1], at: instant(200)) == nil)
    #expect(responder.changes(at: instant(200)).isEmpty)
    #expect(responder.dropped.repeated == 5 && responder.dropped.unreadable == 0)
  }

  /// It lost the server for a while, and begins again.
  @Test mutating func aClientThatWasForgottenIsAnswered() {
    #expect(responder.receive(question(1, heard: 100), from: [1], at: instant(100)) != nil)
    #expect(responder.receive(question(2), from: [1], at: instant(106)) != nil)
    #expect(responder.receive(question(3, heard: 106), from: [1], at: instant(106)) != nil)
    #expect(responder.changes(at: instant(107)).count == 1)
  }

  /// It lost the server for less time than that for which the server knows it.
  @Test mutating func aKnownClientThatAsksAsANewOneIsAnswered() {
    #expect(responder.receive(question(1, heard: 100), from: [1], at: instant(100)) != nil)
    #expect(responder.receive(question(2), from: [1], at: instant(102.5)) != nil)
    #expect(responder.receive(question(3, heard: 102.5), from: [1], at: instant(102.6)) != nil)
    #expect(responder.changes(at: instant(107)).count == 1)
    #expect(responder.dropped == DroppedDatagrams())
  }

  @Test mutating func forgedAndDamagedDatagramsAreCounted() {
    let other = TimelineKey(Array("the key of another wall".utf8))
    let forged = TimelineDatagram(question(1), key)!.bytes(other)
    for bytes in [forged, [], question(1).dropLast(), TimelineDatagramTests.answer().bytes(key)] {
      #expect(responder.receive(Array(bytes), from: [1], at: instant(100)) == nil)
    }
    #expect(responder.dropped.unreadable == 4)
  }

  @Test mutating func theNumberOfClientsIsLimited() {
    for client in 1...1_000 as ClosedRange<UInt64> {
      let bytes = question(1, of: client, heard: 100)
      #expect(responder.receive(bytes, from: [1], at: instant(100)) != nil)
    }
    #expect(responder.changes(at: instant(101)).count == 256)
    #expect(responder.changes(at: instant(106)).isEmpty)
  }

  /// Nobody at the address has asked, so nothing but an answer of the same size is sent there.
  @Test mutating func anAnswerThatAnotherAddressReceivedRegistersNobody() {
    let first = responder.receive(question(1), from: [1], at: instant(100))
    for (sequence, client) in [(2, 1), (3, 2)] as [(UInt64, UInt64)] {
      let bytes = question(sequence, of: client, heard: 100, server: first?.server)
      #expect(responder.receive(bytes, from: [2], at: instant(100)) != nil)
    }
    #expect(responder.changes(at: instant(100)).isEmpty)
  }

  @Test mutating func anotherServersClientReceivesAnAnswerOnly() {
    #expect(
      responder.receive(question(1, heard: 100, server: 8), from: [1], at: instant(100)) != nil)
    #expect(responder.changes(at: instant(100)).isEmpty)
  }
}
