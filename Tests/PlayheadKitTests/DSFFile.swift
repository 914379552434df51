import Foundation

/// A file of one channel of 1-bit sound (DSF), 0.74 s of silence for each 64 blocks.
///
/// As many samples as its header declares are presented; FFmpeg fails at the first read of one that
/// declares none.
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
    // Version, format, kind and count of channels, samples a second, bits of a sample.
    for value in [1, 0, 1, 1, 2_822_400, 1] as [UInt32] { append(value) }
    append(declaredSampleCount ?? UInt64(8 * length))
    for value in [UInt32(Self.blockLength), 0] { append(value) }
    bytes.append(contentsOf: "data".utf8)
    append(UInt64(12 + length))
    bytes.append(Data(repeating: 0x69, count: length))
    return bytes
  }
}
