import CPlayheadFFmpeg
import PlayheadMedia

/// Owns an AVFrame, which holds references to the decoder's buffers.
///
/// `@unchecked Sendable` is safe because the frame and its buffers do not change after the decoder
/// has filled them, and the references to the buffers are counted atomically.
final class FFmpegFrame: FrameContent, @unchecked Sendable {
  let pointer: UnsafeMutablePointer<AVFrame>

  /// Returns an empty frame; nil if there is no memory.
  static func make() -> FFmpegFrame? {
    av_frame_alloc().map(FFmpegFrame.init(adopting:))
  }

  private init(adopting pointer: UnsafeMutablePointer<AVFrame>) {
    self.pointer = pointer
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFrame>? = pointer
    av_frame_free(&pointer)
  }

  var planeCount: Int { Int(ffmpeg_frame_plane_count(pointer)) }

  func withUnsafeBytes<Result, Failure: Error>(
    ofPlane plane: Int,
    _ body: (_ bytes: UnsafeRawBufferPointer, _ rowStride: Int) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard plane >= 0, plane < planeCount else {
      return try body(UnsafeRawBufferPointer(start: nil, count: 0), 0)
    }
    let content = ffmpeg_frame_plane(pointer, Int32(plane))
    return try withExtendedLifetime(self) { () throws(Failure) in
      try body(UnsafeRawBufferPointer(start: content.bytes, count: content.size), content.stride)
    }
  }
}

extension DecodedFrame {
  /// Creates a frame from the AVFrame that a decoder of `track` has filled.
  init(_ frame: FFmpegFrame, track: Int, kind: AVMediaType) {
    let content = frame.pointer.pointee
    let name = ffmpeg_frame_format_name(frame.pointer).map { String(cString: $0) } ?? "none"
    let format: FrameFormat =
      kind == AVMEDIA_TYPE_VIDEO
      ? .video(width: Int(content.width), height: Int(content.height), pixelFormat: name)
      : .audio(
        sampleRate: Int(content.sample_rate), channelCount: Int(content.ch_layout.nb_channels),
        sampleFormat: name)
    self.init(
      timing: FrameTiming(frame.pointer, track: track, kind: kind), format: format,
      isCorrupt: ffmpeg_frame_is_corrupt(frame.pointer) != 0,
      byteCount: ffmpeg_frame_byte_count(frame.pointer), content: frame)
  }
}

extension FrameTiming {
  fileprivate init(_ frame: UnsafePointer<AVFrame>, track: Int, kind: AVMediaType) {
    func ticks(_ ticks: Int64) -> Int64? { ticks == ffmpeg_no_timestamp() ? nil : ticks }
    let content = frame.pointee
    self.init(
      track: track, presentationTicks: ticks(content.best_effort_timestamp),
      isKeyframe: ffmpeg_frame_is_key(frame) != 0)
    decodeTicks = ticks(content.pkt_dts)
    let duration = ffmpeg_frame_duration(frame)
    durationTicks = duration > 0 ? duration : nil
    if kind == AVMEDIA_TYPE_VIDEO {
      if content.pict_type != AV_PICTURE_TYPE_NONE {
        let letter = UInt8(bitPattern: av_get_picture_type_char(content.pict_type))
        pictureType = Character(Unicode.Scalar(letter))
      }
    } else {
      sampleCount = Int(content.nb_samples)
    }
  }
}
