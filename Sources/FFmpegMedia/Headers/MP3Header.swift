import Media
import Timekeeping

/// The header that encoders write into the first frame of an MP3 file: Xing's (called Info where the
/// bit rate is constant) or Fraunhofer's VBRI.
///
/// libavformat uses its length, or ignores it silently if the file is longer.
struct MP3Header {
  private static let greatestTagCount = 16

  let header: DeclaredDuration.Header
  let duration: MediaTime

  /// Nil if the first frame has no such header, or the header has no number of frames.
  init?(_ bytes: inout HeaderBytes) {
    let start = Self.endOfTags(of: &bytes)
    let count = Int(min(bytes.size - start, 4_096))
    guard let record = bytes.record(at: start, count: max(count, 0)),
      let frame = (0..<max(count - 4, 0)).lazy.compactMap({ FrameHeader(record, at: $0) }).first
    else { return nil }
    let frames: UInt64?
    if record.has("Xing", at: frame.place + frame.xingOffset)
      || record.has("Info", at: frame.place + frame.xingOffset)
    {
      let tag = frame.place + frame.xingOffset
      header = .xing
      frames =
        (record.bigEndian(at: tag + 4, 4) ?? 0) & 1 == 1
        ? record.bigEndian(at: tag + 8, 4) : nil
    } else if record.has("VBRI", at: frame.place + 36) {
      header = .vbri
      frames = record.bigEndian(at: frame.place + 36 + 14, 4)
    } else {
      return nil
    }
    guard let frames, frames > 0, frames != UInt32.max else { return nil }
    duration = MediaTime(
      ticks: Int64(frames) * frame.samples, timebase: Timebase(1, frame.sampleRate))
  }

  /// Where the ID3v2 tags before the first frame end.
  private static func endOfTags(of bytes: inout HeaderBytes) -> Int64 {
    var place: Int64 = 0
    for _ in 0..<greatestTagCount {
      guard let head = bytes.record(at: place, count: 10), head.has("ID3", at: 0) else { break }
      // Seven bits of each byte count; one flag announces a footer.
      let length = head.bytes[6..<10].reduce(0) { $0 << 7 | Int64($1 & 0x7F) }
      place += 10 + length + (head.bytes[5] & 0x10 != 0 ? 10 : 0)
    }
    return min(place, bytes.size)
  }
}

/// The header of a frame of layer III (ISO/IEC 11172-3, 13818-3, and its extension to low rates).
private struct FrameHeader {
  private static let sampleRates: [Int32] = [44_100, 48_000, 32_000]

  let place: Int
  let sampleRate: Int32
  /// In a frame.
  let samples: Int64
  /// From the beginning of the frame to Xing's header, after the side information.
  let xingOffset: Int

  /// Nil if there is none at a place.
  init?(_ record: HeaderRecord, at place: Int) {
    guard let bits = record.bigEndian(at: place, 4), bits >> 21 == 0x7FF, bits >> 17 & 3 == 1,
      bits >> 19 & 3 != 1, bits >> 12 & 15 != 15, bits >> 10 & 3 != 3
    else { return nil }
    let version = Int(bits >> 19 & 3)
    self.place = place
    sampleRate = Self.sampleRates[Int(bits >> 10 & 3)] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
    samples = version == 3 ? 1_152 : 576
    let isMono = bits >> 6 & 3 == 3
    xingOffset = 4 + (version == 3 ? (isMono ? 17 : 32) : (isMono ? 9 : 17))
  }
}
