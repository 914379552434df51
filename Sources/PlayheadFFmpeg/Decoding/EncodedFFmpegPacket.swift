import CPlayheadFFmpeg
import PlayheadMedia

/// Owns an AVPacket, including its payload, until it is decoded.
///
/// A class, because it is queued between the reading worker and the decoding worker. `@unchecked
/// Sendable` is safe because only the reading worker changes the packet, before it is queued.
final class EncodedFFmpegPacket: ReadablePacket, @unchecked Sendable {
  private let packet: Packet
  /// The headers before the packet, from which the decoder learns that another stream begins.
  var headers: [EncodedFFmpegPacket] = []
  /// The parameters of the packet's stream; nil unless it continues its track in another codec.
  var parameters: StreamParameters?
  var pointer: UnsafeMutablePointer<AVPacket> { packet.pointer }

  /// Moves the content out of `packet`; returns nil if there is no memory.
  static func move(from packet: borrowing Packet) -> EncodedFFmpegPacket? {
    guard let own = Packet.open() else { return nil }
    av_packet_move_ref(own.pointer, packet.pointer)
    return EncodedFFmpegPacket(own)
  }

  private init(_ packet: consuming Packet) { self.packet = packet }

  func retimed(as timing: PacketTiming) -> any EncodedPacket {
    pointer.pointee.pts = timing.presentationTicks ?? ffmpeg_no_timestamp()
    pointer.pointee.dts = timing.decodeTicks ?? ffmpeg_no_timestamp()
    return self
  }

  func start(_ count: Int) -> [UInt8] {
    let length = max(Int(pointer.pointee.size), 0)
    return Array(UnsafeBufferPointer(start: pointer.pointee.data, count: length).prefix(count))
  }

  func shared() -> (any EncodedPacket)? {
    guard let copy = Packet.open(), av_packet_ref(copy.pointer, pointer) >= 0 else { return nil }
    let shared = EncodedFFmpegPacket(copy)
    (shared.headers, shared.parameters) = (headers, parameters)
    return shared
  }
}
