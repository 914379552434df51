import CFFmpeg
import Media

/// Owns an AVCodecContext and the frame that it fills.
///
/// A class, as Swift has no collection of what cannot be copied, and a medium has several.
final class Decoder {
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let frame: UnsafeMutablePointer<AVFrame>
  private let track: Int

  /// Nil where the codec is none of this build's, or memory is used up.
  static func open(_ stream: UnsafeMutablePointer<AVStream>) -> Decoder? {
    guard let codec = avcodec_find_decoder(stream.pointee.codecpar.pointee.codec_id),
      let context = avcodec_alloc_context3(codec)
    else { return nil }
    guard let frame = av_frame_alloc() else {
      var context: UnsafeMutablePointer<AVCodecContext>? = context
      avcodec_free_context(&context)
      return nil
    }
    let decoder = Decoder(adopting: context, frame, track: Int(stream.pointee.index))
    guard avcodec_parameters_to_context(context, stream.pointee.codecpar) >= 0 else { return nil }
    context.pointee.pkt_timebase = stream.pointee.time_base
    return avcodec_open2(context, codec, nil) < 0 ? nil : decoder
  }

  private init(
    adopting context: UnsafeMutablePointer<AVCodecContext>,
    _ frame: UnsafeMutablePointer<AVFrame>, track: Int
  ) {
    self.context = context
    self.frame = frame
    self.track = track
  }

  deinit {
    var (context, frame): (UnsafeMutablePointer<AVCodecContext>?, UnsafeMutablePointer<AVFrame>?) =
      (context, frame)
    av_frame_free(&frame)
    avcodec_free_context(&context)
  }

  /// Takes a packet; what is damaged in it gives no frame. All frames must have been received.
  func send(_ packet: borrowing Packet) {
    _ = avcodec_send_packet(context, packet.pointer)
  }

  /// Takes in that no packet will come any more.
  func finish() {
    _ = avcodec_send_packet(context, nil)
  }

  /// The next frame; nil where another packet is needed, or there is none any more.
  func receive() -> FrameTiming? {
    guard avcodec_receive_frame(context, frame) >= 0 else { return nil }
    defer { av_frame_unref(frame) }
    func ticks(_ ticks: Int64) -> Int64? { ticks == ffmpeg_no_timestamp() ? nil : ticks }
    let content = frame.pointee
    var timing = FrameTiming(
      track: track, presentationTicks: ticks(content.best_effort_timestamp),
      isKeyframe: ffmpeg_frame_is_key(frame) != 0)
    timing.decodeTicks = ticks(content.pkt_dts)
    let duration = ffmpeg_frame_duration(frame)
    timing.durationTicks = duration > 0 ? duration : nil
    if context.pointee.codec_type == AVMEDIA_TYPE_VIDEO {
      if content.pict_type != AV_PICTURE_TYPE_NONE {
        let letter = UInt8(bitPattern: av_get_picture_type_char(content.pict_type))
        timing.pictureType = Character(Unicode.Scalar(letter))
      }
    } else {
      timing.sampleCount = Int(content.nb_samples)
    }
    return timing
  }
}
