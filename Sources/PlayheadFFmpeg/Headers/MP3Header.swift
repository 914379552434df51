import PlayheadMedia
import PlayheadTimekeeping

/// The header that encoders write into the first frame of an MP3 file: Xing (named Info if the bit
/// rate is constant) or VBRI.
///
/// libavformat uses its length, but silently ignores it if the file is longer.
struct MP3Header {
  private static let greatestTagCount = 16

  let header: DeclaredDuration.Header
  /// The end of the last frame, if the header declares the number of bytes.
  let end: Int64?
  /// The number of samples behind the sound in the last frames, which decoders leave out.
  let paddingSampleCount: Int
  /// Whether the checksum of the header is right; nil if it has none.
  let isChecked: Bool?

  /// The number of frames; 0 or all ones if the writer did not know it.
  private let frameCount: UInt64
  private let frame: AudioFrameHeader
  /// Whether the file, or what follows its tags, begins with the frame.
  private let isFirst: Bool
  /// The offset of the last byte of the number of bytes, if that and the number of frames are 0.
  let emptyLength: Range<Int64>?
  /// The offset of the end of the tags, and that of the count of frames, in the file.
  private let start: Int64
  private let countOffset: Int64

  /// The length of the frames.
  var duration: MediaTime {
    MediaTime(
      ticks: Int64(frameCount) * Int64(frame.sampleCount), timebase: Timebase(1, frame.sampleRate))
  }

  /// Returns nil if the first frame has no such header, or the header has no frame count.
  init?(_ bytes: inout HeaderBytes) {
    self.init(reading: &bytes)
    if frameCount == 0 || frameCount == UInt32.max { return nil }
  }

  /// Returns nil if the first frame has no such header.
  init?(reading bytes: inout HeaderBytes) {
    let start = Self.endOfTags(of: &bytes)
    let count = Int(min(bytes.size - start, 4_096))
    guard let record = bytes.record(at: start, count: max(count, 0)) else { return nil }
    self.init(record, at: start)
  }

  /// Returns nil if the first frame in bytes behind the tags has no such header.
  ///
  /// - Parameter start: The offset of the bytes in the file.
  init?(_ record: HeaderRecord, at start: Int64) {
    guard let (frame, offset) = Self.firstFrame(in: record) else { return nil }
    let tag = offset + frame.sideInformationEnd
    let (frames, length): (UInt64?, UInt64?)
    var (place, encoder, empty) = (tag + 8, Int?.none, Range<Int64>?.none)
    if record.has("Xing", at: tag) || record.has("Info", at: tag) {
      header = .xing
      let flags = record.bigEndian(at: tag + 4, 4) ?? 0
      frames = flags & 1 == 1 ? record.bigEndian(at: tag + 8, 4) : nil
      length = flags & 3 == 3 ? record.bigEndian(at: tag + 12, 4) : nil
      if flags & 3 == 3, frames == 0, length == 0 {
        empty = start + Int64(tag) + 15..<start + Int64(tag) + 16
      }
      let lengths = [4, 4, 100, 4].enumerated().map { flags >> UInt64($0) & 1 == 1 ? $1 : 0 }
      encoder = tag + 8 + lengths.reduce(0, +)
    } else if record.has("VBRI", at: offset + 36) {
      header = .vbri
      place = offset + 36 + 14
      frames = record.bigEndian(at: place, 4)
      length = record.bigEndian(at: offset + 36 + 10, 4)
    } else {
      return nil
    }
    guard let frames else { return nil }
    (frameCount, self.frame, self.start) = (frames, frame, start)
    countOffset = start + Int64(place)
    isFirst = offset == 0
    emptyLength = offset == 0 ? empty : nil
    end = length.flatMap { $0 > 0 ? start + Int64(offset) + Int64($0) : nil }
    (paddingSampleCount, isChecked) = Self.encoding(
      in: record, of: offset, at: encoder, isLong: frame.sideInformationEnd == Self.longSideEnd)
  }

  /// Returns the padding and whether the checksum is right, from what LAME and libavformat write behind the header.
  ///
  /// Source of the format: gabriel.mp3-tech.org/mp3infotag.html.
  private static func encoding(
    in record: HeaderRecord, of frame: Int, at place: Int?, isLong: Bool
  ) -> (paddingSampleCount: Int, isChecked: Bool?) {
    guard let place, ["LAME", "Lavf", "Lavc"].contains(where: { record.has($0, at: place) }),
      let delays = record.bigEndian(at: place + 21, 3),
      let checksum = record.bigEndian(at: place + 34, 2)
    else { return (0, nil) }
    let padding = max(Int(delays & 0xFFF) - decoderDelay, 0)
    if checksum == 0 { return (padding, nil) }
    // Over all bytes before it. libavformat writes another one into frames with less side information.
    if checksum == Self.checksum(of: record.bytes[frame..<place + 34]) { return (padding, true) }
    return (padding, isLong || record.has("LAME", at: place) ? false : nil)
  }

  private static let longSideEnd = 36

  /// The number of samples by which a decoder is late, and the padding is longer.
  private static let decoderDelay = 529

  private static func checksum(of bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(UInt64(0)) { sum, byte in
      (0..<8).reduce(sum ^ UInt64(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xA001 : sum >> 1 }
    }
  }

  /// The ratio of two durations that contradict each other.
  private static let contradiction = 1.25

  /// The numbers of places of a file, and of a URL, at which frames are read to judge a count.
  static let places: [Int64] = [16, 256]
  static let placesOfURL: [Int64] = [4, 16]

  /// The offsets of the count, if the checksum shows that the header was changed.
  var changedCount: Range<Int64>? {
    isFirst && frameCount > 0 && (isChecked == false || frameCount == UInt32.max)
      ? countOffset..<countOffset + 4 : nil
  }

  /// Returns the offsets of the count if the frames in numbers of places contradict it, or nil. A file that may be cut has
  /// fewer.
  func wrongCount(in bytes: inout HeaderBytes, at counts: [Int64]) -> Range<Int64>? {
    guard isFirst, frameCount > 0 else { return nil }
    let place = countOffset..<countOffset + 4
    if frameCount == UInt32.max { return place }
    let isWhole = end.map { $0 <= bytes.size } ?? false
    let declared = duration.seconds
    // More is read only of a file in which few frames show a contradiction.
    for count in counts {
      guard
        let sample = SampledDuration(&bytes, isADTS: false, from: start, pieceCount: count)
      else { return nil }
      let counted = sample.duration.seconds
      let isLess = isWhole && sample.isDense && counted * Self.contradiction < declared
      guard isLess || counted > declared * Self.contradiction else { return nil }
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
