/// Reads the length of the whole file that a header states, of containers whose units are not parsed.
///
/// Sources of the formats: wiki.multimedia.cx, Sony Wave64; Advanced Systems Format Specification, 3.2; sox, soxformat(7).
struct LengthReader: UnitReader {
  private static let waveGUID =
    Array("riff".utf8) + [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB]
  private static let headerGUID: [UInt8] = [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]
  private static let propertiesGUID: [UInt8] = [0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11]
  /// Writers that do not know the length store none, or a very great one.
  private static let credibleLengths: Range<UInt64> = 64..<1 << 48

  let declaredLength: Int64?

  /// Returns nil for other containers.
  init?(beginning: UnsafeRawBufferPointer) {
    let record = HeaderRecord(bytes: Array(beginning))
    let length: UInt64?
    if record.bytes.starts(with: Self.waveGUID) {
      length = record.littleEndian(at: 16, 8)
    } else if record.bytes.starts(with: Self.headerGUID) {
      length = Self.lengthOfASF(record)
    } else if record.has(".SoX", at: 0) {
      // Samples of four bytes follow the header.
      let count = record.littleEndian(at: 8, 8).flatMap { $0 > 0 && $0 < 1 << 48 ? $0 : nil }
      length = count.flatMap { count in
        record.littleEndian(at: 4, 4).map { 4 + $0 + 4 * count }
      }
    } else {
      return nil
    }
    declaredLength = length.flatMap { Self.credibleLengths.contains($0) ? Int64($0) : nil }
  }

  /// Returns the length in the properties of the file, unless it is written while it is sent.
  private static func lengthOfASF(_ record: HeaderRecord) -> UInt64? {
    // Objects follow the header of 30 bytes; each states its length behind its name of 16 bytes.
    var place = 30
    while let length = record.littleEndian(at: place + 16, 8), length >= 24, length < 4_096 {
      if record.bytes[place...].starts(with: propertiesGUID) {
        let isSent = record.littleEndian(at: place + 88, 4).map { $0 & 1 == 1 } ?? true
        return isSent ? nil : record.littleEndian(at: place + 40, 8)
      }
      place += Int(length)
    }
    return nil
  }

  mutating func read(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> UnitLength { .lost }

  func begins(with bytes: [UInt8]) -> Bool { false }
}
