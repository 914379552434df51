import CFFmpeg
import Media

/// Owns an AVPacket that waits to be decoded, payload included.
///
/// A class, as it goes from the worker that reads to the one that decodes through a queue.
/// Unchecked: only the one who reads it changes the packet, before it is handed on.
final class EncodedFFmpegPacket: EncodedPacket, @unchecked Sendable {
  let pointer: UnsafeMutablePointer<AVPacket>

  /// Moves the content of `packet` out of it; nil where memory is used up.
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

  deinit {
    var pointer: UnsafeMutablePointer<AVPacket>? = pointer
    av_packet_free(&pointer)
  }
}
