/// The timestamp of the first sample in a segment of packed audio (AAC, MP3, AC-3), which the frames
/// themselves do not have. An ID3 tag at the start of the segment has it, in a private frame (RFC 8216, 3.4).
enum PackedAudioClock {
  /// FFmpeg's names of the formats of packed audio.
  static let containers = ["aac", "mp3", "ac3", "eac3"]

  private static let extensions = [".aac", ".mp3", ".ac3", ".ec3", ".eac3"]
  /// The greatest length of segments that may have too few frames to be recognized.
  private static let shortLength = 8_192

  private static let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]
  private static let headLength = 10

  /// Whether the name of a segment is that of packed audio.
  static func names(_ location: String) -> Bool {
    let path = location.prefix { $0 != "?" && $0 != "#" }.lowercased()
    return extensions.contains(where: path.hasSuffix)
  }

  /// Whether a segment of packed audio has so few frames that FFmpeg does not recognize it without those before it.
  static func isShort(_ segment: [UInt8], named location: String) -> Bool {
    names(location) && !segment.isEmpty && segment.count <= shortLength
  }

  /// Returns the timestamp at the start of a segment, in ticks of 1/90000 s; nil if it has none.
  static func timestamp(of segment: [UInt8]) -> Int64? {
    var tag = segment[...]
    while tag.count >= headLength, tag.starts(with: Array("ID3".utf8)) {
      let head = tag.prefix(headLength)
      let length = number(head.suffix(4), bits: 7)
      let body = tag.dropFirst(headLength).prefix(length)
      // In version 2.3 the length of a frame has eight bits in each byte.
      let isSynchsafe = head[head.startIndex + 3] >= 4
      if let timestamp = timestamp(inFrames: body, bits: isSynchsafe ? 7 : 8) { return timestamp }
      // A footer repeats the header.
      let hasFooter = head[head.startIndex + 5] & 0x10 != 0
      tag = tag.dropFirst(headLength).dropFirst(length).dropFirst(hasFooter ? headLength : 0)
    }
    return nil
  }

  /// Returns where the tags at the start of a segment end, which may be behind the bytes; nil if more bytes show that.
  ///
  /// - Parameter end: The end of the tags that were found before, and are found now.
  static func endOfTags(
    in bytes: [UInt8], from end: inout Int, isWhole: Bool = false
  ) -> Int? {
    while true {
      let head = bytes.dropFirst(end).prefix(headLength)
      guard head.count == headLength else { return isWhole ? end : nil }
      guard head.starts(with: Array("ID3".utf8)) else { return end }
      let hasFooter = head[head.startIndex + 5] & 0x10 != 0
      end += number(head.suffix(4), bits: 7) + headLength * (hasFooter ? 2 : 1)
    }
  }

  private static func timestamp(inFrames body: ArraySlice<UInt8>, bits: Int) -> Int64? {
    var rest = body
    while rest.count >= headLength, rest.first != 0 {
      let isPrivate = rest.starts(with: Array("PRIV".utf8))
      let length = number(rest.dropFirst(4).prefix(4), bits: bits)
      let content = rest.dropFirst(headLength).prefix(length)
      if isPrivate, content.count == owner.count + 8, content.starts(with: owner) {
        // The upper 31 bits are zero.
        return content.suffix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) } & 0x1_FFFF_FFFF
      }
      rest = rest.dropFirst(headLength).dropFirst(length)
    }
    return nil
  }

  /// Returns the number that four bytes store.
  private static func number(_ bytes: ArraySlice<UInt8>, bits: Int) -> Int {
    bytes.reduce(0) { $0 << bits | Int($1) & (1 << bits - 1) }
  }
}
