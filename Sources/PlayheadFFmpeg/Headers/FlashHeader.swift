import PlayheadTimekeeping

/// The first tags of FLV: the script, and the first packet.
///
/// Source: Adobe Flash Video File Format Specification, version 10.1, annex E.
struct FlashHeader {
  /// The names before the length are those of few properties.
  private static let greatestCount: UInt64 = 65_536
  /// How many tags with the headers of codecs are before the first packet, at most.
  private static let greatestTagCount = 16

  /// Whether the script states how long the media is. Otherwise libavformat takes the time of the last tag.
  let statesLength: Bool
  /// The decode time of the first packet; nil if it is not known.
  private(set) var start: MediaTime?

  /// Returns nil if the file has no such tags at its start.
  init?(_ bytes: inout HeaderBytes) {
    // The tag follows the header of the file, and the size of a tag before it.
    guard let head = bytes.record(at: 0, count: 24), head.has("FLV", at: 0),
      head.bytes[13] & 0x1F == 18, let count = head.bigEndian(at: 14, 3),
      let script = bytes.record(at: 24, count: Int(min(count, Self.greatestCount)))
    else { return nil }
    // A name has its length before it. A number is of the type 0, with 64 bits.
    let places = script.bytes.indices.filter { script.has("duration\0", at: $0) }
    statesLength = places.contains { place in
      script.bigEndian(at: place + 9, 8).map { Double(bitPattern: $0) > 0 } ?? false
    }
    start = Self.start(&bytes, behind: 24 + Int64(count) + 4)
  }

  private static func start(_ bytes: inout HeaderBytes, behind script: Int64) -> MediaTime? {
    var place = script
    for _ in 0..<greatestTagCount {
      guard let tag = bytes.record(at: place, count: 13), let count = tag.bigEndian(at: 1, 3),
        let low = tag.bigEndian(at: 4, 3)
      else { return nil }
      // AVC has the codec 7, AAC the format 10, and their headers the type 0.
      let (kind, format) = (tag.bytes[0] & 0x1F, tag.bytes[11])
      let isHeader =
        tag.bytes[12] == 0 && (kind == 9 && format & 0xF == 7 || kind == 8 && format >> 4 == 10)
      if [8, 9].contains(kind), !isHeader {
        return .milliseconds(Int64(tag.bytes[7]) << 24 | Int64(low))
      }
      place += 11 + Int64(count) + 4
    }
    return nil
  }
}
