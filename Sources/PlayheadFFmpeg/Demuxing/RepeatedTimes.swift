import CPlayheadFFmpeg
import PlayheadMedia

/// The times of AAC and RealAudio 1.0 in RealMedia, where FFmpeg's muxer stores the time of the first packet for each.
///
/// The samples are counted from the start.
final class RepeatedTimes {
  private struct Count {
    let start: Int64
    /// The number of samples until now.
    var sampleCount: Int64
    /// Whether all packets have the time of the first one; nil before the second one.
    var isRepeated: Bool?
  }

  private static let codecs = [AV_CODEC_ID_AAC, AV_CODEC_ID_RA_144]

  /// The counts by the indices of the tracks.
  private var counts: [Int: Count] = [:]

  /// Whether a second packet shows whether times are repeated.
  var isKnown: Bool { !counts.isEmpty && counts.values.allSatisfy { $0.isRepeated != nil } }

  /// Whether the times of the packets do not identify where they are, or that is not known.
  var mustCount: Bool { !isKnown || counts.values.contains { $0.isRepeated == true } }

  /// Returns nil for other media.
  init?(_ context: AVFormatContext) {
    guard let format = context.iformat, strcmp(format.pointee.name, "rm") == 0,
      (0..<Int(context.nb_streams)).contains(where: { index in
        context.streams[index].map { Self.codecs.contains($0.pointee.codecpar.pointee.codec_id) }
          ?? false
      })
    else { return nil }
  }

  /// Counts the time of a packet if the container repeats that of the first one.
  func correct(_ packet: borrowing Packet, in context: UnsafeMutablePointer<AVFormatContext>) {
    let fields = packet.pointer.pointee
    let index = Int(fields.stream_index)
    guard let stream = context.pointee.streams[index]?.pointee,
      let parameters = stream.codecpar?.pointee, Self.codecs.contains(parameters.codec_id),
      fields.pts != ffmpeg_no_timestamp()
    else { return }
    let length =
      parameters.frame_size > 0
      ? parameters.frame_size : av_get_audio_frame_duration2(stream.codecpar, fields.size)
    guard var count = counts[index] else {
      return counts[index] = Count(start: fields.pts, sampleCount: Int64(length))
    }
    let isRepeated =
      (count.isRepeated ?? true) && fields.pts == count.start && length > 0
      && parameters.sample_rate > 0
    count.isRepeated = isRepeated
    if isRepeated {
      let time = count.start.addingReportingOverflow(
        av_rescale_q(
          count.sampleCount, AVRational(num: 1, den: parameters.sample_rate), stream.time_base))
      if !time.overflow { packet.retime(time.partialValue) }
    }
    // Packets may have several frames, as those of another file of RealAudio.
    count.sampleCount += Int64(length)
    counts[index] = count
  }
}
