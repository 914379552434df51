import CFFmpeg
import Media

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

  /// Returns nil if no length is declared.
  init?(_ stream: AVStream, format: String) {
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

extension Track {
  /// Sets the duration and packet count that the container declares for the track.
  ///
  /// - Parameters:
  ///   - length: The declared length of the stream.
  ///   - format: The name of the container in libavformat.
  ///   - indexCount: The number of packets that the container's index lists; 0 if it has none.
  mutating func declare(_ length: DeclaredLength, format: String, indexCount: Int) {
    let listed = indexCount > 0 ? indexCount : nil
    switch length {
    case .packets(let count):
      // The index of MP4 lists packets of PCM too, but `nb_frames` counts PCM samples.
      declaredPacketCount = format.hasPrefix("mov,") ? listed ?? count : count
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
