/// The header of a frame of ADTS (ISO/IEC 14496-3, 1.A.2.2).
struct ADTSHeader {
  private static let sampleRates: [Int32] = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
    7_350,
  ]

  /// The number of blocks of 1,024 samples.
  let blockCount: Int32
  /// Samples per second.
  let sampleRate: Int32
  /// The length of the frame with its header in bytes.
  let byteCount: Int

  /// The number of samples in each channel.
  var sampleCount: Int64 { 1_024 * Int64(blockCount) }

  /// Returns nil if the bytes are not a header.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 7, bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0 else { return nil }
    let index = Int(bytes[2] >> 2 & 15)
    byteCount = Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5] >> 5)
    guard Self.sampleRates.indices.contains(index), byteCount > 7 else { return nil }
    sampleRate = Self.sampleRates[index]
    blockCount = Int32(bytes[6] & 3) + 1
  }
}
