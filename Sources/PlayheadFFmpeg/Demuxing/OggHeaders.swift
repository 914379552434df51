import CPlayheadFFmpeg
import PlayheadMedia

/// The headers of each stream of a chained Ogg file. libavformat returns those of the second and later streams as
/// packets. They have no sound and no pictures, but the decoder needs them.
///
/// Sources of the formats: Vorbis I, 4.2.1; Theora, 6.1; RFC 9639, 10.1; RFC 7845, 5; the Speex manual, 7.3.
struct OggHeaders {
  private let codec: String
  /// The headers since the last packet, without those that nothing decodes.
  private var waiting: [EncodedFFmpegPacket] = []
  private var beginsStream = false
  /// The number of samples of Opus, of those that follow, that are not presented: several packets may be shorter.
  private var skippedCount: UInt32?
  /// The number of headers of Speex that follow, which nothing marks.
  private var followingCount: UInt64 = 0

  /// Returns nil for other tracks and containers.
  init?(_ track: MediaTrack, container: String) {
    guard container == "ogg", let codec = track.codec,
      ["vorbis", "theora", "flac", "opus", "speex", "vp8"].contains(codec)
    else { return nil }
    self.codec = codec
  }

  /// Keeps the track's next packet for `take` if it is a header, and returns whether it is.
  mutating func keep(_ packet: borrowing Packet, isDecoded: Bool) -> Bool {
    let bytes = UnsafeBufferPointer(
      start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size))
    guard countHeader(bytes) else {
      // A transform overlaps two packets, so that the first one gives no samples (Vorbis I, 4.3.8).
      if beginsStream, codec == "vorbis" { packet.pointer.pointee.flags |= AV_PKT_FLAG_DISCARD }
      skipStart(of: packet)
      beginsStream = false
      return false
    }
    beginsStream = true
    if bytes.starts(with: Array("OpusHead".utf8)) {
      skippedCount = HeaderRecord(bytes: Array(bytes.prefix(12))).littleEndian(at: 10, 2)
        .map { UInt32(truncatingIfNeeded: $0) }
    }
    if isDecoded, ["vorbis", "theora", "flac"].contains(codec),
      let header = EncodedFFmpegPacket.move(from: packet)
    {
      waiting.append(header)
    }
    packet.clear()
    return true
  }

  /// Returns whether the next packet of the track is a header, which is then counted.
  mutating func countHeader(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard isHeader(bytes) || followingCount > 0 else { return false }
    followingCount = followingCount > 0 ? followingCount - 1 : Self.countOfHeaders(after: bytes)
    return true
  }

  /// Leaves out samples at the start of a stream of Opus.
  private mutating func skipStart(of packet: borrowing Packet) {
    guard let count = skippedCount.take(), count > 0 else { return }
    packet.skip(count)
    // libavformat counts 48,000 samples each second.
    let length = UInt32(clamping: packet.pointer.pointee.duration)
    if length > 0, length < count { skippedCount = count - length }
  }

  /// Removes and returns the headers before the last packet, for the decoder.
  mutating func take() -> [EncodedFFmpegPacket] {
    defer { waiting = [] }
    return waiting
  }

  private static let speexMagic = "Speex   "
  private static let greatestHeaderCount: UInt64 = 16

  /// Returns the number of headers after the first one of Speex: the comment, and others that it declares.
  private static func countOfHeaders(after first: UnsafeBufferPointer<UInt8>) -> UInt64 {
    guard first.starts(with: Array(speexMagic.utf8)) else { return 0 }
    let count = HeaderRecord(bytes: Array(first.prefix(80))).littleEndian(at: 68, 4) ?? 0
    return 1 + min(count, greatestHeaderCount)
  }

  private func isHeader(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = bytes.first else { return false }
    return switch codec {
    case "vorbis": first & 1 == 1 && bytes.dropFirst().starts(with: Array("vorbis".utf8))
    case "opus":
      bytes.starts(with: Array("OpusHead".utf8)) || bytes.starts(with: Array("OpusTags".utf8))
    case "speex": bytes.starts(with: Array(Self.speexMagic.utf8))
    case "vp8": bytes.starts(with: Array("OVP80".utf8))
    case "theora": first & 0x80 != 0 && bytes.dropFirst().starts(with: Array("theora".utf8))
    default: first != 0xFF
    }
  }
}
