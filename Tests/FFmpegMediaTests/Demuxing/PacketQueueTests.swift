import CPlayheadFFmpeg
import Testing

@testable import PlayheadFFmpeg

@Suite struct PacketQueueTests {
  private static func fill(_ packet: borrowing Packet, track: Int32, byteCount: Int32 = 1) {
    #expect(av_new_packet(packet.pointer, byteCount) == 0)
    packet.pointer.pointee.stream_index = track
  }

  @Test func packetsLeaveInTheOrderTheyEntered() throws {
    guard let packet = Packet.open() else { throw OutOfMemory() }
    var queue = PacketQueue()
    for round in 0..<3 as Range<Int32> {
      for track in 0..<4 as Range<Int32> {
        Self.fill(packet, track: round * 4 + track)
        let isTaken = queue.append(packet)
        #expect(isTaken)
        #expect(packet.pointer.pointee.size == 0)
      }
      for track in 0..<4 as Range<Int32> {
        queue.removeFirst(into: packet)
        #expect(packet.pointer.pointee.stream_index == round * 4 + track)
        packet.clear()
      }
      let isEmpty = queue.isEmpty
      #expect(isEmpty)
    }
  }

  @Test func theQueueIsBounded() throws {
    guard let packet = Packet.open() else { throw OutOfMemory() }
    var queue = PacketQueue()
    // An empty queue accepts a packet of any size.
    Self.fill(packet, track: 0, byteCount: 20 << 20)
    let isFirstTaken = queue.append(packet)
    Self.fill(packet, track: 1)
    let isSecondTaken = queue.append(packet)
    #expect(isFirstTaken)
    #expect(!isSecondTaken)
    #expect(packet.pointer.pointee.size == 1)
    queue.removeAll()
    let isTakenWhenEmpty = queue.append(packet)
    #expect(isTakenWhenEmpty)
  }

  private struct OutOfMemory: Error {}
}
