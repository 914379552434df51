/// The script tag at the start of FLV.
///
/// Source: Adobe Flash Video File Format Specification, version 10.1, annex E.
enum FlashHeader {
  /// The names before the length are those of few properties.
  private static let greatestCount: UInt64 = 65_536

  /// Returns whether the tag states how long the media is; nil if the file has no such tag at its start.
  static func statesLength(_ bytes: inout HeaderBytes) -> Bool? {
    // The tag follows the header of the file, and the size of a tag before it.
    guard let start = bytes.record(at: 0, count: 24), start.has("FLV", at: 0),
      start.bytes[13] & 0x1F == 18, let count = start.bigEndian(at: 14, 3),
      let script = bytes.record(at: 24, count: Int(min(count, greatestCount)))
    else { return nil }
    // A name has its length before it. A number is of the type 0, with 64 bits.
    let places = script.bytes.indices.filter { script.has("duration\0", at: $0) }
    return places.contains { place in
      script.bigEndian(at: place + 9, 8).map { Double(bitPattern: $0) > 0 } ?? false
    }
  }
}
