import CPlayheadFFmpeg

/// Owns an AVCodecContext, which decodes one track.
final class CodecContext {
  let pointer: UnsafeMutablePointer<AVCodecContext>

  /// Opens the decoder of a stream, which `configure` changes before; nil without a decoder for the codec or memory.
  static func open(
    _ stream: UnsafeMutablePointer<AVStream>, configure: (inout AVCodecContext) -> Void
  ) -> CodecContext? {
    stream.pointee.codecpar.flatMap {
      open($0, timebase: stream.pointee.time_base, configure: configure)
    }
  }

  /// Opens the decoder of parameters in the same way.
  static func open(
    _ parameters: UnsafeMutablePointer<AVCodecParameters>, timebase: AVRational,
    configure: (inout AVCodecContext) -> Void
  ) -> CodecContext? {
    guard let codec = avcodec_find_decoder(parameters.pointee.codec_id),
      let pointer = avcodec_alloc_context3(codec)
    else { return nil }
    let context = CodecContext(adopting: pointer)
    guard avcodec_parameters_to_context(pointer, parameters) >= 0 else { return nil }
    pointer.pointee.pkt_timebase = timebase
    configure(&pointer.pointee)
    if avcodec_open2(pointer, codec, nil) < 0 { return nil }
    return context
  }

  private init(adopting pointer: UnsafeMutablePointer<AVCodecContext>) {
    self.pointer = pointer
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVCodecContext>? = pointer
    avcodec_free_context(&pointer)
  }
}
