/// The 80 bits of a frame of linear timecode (SMPTE ST 12-1), the first of them in the lowest bit of the first byte.
package struct LTCFrame: Hashable, Sendable {
  package let bytes: [UInt8]

  /// Creates the frame of a timecode, with the first group of user bits in the lowest four bits.
  package init(_ timecode: Timecode, userBits: UInt32 = 0) {
    let (hours, minutes, seconds, frames) = timecode.numbers
    var bytes = [frames, seconds, minutes, hours].flatMap { number in
      [UInt8(truncatingIfNeeded: number % 10), UInt8(truncatingIfNeeded: number / 10)]
    }
    if timecode.base.isDropFrame { bytes[1] |= 1 << 2 }
    for index in bytes.indices {
      bytes[index] |= UInt8(truncatingIfNeeded: userBits >> (4 * index)) << 4
    }
    // The sync word.
    bytes += [0xFC, 0xBF]
    // The number of ones is even, so that each frame begins with the same edge.
    let ones = bytes.reduce(0) { $0 + $1.nonzeroBitCount }
    if ones % 2 == 1 { bytes[timecode.base.nominalRate == 25 ? 7 : 3] |= 1 << 3 }
    self.bytes = bytes
  }
}
