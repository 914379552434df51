/// The four-byte header of an MPEG audio frame (ISO/IEC 11172-3 and 13818-3).
struct AudioFrameHeader {
  /// Bit rates in kb/s by the header's index minus one: MPEG-1 layers 1, 2, 3; MPEG-2 layer 1; MPEG-2 layers 2 and 3.
  private static let bitRates: [[Int]] = [
    [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ]
  private static let sampleRates: [Int32] = [44_100, 48_000, 32_000]

  /// Samples per second.
  let sampleRate: Int32
  /// Samples per channel in one frame.
  let sampleCount: Int
  /// The number of bytes from the start of a layer 3 frame to its main data, where a Xing header is.
  let sideInformationEnd: Int
  let layer: Int
  /// The length of the frame in bytes; nil for the free bit rate.
  let byteCount: Int?

  /// Returns nil if the bytes are not a header.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 else { return nil }
    // 0 is MPEG-2.5, 2 is MPEG-2, 3 is MPEG-1.
    let version = Int(bytes[1] >> 3 & 3)
    layer = 4 - Int(bytes[1] >> 1 & 3)
    let (rateNumber, sampleNumber) = (Int(bytes[2] >> 4), Int(bytes[2] >> 2 & 3))
    guard version != 1, layer < 4, rateNumber < 15, sampleNumber < 3 else { return nil }
    let isFull = version == 3
    let isMono = bytes[3] >> 6 == 3
    sampleRate = Self.sampleRates[sampleNumber] >> (isFull ? 0 : version == 2 ? 1 : 2)
    sampleCount = layer == 1 ? 384 : layer == 3 && !isFull ? 576 : 1_152
    sideInformationEnd = 4 + (isFull ? (isMono ? 17 : 32) : (isMono ? 9 : 17))
    let row = isFull ? layer - 1 : layer == 1 ? 3 : 4
    let slotLength = layer == 1 ? 4 : 1
    let padding = Int(bytes[2] >> 1 & 1)
    byteCount =
      rateNumber == 0
      ? nil
      : (sampleCount / 8 / slotLength * Self.bitRates[row][rateNumber - 1] * 1_000
        / Int(sampleRate) + padding) * slotLength
  }
}
