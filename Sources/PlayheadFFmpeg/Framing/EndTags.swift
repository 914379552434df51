/// Finds the tags that follow the last frame of a file of sound: ID3v1, APE, Lyrics3 v2 and ID3v2.4 with a footer.
///
/// Each is recognized by its own signature, and starts where its declared length says, if it has the start of such a tag
/// there. Otherwise a wrong length would leave out media.
///
/// Sources of the formats: id3.org (ID3v1, ID3v2.4, Lyrics3 v2); wiki.hydrogenaud.io, APEv2 specification.
enum EndTags {
  /// The containers in whose bytes libavformat looks for frames up to the end of the file.
  static let containers: Set = ["aac", "flac", "mp3", "wv"]
  private static let greatestCount = 8
  private static let greatestKeyLength = 255

  /// Returns the offset of the first tag; nil if there are none.
  static func start(in bytes: inout HeaderBytes) -> Int64? {
    var end = bytes.size
    for _ in 0..<greatestCount {
      guard let length = length(endingAt: end, of: &bytes), 0 < length, length < end else { break }
      end -= length
    }
    return end < bytes.size ? end : nil
  }

  /// Returns the length of the tag that ends at an offset; nil if there is none.
  private static func length(endingAt end: Int64, of bytes: inout HeaderBytes) -> Int64? {
    if bytes.record(at: end - 128, count: 128)?.has("TAG", at: 0) == true { return 128 }
    guard let tail = bytes.record(at: end - 32, count: 32) else { return nil }
    if tail.has("APETAGEX", at: 0), let version = tail.littleEndian(at: 8, 4),
      [1_000, 2_000].contains(version), let size = tail.littleEndian(at: 12, 4), size >= 32,
      let flags = tail.littleEndian(at: 20, 4)
    {
      let size = Int64(size)
      if flags >> 31 == 1 {
        // The size does not include the header, whose version and size are the same.
        let head = bytes.record(at: end - size - 32, count: 16)
        let isSame = head?.has("APETAGEX", at: 0) == true && head?.bytes[8...] == tail.bytes[8..<16]
        return isSame ? size + 32 : nil
      }
      return hasItem(at: end - size, upTo: end - 32, of: &bytes) ? size : 32
    }
    if tail.has("LYRICS200", at: 23),
      let size = Int64(String(decoding: tail.bytes[17..<23], as: UTF8.self))
    {
      let head = bytes.record(at: end - size - 15, count: 11)
      return head?.has("LYRICSBEGIN", at: 0) == true ? size + 15 : nil
    }
    if tail.has("3DI", at: 22) {
      // Each byte of the size holds seven bits. The size does not include the header and the footer, which are the same.
      let size = tail.bytes[28..<32].reduce(Int64(0)) { $0 << 7 | Int64($1 & 0x7F) }
      let head = bytes.record(at: end - size - 20, count: 10)
      let isSame = head?.has("ID3", at: 0) == true && head?.bytes[3...] == tail.bytes[25...]
      return isSame ? size + 20 : nil
    }
    return nil
  }

  static let lengthOfAPEHeader: Int64 = 32

  /// Returns where a tag of APE with a header ends; nil if there is none at an offset.
  static func endOfAPE(startingAt start: Int64, of bytes: inout HeaderBytes) -> Int64? {
    guard let head = bytes.record(at: start, count: Int(lengthOfAPEHeader)),
      head.has("APETAGEX", at: 0), let size = head.littleEndian(at: 12, 4)
    else { return nil }
    return start + lengthOfAPEHeader + Int64(size)
  }

  /// Returns where a tag of APE at the end of a file starts by its declared length, which may be wrong.
  static func declaredStartOfAPE(in bytes: inout HeaderBytes) -> Int64? {
    guard let tail = bytes.record(at: bytes.size - 32, count: 32), tail.has("APETAGEX", at: 0)
    else { return nil }
    return tail.littleEndian(at: 12, 4).map { bytes.size - Int64($0) }
  }

  /// Whether an item of APE is at an offset: the size of its value, flags, and a key of printable characters.
  private static func hasItem(
    at start: Int64, upTo end: Int64, of bytes: inout HeaderBytes
  ) -> Bool {
    let count = Int(clamping: min(end - start, Int64(8 + greatestKeyLength + 1)))
    guard let item = bytes.record(at: start, count: count),
      let size = item.littleEndian(at: 0, 4),
      let keyLength = item.bytes.dropFirst(8).firstIndex(of: 0).map({ $0 - 8 }),
      2...greatestKeyLength ~= keyLength
    else { return false }
    return item.bytes[8..<8 + keyLength].allSatisfy { 0x20...0x7E ~= $0 }
      && Int64(size) <= end - start - Int64(8 + keyLength + 1)
  }
}
