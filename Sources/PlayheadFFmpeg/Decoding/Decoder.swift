import CPlayheadFFmpeg
import PlayheadMedia

/// Decodes one track.
final class Decoder: MediaDecoder {
  /// The decoder of the last packet; nil if its codec has none.
  private var codec: CodecContext?
  /// The decoder of the packets before, in another codec, until it has returned all frames.
  private var previous: CodecContext?
  /// The parameters of the last packet; nil if they are those of the track.
  private var parameters: StreamParameters?
  private let own: StreamParameters
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
    guard let own = StreamParameters(stream.pointee), let codec = Self.open(own) else { return nil }
    (self.own, self.codec) = (own, codec)
    (track, self.name) = (Int(stream.pointee.index), name)
  }

  private static func open(_ parameters: StreamParameters) -> CodecContext? {
    CodecContext.open(parameters.codec, timebase: parameters.timebase) { context in
      let pixels = Int(context.width) * Int(context.height)
      // 0 requests one thread per core.
      context.thread_count = pixels >= Self.largePicture ? 0 : 1
    }
  }

  var leavesOutUnreferenced = false {
    didSet { skipFrames() }
  }

  private func skipFrames() {
    codec?.pointer.pointee.skip_frame =
      leavesOutUnreferenced ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
  }

  /// Continues with the decoder of other parameters.
  private func change(to parameters: StreamParameters?) {
    finish()
    self.parameters = parameters
    previous = codec.take()
    codec = Self.open(parameters ?? own)
    if leavesOutUnreferenced { skipFrames() }
  }

  func send(_ packet: any EncodedPacket) {
    guard let packet = packet as? EncodedFFmpegPacket else { return }
    if packet.parameters !== parameters { change(to: packet.parameters) }
    for header in packet.headers { send(header.pointer) }
    send(packet.pointer)
  }

  func send(_ packet: UnsafePointer<AVPacket>) {
    let code = codec.map { avcodec_send_packet($0.pointer, packet) } ?? -1
    if code < 0 { damagedPacketCount += 1 }
  }

  func finish() {
    if let codec = codec?.pointer { _ = avcodec_send_packet(codec, nil) }
  }

  func reset() {
    previous = nil
    if let codec = codec?.pointer { avcodec_flush_buffers(codec) }
  }

  func makeAudioConverter(to format: AudioFormat) throws(MediaError) -> any AudioConverter {
    try FFmpegAudioConverter(to: format, name: name)
  }

  func receive() -> DecodedFrame? {
    if let frame = previous.flatMap({ receive(from: $0.pointer) }) { return frame }
    previous = nil
    return codec.flatMap { receive(from: $0.pointer) }
  }

  private func receive(from codec: UnsafeMutablePointer<AVCodecContext>) -> DecodedFrame? {
    guard let frame = FFmpegFrame.make() else { return nil }
    for _ in 0..<Self.greatestErrorCount {
      let code = avcodec_receive_frame(codec, frame.pointer)
      if code >= 0 {
        return DecodedFrame(frame, track: track, kind: codec.pointee.codec_type)
      }
      if code == ffmpeg_error_try_again() || code == ffmpeg_error_end_of_file() { return nil }
      damagedPacketCount += 1
    }
    return nil
  }
}
