import CPlayheadFFmpeg
import PlayheadMedia
import PlayheadTimekeeping

/// The times of sound in AVI whose chunks each last a tick.
///
/// libavformat counts the blocks of the declared alignment in each chunk, although the chunk may be one frame of many
/// blocks. The last frame of some codecs is shorter than a tick, so that their times are counted in samples.
final class ChunkTimes {
  private struct Track {
    /// The number of samples in a tick of libavformat.
    let samplesPerTick: Int64
    let sampleRate: Int32
    /// Whether times are counted in samples.
    let countsSamples: Bool
    /// Whether libavformat counts more than one block in a chunk of a frame; nil while that is not known.
    var countsBlocks: Bool?
    /// The last packet.
    var last: (offset: Int64, number: Int64)?
  }

  /// The codecs whose last packet may have fewer samples.
  private static let divisible: Set = ["adpcm_g722", "adpcm_g726", "adpcm_g726le", "flac"]

  private var tracks: [Int: Track] = [:]

  /// Returns nil if no sound is counted in this way.
  init?(_ context: AVFormatContext) {
    guard let format = context.iformat, strcmp(format.pointee.name, "avi") == 0 else { return nil }
    for index in 0..<Int(context.nb_streams) {
      guard let stream = context.streams[index]?.pointee,
        let parameters = stream.codecpar?.pointee, parameters.codec_type == AVMEDIA_TYPE_AUDIO,
        parameters.sample_rate > 0, parameters.block_align > 0,
        let codec = avcodec_get_name(parameters.codec_id)
      else { continue }
      let (product, overflow) = Int64(stream.time_base.num)
        .multipliedReportingOverflow(by: Int64(parameters.sample_rate))
      // A tick of one sample or a byte is no frame.
      guard !overflow, stream.time_base.den > 0, product % Int64(stream.time_base.den) == 0,
        case let samples = product / Int64(stream.time_base.den), (16...65_536).contains(samples)
      else { continue }
      tracks[index] = Track(
        samplesPerTick: samples, sampleRate: parameters.sample_rate,
        countsSamples: Self.divisible.contains(String(cString: codec)),
        countsBlocks: context.streams[index].flatMap(Self.exceedsDeclaredCount) == true
          ? true : nil)
    }
    if tracks.isEmpty { return nil }
  }

  /// Whether the header declares as many ticks as the index lists chunks, and libavformat counts more.
  private static func exceedsDeclaredCount(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
    let (count, declared) = (
      Int64(avformat_index_get_entries_count(stream)), stream.pointee.nb_frames
    )
    guard count > 1, declared > 1, (declared - 1...declared).contains(count),
      let first = avformat_index_get_entry(stream, 0),
      let second = avformat_index_get_entry(stream, 1),
      let last = avformat_index_get_entry(stream, Int32(clamping: count - 1))
    else { return false }
    // The index of sound in blocks of one length has the bytes before each chunk. Packets have the blocks.
    let step = second.pointee.timestamp.subtractingReportingOverflow(first.pointee.timestamp)
    let countsBytes =
      stream.pointee.codecpar.pointee.block_align > 1
      && step.partialValue == Int64(first.pointee.size)
    return !countsBytes && last.pointee.timestamp > declared
  }

  /// Counts the times of the tracks in samples.
  func correct(_ tracks: inout [MediaTrack]) {
    for (index, counted) in self.tracks where counted.countsSamples {
      guard tracks.indices.contains(index) else { continue }
      func samples(_ ticks: Int64?) -> Int64? {
        ticks.flatMap {
          let (product, overflow) = $0.multipliedReportingOverflow(by: counted.samplesPerTick)
          return overflow ? nil : product
        }
      }
      tracks[index].timebase = Timebase(1, counted.sampleRate)
      tracks[index].startTicks = samples(tracks[index].startTicks)
      tracks[index].durationTicks = samples(tracks[index].durationTicks)
    }
  }

  /// Gives a packet the time of its chunk.
  func correct(_ packet: borrowing Packet, in context: UnsafeMutablePointer<AVFormatContext>) {
    let fields = packet.pointer.pointee
    let index = Int(fields.stream_index)
    guard var track = tracks[index], let stream = context.pointee.streams[index],
      fields.pts != ffmpeg_no_timestamp()
    else { return }
    let payload = UnsafeRawBufferPointer(start: fields.data, count: Int(fields.size))
    let samples = SoundFrame.sampleCount(payload, stream.pointee.codecpar)
    // A chunk of one block shows nothing.
    if track.countsBlocks == nil, fields.size > stream.pointee.codecpar.pointee.block_align {
      track.countsBlocks = samples == track.samplesPerTick
    }
    var number = fields.pts
    if track.countsBlocks == true {
      number = Self.number(of: fields, in: stream, after: track.last)
    }
    track.last = (fields.pos, number)
    tracks[index] = track
    guard track.countsSamples else {
      if track.countsBlocks == true { packet.retime(number) }
      return
    }
    let (ticks, overflow) = number.multipliedReportingOverflow(by: track.samplesPerTick)
    guard !overflow else { return }
    packet.retime(ticks)
    packet.pointer.pointee.duration = samples ?? track.samplesPerTick
  }

  /// Returns the number of the chunk of a packet.
  private static func number(
    of packet: AVPacket, in stream: UnsafeMutablePointer<AVStream>,
    after last: (offset: Int64, number: Int64)?
  ) -> Int64 {
    // Further frames of a chunk have the same offset.
    if let last, last.offset == packet.pos { return last.number + 1 }
    if let found = numberInIndex(of: packet.pts, in: stream) { return found }
    return last.map { $0.number + 1 } ?? 0
  }

  /// Returns the number of the chunk that the index lists with a time of libavformat.
  private static func numberInIndex(
    of ticks: Int64, in stream: UnsafeMutablePointer<AVStream>
  ) -> Int64? {
    guard let first = avformat_index_get_entry(stream, 0),
      let found = avformat_index_get_entry_from_timestamp(
        stream, ticks, AVSEEK_FLAG_BACKWARD | AVSEEK_FLAG_ANY),
      found.pointee.timestamp == ticks
    else { return nil }
    return Int64(found - first)
  }

  /// Returns the time with which libavformat seeks to a time of a track, after which any chunk may be the next.
  func seekingTicks(
    of ticks: Int64, track index: Int, in context: UnsafeMutablePointer<AVFormatContext>
  ) -> Int64 {
    for other in tracks.keys { tracks[other]?.last = nil }
    guard let track = tracks[index], let stream = context.pointee.streams[index] else {
      return ticks
    }
    let number = track.countsSamples ? ticks / track.samplesPerTick : ticks
    let count = Int64(avformat_index_get_entries_count(stream))
    guard track.countsBlocks == true, number > 0, count > 0 else { return number }
    let entry = avformat_index_get_entry(stream, Int32(clamping: min(number, count - 1)))
    return entry?.pointee.timestamp ?? number
  }
}
