/// Finds the tags that follow the last frame of a file of sound: ID3v1, APE, Lyrics3 v2 and ID3v2.4 with a footer.
///
/// Each is recognized by its own signature, and starts where its declared length says.
///
/// Sources of the formats: id3.org (ID3v1, ID3v2.4, Lyrics3 v2); wiki.hydrogenaud.io, APEv2 specification.
enum EndTags {
  /// The containers in whose bytes libavformat looks for frames up to the end of the file.
  static let containers: Set = ["aac", "flac", "mp3", "wv"]
  private static let greatestCount = 8

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
    let (length, signature) = declaredLength(tail)
    guard let length else { return nil }
    guard let signature else { return length }
    guard let head = bytes.record(at: end - length, count: 16), head.has(signature, at: 0) else {
      return nil
    }
    return length
  }

  /// Returns the length that the last 32 bytes of a tag declare, and with what the tag starts, if that is known.
  private static func declaredLength(_ tail: HeaderRecord) -> (Int64?, StaticString?) {
    if tail.has("APETAGEX", at: 0), let version = tail.littleEndian(at: 8, 4),
      [1_000, 2_000].contains(version), let size = tail.littleEndian(at: 12, 4), size >= 32,
      let flags = tail.littleEndian(at: 20, 4)
    {
      // The size does not include the header.
      return flags >> 31 == 1 ? (Int64(size) + 32, "APETAGEX") : (Int64(size), nil)
    }
    if tail.has("LYRICS200", at: 23),
      let size = Int64(String(decoding: tail.bytes[17..<23], as: UTF8.self))
    {
      return (size + 15, "LYRICSBEGIN")
    }
    if tail.has("3DI", at: 22) {
      // Each byte of the size holds seven bits. The size does not include the header and the footer.
      let size = tail.bytes[28..<32].reduce(Int64(0)) { $0 << 7 | Int64($1 & 0x7F) }
      return (size + 20, "ID3")
    }
    return (nil, nil)
  }
}
