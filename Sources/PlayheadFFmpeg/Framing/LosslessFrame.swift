/// The number of samples that a packet of ALAC or FLAC declares: the last one of a track has fewer than the others.
///
/// Sources of the formats: github.com/macosforge/alac, `ALACEncoder::EncodeStereo`; RFC 9639, 9.1.
enum LosslessFrame {
  static let codecs: Set = ["alac", "flac"]

  /// Returns nil if a packet declares no number.
  static func sampleCount(_ bytes: UnsafeRawBufferPointer, codec: String) -> Int64? {
    // libavformat writes a packet without sound behind the last one into NUT.
    if bytes.isEmpty { return 0 }
    return codec == "alac" ? countOfALAC(bytes) : countOfFLAC(bytes)
  }

  private static func countOfALAC(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    // 3 bits of the element's type, 4 of its number, 12 that are not used, the flag, and 3 more.
    guard bytes.count >= 7, bytes[0] >> 5 <= 1, bytes[2] & 0x10 != 0 else { return nil }
    return bytes[2..<7].reduce(Int64(0)) { $0 << 8 | Int64($1) } >> 1 & 0xFFFF_FFFF
  }

  private static func countOfFLAC(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    guard bytes.count >= 5, bytes[0] == 0xFF, bytes[1] & 0xFE == 0xF8 else { return nil }
    // The number of the frame is coded as a character of UTF-8.
    let place = 4 + max((~bytes[4]).leadingZeroBitCount, 1)
    switch bytes[2] >> 4 {
    case 1: return 192
    case let code where (2...5).contains(code): return 144 << Int64(code)
    case 6: return bytes.count > place ? Int64(bytes[place]) + 1 : nil
    case 7:
      return bytes.count > place + 1
        ? Int64(bytes[place]) << 8 + Int64(bytes[place + 1]) + 1 : nil
    case let code where code >= 8: return 1 << Int64(code)
    default: return nil
    }
  }
}
