import CPlayheadFFmpeg
import Glibc
import PlayheadMedia

/// Converts decoded sound with libswresample, which is loaded when the first converter is made.
///
/// Output frame k is the sound at the time of input frame k × input rate / output rate, and n input
/// frames become n × output rate / input rate frames, rounded up: the filter of libswresample neither
/// shifts nor extends the sound.
final class FFmpegAudioConverter: AudioConverter {
  /// The greatest number of frames converted at once: by a damaged sample rate, a few samples may last for hours.
  private static let greatestCount: Int64 = 1 << 22
  /// The greatest number of channels that libswresample has room for, which it does not check for a mixing matrix.
  private static let greatestChannelCount = 64
  /// The greatest ratio of two sample rates: the filter's size grows with it.
  private static let greatestRatio: Int64 = 256

  let format: AudioFormat
  private let name: String
  private var library = ffmpeg_resampling()
  private var context: OpaquePointer?
  /// The frame for whose format the context was made; it has no samples.
  private let model: UnsafeMutablePointer<AVFrame>
  /// The numbers of frames that the context has received and returned.
  private var inputCount: Int64 = 0
  private var outputCount: Int64 = 0
  private var buffer: [Float] = []

  /// Creates a converter; throws `unsupported` if libswresample is not installed, or cannot write the format.
  init(to format: AudioFormat, name: String) throws(MediaError) {
    let isSane =
      (1...10_000_000).contains(format.sampleRate)
      && (1...Self.greatestChannelCount).contains(format.channelCount)
    guard isSane else { throw MediaError(.decode, of: name, reason: .unsupported) }
    guard let model = av_frame_alloc() else { throw MediaError(.decode, of: name, errno: ENOMEM) }
    (self.format, self.name, self.model) = (format, name, model)
    guard ffmpeg_load_resampling(&library) != 0 else {
      let detail = "\(String(cString: ffmpeg_resampling_library())) is not installed"
      throw MediaError(.decode, of: name, reason: .unsupported, detail: detail)
    }
  }

  deinit {
    reset()
    var model: UnsafeMutablePointer<AVFrame>? = model
    av_frame_free(&model)
  }

  var delay: Int { Int(totalCount(after: inputCount) - outputCount) }

  func convert(_ frame: DecodedFrame, into samples: inout [Float]) throws(MediaError) {
    guard let content = frame.content as? FFmpegFrame else {
      throw MediaError(.decode, of: name, reason: .unsupported)
    }
    try withExtendedLifetime(content) { () throws(MediaError) in
      try convert(content.pointer, into: &samples)
    }
  }

  private func convert(
    _ frame: UnsafeMutablePointer<AVFrame>, into samples: inout [Float]
  ) throws(MediaError) {
    let count = Int64(frame.pointee.nb_samples)
    guard count > 0 else { return }
    if context == nil || !isLikeModel(frame) {
      finish(into: &samples)
      try open(for: frame)
    }
    guard totalCount(after: inputCount + count) - outputCount <= Self.greatestCount else {
      throw MediaError(.decode, of: name, reason: .unsupported)
    }
    inputCount += count
    try append(frame, to: &samples)
    // Whole seconds do not matter; without them the counts cannot overflow.
    let (rate, outputRate) = (Int64(model.pointee.sample_rate), Int64(format.sampleRate))
    let seconds = min(inputCount / rate, outputCount / outputRate)
    inputCount -= seconds * rate
    outputCount -= seconds * outputRate
  }

  func finish(into samples: inout [Float]) {
    if delay > 0 {
      let start = samples.count
      // Fails only without memory.
      try? append(nil, to: &samples)
      // libswresample may leave out the last frame.
      let last = samples[start...].suffix(format.channelCount)
      for _ in 0..<delay { samples += last }
    }
    reset()
  }

  func reset() {
    if context != nil { library.free(&context) }
    (inputCount, outputCount) = (0, 0)
  }

  /// Returns the number of output frames for a number of input frames.
  private func totalCount(after count: Int64) -> Int64 {
    let rate = Int64(max(model.pointee.sample_rate, 1))
    return (count * Int64(format.sampleRate) + rate - 1) / rate
  }

  private func isLikeModel(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
    (frame.pointee.format, frame.pointee.sample_rate)
      == (model.pointee.format, model.pointee.sample_rate)
      && av_channel_layout_compare(&frame.pointee.ch_layout, &model.pointee.ch_layout) == 0
  }

  private func open(for frame: UnsafeMutablePointer<AVFrame>) throws(MediaError) {
    let (rate, outputRate) = (Int64(frame.pointee.sample_rate), Int64(format.sampleRate))
    guard rate > 0,
      (1...Self.greatestChannelCount).contains(Int(frame.pointee.ch_layout.nb_channels)),
      rate <= outputRate * Self.greatestRatio, outputRate <= rate * Self.greatestRatio
    else { throw MediaError(.decode, of: name, reason: .unsupported) }
    MediaLog.begin()
    av_frame_unref(model)
    (model.pointee.format, model.pointee.sample_rate) = (frame.pointee.format, Int32(rate))
    var code = av_channel_layout_copy(&model.pointee.ch_layout, &frame.pointee.ch_layout)
    if code >= 0 {
      code = ffmpeg_open_resampler(
        &library, &context, model, Int32(outputRate), Int32(format.channelCount))
    }
    if code < 0 { throw MediaError(.decode, of: name, ffmpeg: code) }
  }

  /// Appends what the context returns for a frame, or at the end if `frame` is nil.
  private func append(
    _ frame: UnsafeMutablePointer<AVFrame>?, to samples: inout [Float]
  ) throws(MediaError) {
    let capacity = delay
    let sampleCount = capacity * format.channelCount
    if buffer.count < sampleCount {
      buffer += [Float](repeating: 0, count: sampleCount - buffer.count)
    }
    let code = buffer.withUnsafeMutableBufferPointer {
      ffmpeg_resample(&library, context, $0.baseAddress, Int32(capacity), frame)
    }
    if code < 0 { throw MediaError(.decode, of: name, ffmpeg: code) }
    outputCount += Int64(code)
    samples += buffer[..<(Int(code) * format.channelCount)]
  }
}
