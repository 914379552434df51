import CPlayheadFFmpeg
import PlayheadMedia

/// Owns an AVCodecContext, which decodes one track.
final class Decoder: MediaDecoder {
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let track: Int
  /// The name of the media, for errors.
  private let name: String
  private(set) var damagedPacketCount = 0

  /// The least number of pixels of a picture that is decoded with several threads.
  private static let largePicture = 1280 * 720
  /// The maximum number of consecutive errors of damaged media, after which `receive` returns nil.
  private static let greatestErrorCount = 100

  /// Opens a decoder for a stream; returns nil if FFmpeg has no decoder for the codec, the decoder
  /// cannot be opened, or there is no memory.
  ///
  /// - Parameter name: the name of the media.
  static func open(_ stream: UnsafeMutablePointer<AVStream>, name: String) -> Decoder? {
    let parameters = stream.pointee.codecpar
    guard let parameters, let codec = avcodec_find_decoder(parameters.pointee.codec_id),
      let context = avcodec_alloc_context3(codec)
    else { return nil }
    let decoder = Decoder(adopting: context, track: Int(stream.pointee.index), name: name)
    guard avcodec_parameters_to_context(context, parameters) >= 0 else { return nil }
    context.pointee.pkt_timebase = stream.pointee.time_base
    let pixels = Int(parameters.pointee.width) * Int(parameters.pointee.height)
    // 0 requests one thread per core.
    context.pointee.thread_count = pixels >= largePicture ? 0 : 1
    return avcodec_open2(context, codec, nil) < 0 ? nil : decoder
  }

  private init(adopting context: UnsafeMutablePointer<AVCodecContext>, track: Int, name: String) {
    self.context = context
    (self.track, self.name) = (track, name)
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  var leavesOutUnreferenced: Bool {
    get { context.pointee.skip_frame == AVDISCARD_NONREF }
    set { context.pointee.skip_frame = newValue ? AVDISCARD_NONREF : AVDISCARD_DEFAULT }
  }

  func send(_ packet: any EncodedPacket) {
    if let packet = packet as? EncodedFFmpegPacket { send(packet.pointer) }
  }

  func send(_ packet: UnsafePointer<AVPacket>) {
    if avcodec_send_packet(context, packet) < 0 { damagedPacketCount += 1 }
  }

  func finish() {
    _ = avcodec_send_packet(context, nil)
  }

  func reset() {
    avcodec_flush_buffers(context)
  }

  func makeAudioConverter(to format: AudioFormat) throws(MediaError) -> any AudioConverter {
    try FFmpegAudioConverter(to: format, name: name)
  }

  func receive() -> DecodedFrame? {
    guard let frame = FFmpegFrame.make() else { return nil }
    for _ in 0..<Self.greatestErrorCount {
      let code = avcodec_receive_frame(context, frame.pointer)
      if code >= 0 {
        return DecodedFrame(frame, track: track, kind: context.pointee.codec_type)
      }
      if code == ffmpeg_error_try_again() || code == ffmpeg_error_end_of_file() { return nil }
      damagedPacketCount += 1
    }
    return nil
  }
}
