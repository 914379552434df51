import PlayheadMedia

/// Recognizes the start of a frame of a track in MPEG program and transport streams.
///
/// Sources of the formats: ISO/IEC 11172-2, 11172-3 and 13818-2; ATSC A/52, 5.3.1; ETSI TS 102 114, 5.3.
struct FrameStart {
  private let codec: String
  private let sampleRate: Int?

  /// Whether the frames have samples and not pictures.
  var isSound: Bool { !codec.hasSuffix("video") }

  /// Returns nil for other codecs and containers.
  init?(_ track: MediaTrack, container: String) {
    guard ["mpeg", "mpegts"].contains(container), let codec = track.codec,
      ["mp1", "mp2", "mp3", "aac", "ac3", "eac3", "dts", "mpeg1video", "mpeg2video"].contains(codec)
    else { return nil }
    self.codec = codec
    sampleRate = track.sampleRate
  }

  /// Whether a packet begins with the start of a frame.
  func isPresent(in bytes: UnsafeRawBufferPointer) -> Bool {
    switch codec {
    case "mp1", "mp2", "mp3":
      guard let header = AudioFrameHeader(bytes),
        header.byteCount.map({ $0 == bytes.count }) ?? true
      else { return false }
      return sampleRate.map { $0 == Int(header.sampleRate) } ?? true
    case "aac": return ADTSHeader(bytes)?.byteCount == bytes.count
    case "ac3", "eac3": return bytes.starts(with: [0x0B, 0x77])
    case "dts":
      return bytes.starts(with: [0x7F, 0xFE, 0x80, 0x01])
        || bytes.starts(with: [0x64, 0x58, 0x20, 0x25])
    default: return containsPicture(bytes)
    }
  }

  /// Whether there is the header of a picture. libavformat returns slices without one as separate packets.
  private func containsPicture(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var last = UInt32.max
    return bytes.contains { byte in
      last = last << 8 | UInt32(byte)
      return last == 0x100
    }
  }
}
