import Testing

@testable import PlayheadFFmpeg

/// Bytes that units of H.264 and H.265 must not have.
@Suite struct UnitFramingTests {
  private func isForbidden(_ bytes: [UInt8], lengthSize: Int?) -> Bool {
    bytes.withUnsafeBufferPointer { UnitFraming(lengthSize: lengthSize).hasForbiddenBytes($0) }
  }

  @Test(
    arguments: [
      ([], false), ([1, 2, 3], false), ([7, 0, 0, 3, 1], false), ([0, 0, 3, 0, 0, 3], false),
      ([7, 0, 0, 0, 7], true), ([7, 0, 0, 1, 7], true), ([7, 0, 0, 2, 7], true),
      ([0, 0, 0, 7], true), ([7, 0, 7, 0, 0, 0, 0, 0, 7], true), ([7, 0, 7, 0, 7], false),
      // Padding at the end of the unit.
      ([7, 0, 0], false), ([7, 0, 0, 0, 0], false), ([0, 0, 0, 0], false),
    ] as [([UInt8], Bool)])
  func aUnitWithALength(unit: [UInt8], isForbidden expected: Bool) {
    for size in 1...4 {
      let length = [UInt8](repeating: 0, count: size - 1) + [UInt8(unit.count)]
      #expect(isForbidden(length + unit, lengthSize: size) == expected)
      #expect(isForbidden(length + unit + length + unit, lengthSize: size) == expected)
      // A length beyond the end is not looked at here.
      #expect(!isForbidden([UInt8](repeating: 255, count: size) + unit, lengthSize: size))
    }
  }

  @Test(
    arguments: [
      ([], false), ([0, 0, 1, 7, 0, 0, 3, 1], false), ([0, 0, 0, 1, 7, 0, 0, 1, 7], false),
      ([0, 0, 1, 7, 0, 0, 0, 0, 0, 1, 7], false), ([0, 0, 1, 7, 0, 0, 0], false),
      ([0, 0, 1, 7, 0, 0, 0, 2], true), ([0, 0, 1, 7, 0, 0, 0, 7], true),
      ([0, 0, 1, 7, 0, 0, 2], true), ([0, 0, 1, 7, 0, 0, 0, 0, 3], true),
    ] as [([UInt8], Bool)])
  func unitsWithStartCodes(bytes: [UInt8], isForbidden expected: Bool) {
    #expect(isForbidden(bytes, lengthSize: nil) == expected)
  }
}
