import CPlayheadFFmpeg
import PlayheadMedia

/// Decodes one track.
final class Decoder: MediaDecoder {
  private let codec: CodecContext
  private let track: Int
  /// The name of the media, for errors.
  private let name: String
  private(set) var damagedPacketCount = 0

  /// The least number of pixels of a picture that is decoded with several threads.
  private static let largePicture = 1280 * 720
  /// The maximum number of consecutive errors of damaged media, after which `receive` returns nil.
  private static let greatestErrorCount = 100

  /// Opens a decoder for a stream; nil without a decoder for the codec, if it cannot be opened, or without memory.
  init?(_ stream: UnsafeMutablePointer<AVStream>, name: String) {
    let codec = CodecContext.open(stream) { context in
      let pixels = Int(context.width) * Int(context.height)
      // 0 requests one thread per core.
      context.thread_count = pixels >= Self.largePicture ? 0 : 1
    }
    guard let codec else { return nil }
    self.codec = codec
    (track, self.name) = (Int(stream.pointee.index), name)
  }

  var leavesOutUnreferenced: Bool {
    get { codec.pointer.pointee.skip_frame == AVDISCARD_NONREF }
    set { codec.pointer.pointee.skip_frame = newValue ? AVDISCARD_NONREF : AVDISCARD_DEFAULT }
  }

  func send(_ packet: any EncodedPacket) {
    guard let packet = packet as? EncodedFFmpegPacket else { return }
    for header in packet.headers { send(header.pointer) }
    send(packet.pointer)
  }

  func send(_ packet: UnsafePointer<AVPacket>) {
    if avcodec_send_packet(codec.pointer, packet) < 0 { damagedPacketCount += 1 }
  }

  func finish() {
    _ = avcodec_send_packet(codec.pointer, nil)
  }

  func reset() {
    avcodec_flush_buffers(codec.pointer)
  }

  func makeAudioConverter(to format: AudioFormat) throws(MediaError) -> any AudioConverter {
    try FFmpegAudioConverter(to: format, name: name)
  }

  func receive() -> DecodedFrame? {
    guard let frame = FFmpegFrame.make() else { return nil }
    for _ in 0..<Self.greatestErrorCount {
      let code = avcodec_receive_frame(codec.pointer, frame.pointer)
      if code >= 0 {
        return DecodedFrame(frame, track: track, kind: codec.pointer.pointee.codec_type)
      }
      if code == ffmpeg_error_try_again() || code == ffmpeg_error_end_of_file() { return nil }
      damagedPacketCount += 1
    }
    return nil
  }
}
