/// The timecode in the header of a group of pictures of MPEG-1 and MPEG-2 video (ISO/IEC 13818-2, 6.2.2.6).
package struct GroupTimecode: Hashable, Sendable {
  package let label: String
  /// How many pictures of the group are shown before the first one in the video.
  package let leadCount: Int64

  /// Reads the first header in the bytes of a video; nil if there is none.
  package init?(_ bytes: [UInt8]) {
    // The four bytes after a start code.
    func bits(after code: UInt8) -> UInt32? {
      let start = bytes.indices.dropLast(7).first { index in
        bytes[index] == 0 && bytes[index..<index + 4].elementsEqual([0, 0, 1, code])
      }
      return start.map { bytes[$0 + 4..<$0 + 8].reduce(0) { $0 << 8 | UInt32($1) } }
    }
    guard let word = bits(after: 0xB8), word >> 19 & 1 == 1 else { return nil }
    let numbers = [word >> 26 & 31, word >> 20 & 63, word >> 13 & 63, word >> 7 & 63]
    guard numbers[0] < 24, numbers[1] < 60, numbers[2] < 60 else { return nil }
    let digits = numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }
    label = digits[..<3].joined(separator: ":") + (word >> 31 == 1 ? ";" : ":") + digits[3]
    leadCount = Int64(bits(after: 0x00) ?? 0) >> 22
  }
}
