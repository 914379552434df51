import Foundation

/// A number in a header of a file: a length, a count, an offset or a time.
package struct HeaderField: Sendable {
  /// The name, for messages.
  package let name: String
  /// The offsets of the bits from the start of the file, the most significant first.
  private let bits: [Int]

  private init(_ name: String, bits: [Int]) {
    (self.name, self.bits) = (name, bits)
  }

  /// A big-endian number of whole bytes.
  package init(_ name: String, at place: Int, _ count: Int) {
    self.init(name, bits: Array(place * 8..<(place + count) * 8))
  }

  /// A little-endian number of whole bytes.
  package init(_ name: String, at place: Int, littleEndian count: Int) {
    self.init(
      name, bits: (place..<place + count).reversed().flatMap { Array($0 * 8..<$0 * 8 + 8) })
  }

  /// A number of some bits of one or more bytes.
  ///
  /// - Parameters:
  ///   - place: The offset of the first byte.
  ///   - parts: The ranges of bits, counted from the most significant one of the first byte.
  package init(_ name: String, at place: Int, bits parts: Range<Int>...) {
    self.init(name, bits: parts.flatMap { $0.map { place * 8 + $0 } })
  }

  /// The numbers at both ends of the field's range, signed and unsigned, and their neighbours.
  package var extremes: [UInt64] {
    let greatest = UInt64.max >> (64 - UInt64(bits.count))
    let half = greatest / 2
    // An offset or a time near the greatest one, to which a file's start is still to be added.
    let near: [UInt64] = bits.count < 32 ? [] : [half - 4_096, greatest - 4_096]
    let all = [0, 1, 2, half &- 1, half, half + 1, half + 2, greatest &- 1, greatest] + near
    return Set(all.filter { $0 <= greatest }).sorted()
  }

  /// Writes a number.
  package func write(_ value: UInt64, to bytes: inout Data) {
    for (index, bit) in bits.reversed().enumerated() {
      let place = bytes.startIndex + bit / 8
      guard place < bytes.endIndex else { continue }
      let mask = UInt8(0x80) >> UInt8(bit % 8)
      bytes[place] = value >> UInt64(index) & 1 == 1 ? bytes[place] | mask : bytes[place] & ~mask
    }
  }
}
