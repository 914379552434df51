import CPlayheadFFmpeg
import PlayheadMedia

/// Owns packets that were read ahead, including their payloads, in reading order.
struct PacketQueue: ~Copyable {
  private var packets: [EncodedFFmpegPacket] = []
  /// The index of the first packet that was not removed.
  private var firstIndex = 0
  /// The size of all payloads that were added since the queue was last empty.
  private var byteCount = 0

  /// The limits of the queue: a search in damaged media may find nothing before its end.
  private static let greatestByteCount = 16 << 20
  private static let greatestCount = 1 << 16

  var isEmpty: Bool { firstIndex == packets.count }

  /// Whether no further packet can be added.
  var isFull: Bool {
    packets.count >= Self.greatestCount || byteCount >= Self.greatestByteCount
  }

  /// Moves the content of `packet` to the end; returns false if the queue is full or there is no memory.
  mutating func append(_ packet: borrowing Packet) -> Bool {
    guard !isFull, let moved = EncodedFFmpegPacket.move(from: packet) else { return false }
    byteCount += Int(moved.pointer.pointee.size)
    packets.append(moved)
    return true
  }

  /// Moves the first packet into `packet`, which must be empty. The queue must not be empty.
  mutating func removeFirst(into packet: borrowing Packet) {
    precondition(!isEmpty, "There is no packet to take")
    av_packet_move_ref(packet.pointer, packets[firstIndex].pointer)
    firstIndex += 1
    if isEmpty { removeAll() }
  }

  /// The timings of the packets, in reading order.
  var timings: some Sequence<PacketTiming> { packets[firstIndex...].lazy.map(\.pointer.timing) }

  /// Returns the timing of the first packet of a track; nil if there is none.
  func firstTiming(ofTrack track: Int) -> PacketTiming? {
    packets[firstIndex...].first { Int($0.pointer.pointee.stream_index) == track }?.pointer.timing
  }

  /// The packets of a track, in reading order. They are valid until they are removed.
  func packets(ofTrack track: Int) -> [UnsafeMutablePointer<AVPacket>] {
    packets[firstIndex...].map(\.pointer).filter { Int($0.pointee.stream_index) == track }
  }

  /// The bytes of the first packet, which are valid until it is removed; nil if there is none.
  var firstPayload: UnsafeBufferPointer<UInt8>? {
    isEmpty
      ? nil
      : UnsafeBufferPointer(
        start: packets[firstIndex].pointer.pointee.data,
        count: Int(packets[firstIndex].pointer.pointee.size))
  }

  mutating func removeAll() {
    packets.removeAll()
    (firstIndex, byteCount) = (0, 0)
  }
}
