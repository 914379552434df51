import PlayheadMedia
import PlayheadTesting
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

@Suite struct SoundQueueTests {
  private final class Packet: EncodedPacket {
    let number: Int

    init(_ number: Int) { self.number = number }

    func retimed(as timing: PacketTiming) -> any EncodedPacket { self }
    func shared() -> (any EncodedPacket)? { nil }
  }

  private static let range = MediaTime.zero..<MediaTime.seconds(1)

  private func queue(_ items: String) -> SoundQueue {
    var queue = SoundQueue()
    for (number, item) in items.enumerated() {
      switch item {
      case "s": queue.append(.seam(Self.range))
      case "r": queue.append(.resynchronize)
      case "e": queue.append(.end)
      default: queue.append(.packet(Packet(number)))
      }
    }
    return queue
  }

  /// Each item as its letter; `p` for a packet.
  private func text(_ items: [SoundItem]) -> String {
    items.map { item in
      switch item {
      case .packet: "p"
      case .seam: "s"
      case .resynchronize: "r"
      case .end: "e"
      }
    }.joined()
  }

  private func text(_ queue: SoundQueue) -> String {
    var (queue, items) = (queue, [SoundItem]())
    while let item = queue.popFirst() { items.append(item) }
    return text(items)
  }

  @Test func itemsComeInOrder() {
    var queue = SoundQueue()
    var numbers: [Int] = []
    for number in 0..<1_000 {
      queue.append(.packet(Packet(number)))
      if number >= 600, case .packet(let packet)? = queue.popFirst() {
        numbers += [(packet as? Packet)?.number ?? -1]
      }
    }
    while case .packet(let packet)? = queue.popFirst() {
      numbers += [(packet as? Packet)?.number ?? -1]
    }
    #expect(numbers == Array(0..<1_000))
    #expect(queue.isEmpty)
  }

  @Test func aPacketIsReleasedWhenItIsTaken() {
    weak var packet: Packet?
    var queue = queue("pp")
    do {
      let waiting = Packet(0)
      packet = waiting
      queue.append(.packet(waiting))
    }
    queue.append(.end)
    for _ in 0..<2 { _ = queue.popFirst() }
    #expect(packet != nil)
    _ = queue.popFirst()
    #expect(packet == nil)
  }

  @Test(arguments: [
    ("", false, false), ("pe", false, false), ("ep", true, true), ("s", true, false),
  ])
  func itKnowsItsNextItem(items: String, isAtMark: Bool, isAtEnd: Bool) {
    let queue = queue(items)
    #expect(queue.isAtMark == isAtMark && queue.isAtEnd == isAtEnd)
    #expect(queue.isEmpty == items.isEmpty)
  }

  @Test(arguments: [("esp", "sp"), ("ep", "ep"), ("pes", "pes"), ("e", "e")])
  func theEndIsRemovedBeforeASeam(items: String, rest: String) {
    var queue = queue(items)
    queue.removeEndBeforeSeam()
    #expect(text(queue) == rest)
  }

  @Test(arguments: [
    ("prpsp", "prp", "sp"), ("ppe", "pp", "e"), ("ppr", "", "ppr"), ("sp", "", "sp"),
  ])
  func thePacketsBeforeAMarkAreRemoved(items: String, removed: String, rest: String) {
    var queue = queue(items)
    #expect(text(queue.removeToMark()) == removed)
    #expect(text(queue) == rest)
  }

  @Test(arguments: [
    ("ppspp", "spp", "pp"), ("psps", "s", "psp"), ("ppe", nil, "ppe"), ("pesp", "esp", "p"),
  ])
  func theNextPassIsRemoved(items: String, removed: String?, rest: String) {
    var queue = queue(items)
    #expect(queue.removeFromSeam().map(text) == removed)
    #expect(text(queue) == rest)
  }

  @Test func everythingIsRemoved() {
    var queue = queue("ppse")
    _ = queue.popFirst()
    #expect(text(queue.removeAll()) == "pse")
    #expect(queue.isEmpty)
  }
}
