import PlayheadMedia
import PlayheadTimekeeping

/// The header that encoders write into the first frame of an MP3 file: Xing (named Info if the bit
/// rate is constant) or VBRI.
///
/// libavformat uses its length, but silently ignores it if the file is longer.
struct MP3Header {
  private static let greatestTagCount = 16

  let header: DeclaredDuration.Header
  let duration: MediaTime
  /// The end of the last frame, if the header declares the number of bytes.
  let end: Int64?

  /// The number of frames; all ones if the writer did not know it.
  private let frameCount: UInt64
  /// Whether the file, or what follows its tags, begins with the frame.
  private let isFirst: Bool
  /// The offset of the count of frames in the file.
  private let countOffset: Int64

  /// Returns nil if the first frame has no such header, or the header has no frame count.
  init?(_ bytes: inout HeaderBytes) {
    self.init(reading: &bytes)
    if frameCount == UInt32.max { return nil }
  }

  /// Returns nil if the first frame has no such header, or the header has no frame count, or 0.
  private init?(reading bytes: inout HeaderBytes) {
    let start = Self.endOfTags(of: &bytes)
    let count = Int(min(bytes.size - start, 4_096))
    guard let record = bytes.record(at: start, count: max(count, 0)),
      let (frame, offset) = Self.firstFrame(in: record)
    else { return nil }
    let tag = offset + frame.sideInformationEnd
    let (frames, length): (UInt64?, UInt64?)
    var place = tag + 8
    if record.has("Xing", at: tag) || record.has("Info", at: tag) {
      header = .xing
      let flags = record.bigEndian(at: tag + 4, 4) ?? 0
      frames = flags & 1 == 1 ? record.bigEndian(at: tag + 8, 4) : nil
      length = flags & 3 == 3 ? record.bigEndian(at: tag + 12, 4) : nil
    } else if record.has("VBRI", at: offset + 36) {
      header = .vbri
      place = offset + 36 + 14
      frames = record.bigEndian(at: place, 4)
      length = record.bigEndian(at: offset + 36 + 10, 4)
    } else {
      return nil
    }
    guard let frames, frames > 0 else { return nil }
    frameCount = frames
    countOffset = start + Int64(place)
    isFirst = offset == 0
    end = length.flatMap { $0 > 0 ? start + Int64(offset) + Int64($0) : nil }
    duration = MediaTime(
      ticks: Int64(frames) * Int64(frame.sampleCount), timebase: Timebase(1, frame.sampleRate))
  }

  /// The ratio of two durations that contradict each other.
  private static let contradiction = 1.25

  /// Returns the offsets of the count in a file whose frames contradict it, or nil. A file that may be cut has fewer.
  static func wrongCount(in bytes: inout HeaderBytes) -> Range<Int64>? {
    guard let header = MP3Header(reading: &bytes), header.isFirst else { return nil }
    let place = header.countOffset..<header.countOffset + 4
    if header.frameCount == UInt32.max { return place }
    let isWhole = header.end.map { $0 <= bytes.size } ?? false
    let declared = header.duration.seconds
    // More is read only of a file in which few frames show a contradiction.
    for isBrief in [true, false] {
      guard let sample = SampledDuration(&bytes, isADTS: false, isBrief: isBrief) else {
        return nil
      }
      let counted = sample.duration.seconds
      let isLess = isWhole && sample.isDense && counted * contradiction < declared
      guard isLess || counted > declared * contradiction else { return nil }
    }
    return place
  }

  private static func firstFrame(in record: HeaderRecord) -> (AudioFrameHeader, offset: Int)? {
    record.bytes.withUnsafeBytes { bytes in
      bytes.indices.lazy.compactMap { offset in
        AudioFrameHeader(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
          .flatMap { $0.layer == 3 ? ($0, offset) : nil }
      }.first
    }
  }

  /// Returns the offset of the end of the ID3v2 tags before the first frame.
  static func endOfTags(of bytes: inout HeaderBytes) -> Int64 {
    var offset: Int64 = 0
    for _ in 0..<greatestTagCount {
      guard let head = bytes.record(at: offset, count: 10), head.has("ID3", at: 0) else { break }
      // Each byte of the size holds seven bits. Flag 0x10 announces a 10-byte footer.
      let length = head.bytes[6..<10].reduce(0) { $0 << 7 | Int64($1 & 0x7F) }
      offset += 10 + length + (head.bytes[5] & 0x10 != 0 ? 10 : 0)
    }
    return min(offset, bytes.size)
  }
}
