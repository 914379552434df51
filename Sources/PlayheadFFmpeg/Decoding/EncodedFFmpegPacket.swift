import CPlayheadFFmpeg
import PlayheadMedia

/// Owns an AVPacket, including its payload, until it is decoded.
///
/// A class, because it is queued between the reading worker and the decoding worker. `@unchecked
/// Sendable` is safe because only the reading worker changes the packet, before it is queued.
final class EncodedFFmpegPacket: EncodedPacket, @unchecked Sendable {
  let pointer: UnsafeMutablePointer<AVPacket>

  /// Moves the content out of `packet`; returns nil if there is no memory.
  static func take(from packet: borrowing Packet) -> EncodedFFmpegPacket? {
    guard let pointer = av_packet_alloc() else { return nil }
    av_packet_move_ref(pointer, packet.pointer)
    return EncodedFFmpegPacket(adopting: pointer)
  }

  private init(adopting pointer: UnsafeMutablePointer<AVPacket>) {
    self.pointer = pointer
  }

  func retimed(as timing: PacketTiming) -> any EncodedPacket {
    pointer.pointee.pts = timing.presentationTicks ?? ffmpeg_no_timestamp()
    pointer.pointee.dts = timing.decodeTicks ?? ffmpeg_no_timestamp()
    return self
  }

  func shared() -> (any EncodedPacket)? {
    guard let copy = av_packet_alloc() else { return nil }
    let packet = EncodedFFmpegPacket(adopting: copy)
    return av_packet_ref(copy, pointer) < 0 ? nil : packet
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVPacket>? = pointer
    av_packet_free(&pointer)
  }
}
