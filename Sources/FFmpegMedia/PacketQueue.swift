import CFFmpeg

/// Owns packets that were read ahead, payload included, in their order.
struct PacketQueue: ~Copyable {
  private var packets: [UnsafeMutablePointer<AVPacket>] = []
  /// Those before it have been taken.
  private var firstIndex = 0
  /// Of all payloads that were put in since it was empty.
  private var byteCount = 0

  /// Once there is so much nothing more is put in: damaged media may never give what is looked for.
  private static let greatestByteCount = 16 << 20
  private static let greatestCount = 1 << 16

  deinit {
    for index in firstIndex..<packets.count { Self.free(packets[index]) }
  }

  var isEmpty: Bool { firstIndex == packets.count }

  /// Whether there is no room for another.
  var isFull: Bool {
    packets.count >= Self.greatestCount || byteCount >= Self.greatestByteCount
  }

  /// Moves the content of `packet` to the end; false where there is no room for it.
  mutating func append(_ packet: borrowing Packet) -> Bool {
    guard !isFull, let copy = av_packet_alloc() else { return false }
    byteCount += Int(packet.pointer.pointee.size)
    av_packet_move_ref(copy, packet.pointer)
    packets.append(copy)
    return true
  }

  /// Moves the first one into `packet`, which is empty. There must be one.
  mutating func removeFirst(into packet: borrowing Packet) {
    precondition(!isEmpty, "There is no packet to take")
    av_packet_move_ref(packet.pointer, packets[firstIndex])
    Self.free(packets[firstIndex])
    firstIndex += 1
    if isEmpty { removeAll() }
  }

  mutating func removeAll() {
    for index in firstIndex..<packets.count { Self.free(packets[index]) }
    packets.removeAll()
    (firstIndex, byteCount) = (0, 0)
  }

  private static func free(_ packet: UnsafeMutablePointer<AVPacket>) {
    var packet: UnsafeMutablePointer<AVPacket>? = packet
    av_packet_free(&packet)
  }
}
