import CPlayheadFFmpeg
import PlayheadMedia

/// Decodes the subtitles of one track.
struct SubtitleDecoder: ~Copyable {
  /// What a packet shows.
  enum Content {
    /// Text of SubStation Alpha, one for each region.
    case dialogue([String])
    /// Text of closed captions, from a time in microseconds on, for so many milliseconds.
    case caption([String], from: Int64, lasting: UInt32)
    /// A picture, shown from so many milliseconds after the packet's time, and until then, if that is known.
    case picture(from: UInt32, until: UInt32?)
    /// A packet that cannot be decoded.
    case unknown
    /// A part of a picture that later packets complete.
    case part
    /// Nothing: the text shown before ends.
    case nothing
  }

  private let codec: CodecContext

  /// Returns nil if FFmpeg has no decoder for the codec, the decoder cannot be opened, or there is no memory.
  init?(_ stream: UnsafeMutablePointer<AVStream>) {
    let codec = CodecContext.open(stream) { context in
      // Invalid UTF-8 is repaired when the text is read.
      context.sub_charenc_mode = FF_SUB_CHARENC_MODE_IGNORE
    }
    guard let codec else { return nil }
    self.codec = codec
  }

  /// Whether an empty packet at the end yields the text that is still shown.
  var hasDelay: Bool {
    codec.pointer.pointee.codec.map { $0.pointee.capabilities & AV_CODEC_CAP_DELAY != 0 } ?? false
  }

  func decode(_ packet: UnsafeMutablePointer<AVPacket>) -> Content {
    // The decoder of XSUB takes the packet's time for microseconds, and subtracts it.
    if codec.pointer.pointee.codec_id == AV_CODEC_ID_XSUB {
      packet.pointee.pts = ffmpeg_no_timestamp()
    }
    var subtitle = AVSubtitle()
    var hasResult: Int32 = 0
    guard avcodec_decode_subtitle2(codec.pointer, &subtitle, &hasResult, packet) >= 0 else {
      return .unknown
    }
    // A packet without text has no result.
    guard hasResult != 0 else { return isOfText ? .nothing : .part }
    defer { avsubtitle_free(&subtitle) }
    let regions = (0..<Int(subtitle.num_rects)).compactMap { subtitle.rects[$0]?.pointee }
    if regions.isEmpty { return .nothing }
    let lines = regions.compactMap { $0.ass.map { Self.dialogue(String(cString: $0)) } }
    let (start, end) = (subtitle.start_display_time, subtitle.end_display_time)
    if !lines.isEmpty {
      // They end, and are known, with a later packet.
      let isCaption = codec.pointer.pointee.codec_id == AV_CODEC_ID_EIA_608
      return isCaption ? .caption(lines, from: subtitle.pts, lasting: end) : .dialogue(lines)
    }
    return .picture(from: start, until: end > start && end < .max ? end : nil)
  }

  /// Forgets the packets that were decoded.
  func reset() { avcodec_flush_buffers(codec.pointer) }

  /// Whether the codec is one of text.
  var isOfText: Bool {
    let descriptor = codec.pointer.pointee.codec_descriptor
    return descriptor.map { $0.pointee.props & AV_CODEC_PROP_TEXT_SUB != 0 } ?? false
  }

  /// Returns the text of an event, after ReadOrder, Layer, Style, Name, three margins and Effect.
  static func dialogue(_ event: String) -> String {
    // Bytes, because a mark at the start of the text would be one character with the comma.
    let parts = event.utf8.split(
      separator: UInt8(ascii: ","), maxSplits: 8, omittingEmptySubsequences: false)
    return parts.count == 9 ? String(Substring(parts[8])) : event
  }
}
