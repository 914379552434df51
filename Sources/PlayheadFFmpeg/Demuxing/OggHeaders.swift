import CPlayheadFFmpeg
import PlayheadMedia

/// The headers of each stream of a chained Ogg file. libavformat returns those of the second and later streams as
/// packets. They have no sound and no pictures, but the decoder needs them.
///
/// Sources of the formats: Vorbis I, 4.2.1; Theora, 6.1; RFC 9639, 10.1.
struct OggHeaders {
  private let codec: String
  /// The headers since the last packet, without those that nothing decodes.
  private var waiting: [EncodedFFmpegPacket] = []
  private var beginsStream = false

  /// Returns nil for other tracks and containers.
  init?(_ track: MediaTrack, container: String) {
    guard container == "ogg", let codec = track.codec,
      ["vorbis", "theora", "flac"].contains(codec)
    else { return nil }
    self.codec = codec
  }

  /// Keeps a header for `take`; returns false for other packets.
  ///
  /// - Parameters:
  ///   - packet: The next packet of the track.
  ///   - isDecoded: Whether the track is decoded.
  mutating func keep(_ packet: borrowing Packet, isDecoded: Bool) -> Bool {
    let bytes = UnsafeBufferPointer(
      start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size))
    guard isHeader(bytes) else {
      // A transform overlaps two packets, so that the first one gives no samples (Vorbis I, 4.3.8).
      if beginsStream, codec == "vorbis" { packet.pointer.pointee.flags |= AV_PKT_FLAG_DISCARD }
      beginsStream = false
      return false
    }
    beginsStream = true
    if isDecoded, let header = EncodedFFmpegPacket.take(from: packet) { waiting.append(header) }
    packet.clear()
    return true
  }

  /// Removes and returns the headers before the last packet, for the decoder.
  mutating func take() -> [EncodedFFmpegPacket] {
    defer { waiting = [] }
    return waiting
  }

  private func isHeader(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = bytes.first else { return false }
    return switch codec {
    case "vorbis": first & 1 == 1 && bytes.dropFirst().starts(with: Array("vorbis".utf8))
    case "theora": first & 0x80 != 0 && bytes.dropFirst().starts(with: Array("theora".utf8))
    default: first != 0xFF
    }
  }
}
