import CPlayheadFFmpeg
import PlayheadMedia

/// The times of sound in blocks of one length and duration, such as ADPCM and WMA in WAV and Wave64.
///
/// After a seek, and always for WMA, libavformat computes the time from the declared number of bytes per second, which is
/// rounded, and wrong in some files. The offset of a block in the file identifies it exactly.
final class BlockTimes {
  private let track: Int
  private let blockLength: Int64
  private let sampleRate: Int64
  /// The number of samples in each block of WMA, whose decoder uses the declared bit rate; nil for other codecs.
  private let countOfWMA: Int64?
  /// The offset of the first block, and the number of samples in each; nil before the first packet.
  private var start: (offset: Int64, sampleCount: Int64)?
  /// Whether the first packet has shown that the blocks cannot be counted.
  private var isOver = false

  /// Returns nil for other containers and codecs.
  init?(_ context: AVFormatContext) {
    guard let format = context.iformat?.pointee.name, context.nb_streams == 1,
      let stream = context.streams[0],
      ["wav", "w64"].contains(String(cString: format)),
      let name = avcodec_get_name(stream.pointee.codecpar.pointee.codec_id)
    else { return nil }
    let codec = String(cString: name)
    let parameters = stream.pointee.codecpar.pointee
    let countOfWMA =
      codec.hasPrefix("wmav") ? SoundFrame.blockCountOfWMA(parameters) : nil
    guard codec.hasPrefix("adpcm_") || codec == "gsm_ms" || countOfWMA != nil,
      parameters.block_align > 1,
      parameters.sample_rate > 0,
      stream.pointee.time_base.num == 1, stream.pointee.time_base.den == parameters.sample_rate
    else { return nil }
    track = 0
    blockLength = Int64(parameters.block_align)
    sampleRate = Int64(parameters.sample_rate)
    self.countOfWMA = countOfWMA
    if countOfWMA != nil { return }
    // libavformat estimates the length of a stream that declares none from the bit rate.
    let count = av_get_audio_frame_duration2(stream.pointee.codecpar, parameters.block_align)
    if count > 0 { setBitRate(of: stream, sampleCount: Int64(count)) }
  }

  /// Gives a packet the time of its first block. The first packet must be that of the start.
  func correct(_ packet: borrowing Packet, in context: UnsafeMutablePointer<AVFormatContext>) {
    if isOver { return }
    let fields = packet.pointer.pointee
    guard Int(fields.stream_index) == track, fields.pos >= 0 else { return }
    if start == nil, let countOfWMA { start = (fields.pos, countOfWMA) }
    guard let start else { return learn(fields, in: context) }
    let (distance, overflow) = fields.pos.subtractingReportingOverflow(start.offset)
    guard !overflow, distance >= 0 else { return }
    let (ticks, isTooLarge) = (distance / blockLength).multipliedReportingOverflow(
      by: start.sampleCount)
    if !isTooLarge { packet.retime(ticks) }
  }

  /// Learns the number of samples of a block, and corrects the bit rate, with which libavformat seeks.
  private func learn(_ first: AVPacket, in context: UnsafeMutablePointer<AVFormatContext>) {
    let blocks = Int64(first.size) / blockLength
    guard first.pts == 0, blocks > 0, first.duration > 0, first.duration % blocks == 0,
      Int64(first.size) % blockLength == 0, let stream = context.pointee.streams[track]
    else { return isOver = true }
    let count = first.duration / blocks
    start = (first.pos, count)
    setBitRate(of: stream, sampleCount: count)
  }

  /// Sets the bit rate that follows from the number of samples of a block.
  private func setBitRate(of stream: UnsafeMutablePointer<AVStream>, sampleCount: Int64) {
    let (bits, overflow) = (8 * blockLength).multipliedReportingOverflow(by: sampleRate)
    if !overflow { stream.pointee.codecpar.pointee.bit_rate = bits / sampleCount }
  }
}
