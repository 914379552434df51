import CPlayheadFFmpeg
import PlayheadMedia

/// The length that FFmpeg's `nb_frames` of a stream declares. Its unit depends on the container.
///
/// It counts packets in MP4, except of PCM, and of video in most other formats. In AVI and CAF it
/// is the length in ticks: samples of PCM, and chunks of video, including the empty chunks of
/// dropped frames. Elsewhere it counts samples or blocks of audio.
enum DeclaredLength: Equatable {
  case packets(Int)
  /// In ticks of the stream.
  case ticks(Int64)
  /// Samples or blocks of audio, which last as long as the stream's duration.
  case samples
  /// The header was written before the length was known, and not completed later.
  case unfinished

  var isInTicks: Bool {
    if case .ticks = self { true } else { false }
  }

  /// The length that FFmpeg stores in the header of an AVI file that it cannot complete.
  private static let unfinishedAVILength: Int64 = 0x4000_0000

  /// The durations in ticks that mean an unknown one: in IVF all bits, in RealMedia the hour that FFmpeg stores.
  private static let unfinishedDurations: [String: Int64] = ["ivf": 0xFFFF_FFFF, "rm": 3_600_000]

  /// Returns nil if no length is declared.
  init?(_ stream: AVStream, format: String) {
    if let duration = Self.unfinishedDurations[format], stream.duration == duration {
      self = .unfinished
      return
    }
    let count = stream.nb_frames
    guard count > 0 else { return nil }
    switch format {
    case "avi": self = count == Self.unfinishedAVILength ? .unfinished : .ticks(count)
    case "caf": self = .ticks(count)
    case "mov,mp4,m4a,3gp,3g2,mj2": self = .packets(Int(count))
    default:
      let isVideo = stream.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
      self = isVideo ? .packets(Int(count)) : .samples
    }
  }
}

/// The packets that a container's index lists for a stream.
struct ListedPackets {
  private(set) var count = 0
  /// Whether the file contains the last one.
  private(set) var isInFile = false
  /// The ticks between the first and the last one.
  private var span: Int64 = 0

  static func all(in context: AVFormatContext) -> [ListedPackets] {
    let size = context.pb.map { avio_size($0) } ?? 0
    return (0..<Int(context.nb_streams)).map { index in
      guard let stream = context.streams[index] else { return ListedPackets() }
      let count = avformat_index_get_entries_count(stream)
      guard let first = avformat_index_get_entry(stream, 0)?.pointee,
        let last = avformat_index_get_entry(stream, count - 1)?.pointee
      else { return ListedPackets() }
      let end = last.pos.addingReportingOverflow(Int64(last.size))
      let span = last.timestamp.subtractingReportingOverflow(first.timestamp)
      return ListedPackets(
        count: Int(count), isInFile: !end.overflow && end.partialValue <= size,
        span: span.overflow ? 0 : span.partialValue)
    }
  }

  /// Returns whether the packets last until the end of a duration in ticks; those of later fragments are not listed.
  func reach(_ duration: Int64) -> Bool {
    // The last packet may be some times as long as the others.
    let rest = Int128(duration) - Int128(span)
    return span > 0 && rest * Int128(count - 1) <= 4 * Int128(span)
  }
}

extension MediaTrack {
  /// Sets the duration and packet count that the container, or its index, declares for the track.
  mutating func declare(
    _ length: DeclaredLength, format: String, _ index: ListedPackets
  ) {
    // `format` is the name of the container in libavformat.
    let listed = index.count > 0 ? index.count : nil
    switch length {
    case .packets(let count):
      // The index of MP4 lists chunks of PCM, but `nb_frames` counts samples.
      let isMovie = format.hasPrefix("mov,")
      declaredPacketCount = isMovie ? listed ?? count : count
      isIndexed = isMovie && index.isInFile && durationTicks.map(index.reach) == true
    case .ticks(let ticks):
      durationTicks = ticks
      // A chunk of audio in AVI may become several packets.
      declaredPacketCount = format == "avi" && kind == .audio ? nil : listed
      // The index of an AVI file is at its end: if it is there, nothing was cut off.
      isDurationCounted = listed == nil
    case .samples:
      isDurationCounted = durationTicks != nil
    case .unfinished:
      durationTicks = nil
    }
  }
}
