import CPlayheadFFmpeg
import PlayheadMedia

/// Decodes one track with all of the checks of its decoder.
///
/// It decodes on the calling thread, so that each error, and each message that FFmpeg logs, belongs to the packet
/// that was sent last.
final class FFmpegExaminer: PayloadExaminer {
  /// How many packets and frames with defects are kept to report none twice: no codec delays frames by more.
  private static let recentCount = 64
  /// The maximum number of errors and frames for one packet.
  private static let greatestFrameCount = 1_000

  private var codec: CodecContext
  private let frame: FFmpegFrame
  private var units: UnitFraming?
  /// The parameters of the last packet; nil if they are those of the track.
  private var parameters: StreamParameters?
  private let own: StreamParameters
  private(set) var frameCount = 0
  /// The times of the last packets and frames with defects.
  private var recent: [Int64] = []
  private var lastTicks: Int64 = 0

  /// Opens a decoder for a stream; nil without a decoder for the codec, if it cannot be opened, or without memory.
  init?(_ stream: UnsafeMutablePointer<AVStream>) {
    guard let own = StreamParameters(stream.pointee), let codec = Self.open(own),
      let frame = FFmpegFrame.make()
    else { return nil }
    (self.own, self.codec) = (own, codec)
    (self.frame, units) = (frame, UnitFraming(stream.pointee.codecpar))
  }

  private static func open(_ parameters: StreamParameters) -> CodecContext? {
    CodecContext.open(parameters.codec, timebase: parameters.timebase) { context in
      context.thread_count = 1
      context.err_recognition = AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER
      // Otherwise decoders drop some damaged frames without a word.
      context.flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT
    }
  }

  func examine(_ packet: any EncodedPacket) -> [PayloadDefect] {
    // FFmpeg takes an empty packet for the end.
    guard let encoded = packet as? EncodedFFmpegPacket, encoded.pointer.pointee.size > 0 else {
      return []
    }
    var found: [PayloadDefect] = []
    if encoded.parameters !== parameters {
      let next = encoded.parameters ?? own
      // What has no decoder is not examined.
      guard let codec = Self.open(next) else { return [] }
      found = finish()
      self.codec = codec
      (parameters, units) = (encoded.parameters, UnitFraming(next.codec))
    }
    let packet = encoded.pointer
    let timing = packet.timing
    lastTicks = timing.presentationTicks ?? timing.decodeTicks ?? lastTicks
    let payload = UnsafeBufferPointer(start: packet.pointee.data, count: timing.byteCount)
    let hasForbiddenBytes = units?.hasForbiddenBytes(payload) ?? false
    return found + encoded.headers.flatMap { decode($0.pointer, hasForbiddenBytes: false) }
      + decode(packet, hasForbiddenBytes: hasForbiddenBytes)
  }

  func finish() -> [PayloadDefect] { decode(nil, hasForbiddenBytes: false) }

  private func decode(
    _ packet: UnsafePointer<AVPacket>?, hasForbiddenBytes: Bool
  ) -> [PayloadDefect] {
    MediaLog.begin()
    var isRejected = avcodec_send_packet(codec.pointer, packet) < 0
    var damaged: [PayloadDefect] = []
    for _ in 0..<Self.greatestFrameCount {
      let code = avcodec_receive_frame(codec.pointer, frame.pointer)
      if code == ffmpeg_error_try_again() || code == ffmpeg_error_end_of_file() { break }
      if code < 0 {
        isRejected = true
        continue
      }
      frameCount += 1
      if let defect = frameDefect { damaged.append(defect) }
    }
    var kind: PayloadDefect.Kind?
    if isRejected {
      kind = .undecodable
    } else if let line = MediaLog.lastError {
      kind = PayloadDefect.Kind(logged: line)
    } else if hasForbiddenBytes {
      kind = .corrupt
    }
    let found = [kind.map { PayloadDefect($0, at: lastTicks) }].compactMap(\.self) + damaged
    return found.filter { recordDefect(at: $0.ticks) }
  }

  /// The defect of the frame that was received last; nil if there is none.
  private var frameDefect: PayloadDefect? {
    let content = frame.pointer.pointee
    let times = [content.best_effort_timestamp, content.pkt_dts]
    let ticks = times.first { $0 != ffmpeg_no_timestamp() } ?? lastTicks
    let errors = content.decode_error_flags
    if errors & FF_DECODE_ERROR_MISSING_REFERENCE != 0 {
      return PayloadDefect(.missingReference, at: ticks)
    }
    if errors != 0 { return PayloadDefect(.concealed, at: ticks) }
    return ffmpeg_frame_is_corrupt(frame.pointer) != 0 ? PayloadDefect(.corrupt, at: ticks) : nil
  }

  /// Records the time of a packet or frame with a defect; returns false if it is recorded already.
  private func recordDefect(at ticks: Int64) -> Bool {
    if recent.contains(ticks) { return false }
    if recent.count == Self.recentCount { recent.removeFirst() }
    recent.append(ticks)
    return true
  }
}

extension PayloadDefect.Kind {
  /// The kind of the error that a decoder has logged. Some decoders report concealed errors in no other way.
  fileprivate init(logged line: String) {
    let line = line.lowercased()
    let isMissing = [
      "missing", "not find", "not available", "unavailable", "unref", "non-existing",
    ]
    .contains { line.contains($0) }
    self = isMissing && line.contains("ref") ? .missingReference : .concealed
  }
}
