import CPlayheadFFmpeg
import Glibc

/// Where the sound of MP3 ends by the header in its first frame, if libavformat does not use that: in pipes, in files
/// that grow, at URLs without a length, and if the count of frames is wrong.
struct SoundEnd {
  /// The padding is in the last frames, which are not longer.
  private static let greatestLength: Int64 = 8_192
  /// A file that grows may have tags behind the sound.
  private static let greatestTagLength: Int64 = 1 << 16

  /// Nil if the header may still be written.
  private let known: (end: Int64, padding: Int)?

  /// Returns nil if libavformat uses the header of a file, or there is no padding.
  init?(_ demuxer: borrowing Demuxer) {
    let isUsed =
      demuxer.context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_STREAM
    guard !isUsed || demuxer.references.isOfURL,
      demuxer.context.pointee.iformat.map({ strcmp($0.pointee.name, "mp3") == 0 }) == true
    else { return nil }
    known = Self.end(demuxer.headerOfMP3)
    if known == nil, demuxer.bytes?.isGrowing != true { return nil }
  }

  private static func end(_ header: MP3Header?) -> (end: Int64, padding: Int)? {
    guard let header, let end = header.end, header.paddingSampleCount > 0 else { return nil }
    return (end, header.paddingSampleCount)
  }

  /// Returns the end of the last frame and the number of samples of padding, if a packet is one of the last.
  func end(
    behind packet: AVPacket, in demuxer: borrowing Demuxer
  ) -> (end: Int64, padding: Int)? {
    let offset = Self.offset(behind: packet)
    guard packet.pos >= 0 else { return nil }
    var found = known
    if let bytes = demuxer.bytes, bytes.isGrowing {
      // The writer completes the header at the end.
      let rest = MovieFragments.distance(from: offset, to: bytes.lengthRead)
      found = rest <= Self.greatestTagLength ? Self.end(demuxer.headerOfMP3) : nil
    }
    guard let found, case let rest = MovieFragments.distance(from: offset, to: found.end),
      (0...Self.greatestLength).contains(rest)
    else { return nil }
    return found
  }

  /// The offset of the end of a packet.
  static func offset(behind packet: AVPacket) -> Int64 {
    MovieFragments.sum(packet.pos, Int64(packet.size))
  }
}
