import Foundation

/// A number in a header of a file: a length, a count, an offset or a time.
package struct HeaderField: Sendable {
  private enum Place {
    /// The offsets of the bits from the start of the file, the most significant first.
    case bits([Int])
    /// The offsets of the bits of a number of floating point.
    case float([Int])
    case text(Range<Int>)
  }

  /// A number that a field is set to.
  package enum Extreme: Hashable, Sendable {
    case bits(UInt64)
    case text(String)
  }

  /// The name, for messages.
  package let name: String
  private let place: Place

  private init(_ name: String, _ place: Place) {
    (self.name, self.place) = (name, place)
  }

  private init(_ name: String, bits: [Int]) {
    self.init(name, .bits(bits))
  }

  /// A decimal number in text.
  package init(_ name: String, text place: Range<Int>) {
    self.init(name, .text(place))
  }

  /// A big-endian number of floating point, of four or eight bytes.
  package init(_ name: String, floatAt place: Int, _ count: Int) {
    self.init(name, .float(Array(place * 8..<(place + count) * 8)))
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
  package var extremes: [Extreme] {
    switch place {
    case .bits(let bits): Self.integers(bits.count).map(Extreme.bits)
    case .float(let bits):
      Set(Self.integers(bits.count) + Self.floats(bits.count)).sorted().map(Extreme.bits)
    case .text: Self.texts.map(Extreme.text)
    }
  }

  private static func integers(_ width: Int) -> [UInt64] {
    let greatest = UInt64.max >> (64 - UInt64(width))
    let half = greatest / 2
    // An offset or a time near the greatest one, to which a file's start will be added.
    let near: [UInt64] = width < 32 ? [] : [half - 4_096, greatest - 4_096]
    let all = [0, 1, 2, half &- 1, half, half + 1, half + 2, greatest &- 1, greatest] + near
    return Set(all.filter { $0 <= greatest }).sorted()
  }

  private static func floats(_ width: Int) -> [UInt64] {
    let values = [1, -1, 0x1p62, 0x1p63, 0x1p64, -0x1p63, 1e-300, .infinity, -.infinity, .nan]
    return values.map { width == 64 ? $0.bitPattern : UInt64(Float($0).bitPattern) }
  }

  private static let texts =
    [Int64.max, Int64.min, Int64(Int32.max), Int64(UInt32.max)].flatMap { number in
      ["\(number)", "\(number &- 1)", "\(number &+ 1)"]
    } + [
      "0", "1", "2", "-1", "-2", "18446744073709551615", "18446744073709551616",
      "99999999999999999999", "0.000000001", "1e308", "1e-308", "nan", "inf", "",
    ]

  /// Writes a number.
  package func write(_ value: Extreme, to bytes: inout Data) {
    switch (place, value) {
    case (.text(let part), .text(let text)): bytes.replaceSubrange(part, with: Data(text.utf8))
    case (.bits(let bits), .bits(let number)), (.float(let bits), .bits(let number)):
      for (index, bit) in bits.reversed().enumerated() {
        let place = bytes.startIndex + bit / 8
        guard place < bytes.endIndex else { continue }
        let mask = UInt8(0x80) >> UInt8(bit % 8)
        let isSet = number >> UInt64(index) & 1 == 1
        bytes[place] = isSet ? bytes[place] | mask : bytes[place] & ~mask
      }
    default: preconditionFailure("A number of another kind of field.")
    }
  }
}
