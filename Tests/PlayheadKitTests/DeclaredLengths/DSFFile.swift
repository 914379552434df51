import Foundation

/// A DSF file: one channel of 1-bit sound, with 0.74 s of silence in every 64 blocks.
///
/// As many samples are presented as the header declares. If it declares none, FFmpeg fails at the
/// first read.
struct DSFFile {
  var blockCount = 64
  var declaredSampleCount: UInt64?

  private static let blockLength = 4_096

  var bytes: Data {
    let length = blockCount * Self.blockLength
    var bytes = Data("DSD ".utf8)
    func append(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
    for value in [28, UInt64(92 + length), 0] { append(value) }
    bytes.append(contentsOf: "fmt ".utf8)
    append(UInt64(52))
    // Version, format, type and count of channels, samples per second, bits per sample.
    for value in [1, 0, 1, 1, 2_822_400, 1] as [UInt32] { append(value) }
    append(declaredSampleCount ?? UInt64(8 * length))
    for value in [UInt32(Self.blockLength), 0] { append(value) }
    bytes.append(contentsOf: "data".utf8)
    append(UInt64(12 + length))
    bytes.append(Data(repeating: 0x69, count: length))
    return bytes
  }
}
