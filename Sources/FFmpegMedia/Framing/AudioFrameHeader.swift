/// The four bytes at the beginning of a frame of MPEG audio (ISO/IEC 11172-3 and 13818-3).
struct AudioFrameHeader {
  /// In kb/s, by the header's number less one: of layer 1, 2 and 3 at 32 kHz and more, then of layer
  /// 1, and of 2 and 3, below.
  private static let bitRates: [[Int]] = [
    [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ]
  private static let sampleRates = [44_100, 48_000, 32_000]

  /// How long the frame is.
  let byteCount: Int

  /// Nil for what is none, and where it does not tell its bit rate.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 else { return nil }
    // 0: of half a half of the rates, 2: of half, 3: of the full ones.
    let version = Int(bytes[1] >> 3 & 3)
    let layer = 4 - Int(bytes[1] >> 1 & 3)
    let (rateNumber, sampleNumber) = (Int(bytes[2] >> 4), Int(bytes[2] >> 2 & 3))
    guard version != 1, layer < 4, (1...14).contains(rateNumber), sampleNumber < 3 else {
      return nil
    }
    let isFull = version == 3
    let row = isFull ? layer - 1 : layer == 1 ? 3 : 4
    let bitRate = Self.bitRates[row][rateNumber - 1] * 1_000
    let sampleRate = Self.sampleRates[sampleNumber] >> (isFull ? 0 : version == 2 ? 1 : 2)
    let padding = Int(bytes[2] >> 1 & 1)
    byteCount =
      layer == 1
      ? (12 * bitRate / sampleRate + padding) * 4
      : (layer == 3 && !isFull ? 72 : 144) * bitRate / sampleRate + padding
  }
}
