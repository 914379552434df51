import Foundation

/// The fields of Matroska: the size of each element, and its content if that is a number. Each size
/// and number is first widened to eight bytes.
enum MatroskaFields {
  private static let containers: Set<Int> = [
    0x1A45_DFA3, 0x1853_8067, 0x114D_9B74, 0x4DBB, 0x1549_A966, 0x1654_AE6B, 0xAE, 0xE0, 0xE1,
    0x1C53_BB6B, 0xBB, 0xB7, 0x1F43_B675, 0xA0, 0x1043_A770, 0x45B9, 0xB6, 0x80, 0x1254_C367,
    0x7373,
    0x63C0, 0x67C8,
  ]
  /// Numbers, except those of floating point.
  private static let numbers: Set<Int> = [
    0x53AC, 0x2AD7B1, 0x4461, 0xE7, 0xA7, 0xAB, 0x23E383, 0x9B, 0xFB, 0x75A2, 0x56AA, 0x56BB, 0xB3,
    0xF1, 0xF0, 0xB2, 0x5378, 0x91, 0x92, 0xD7, 0x73C5, 0x83, 0xB0, 0xBA, 0x9F, 0x6264, 0x63C5,
    0x9C,
    0x42F2, 0x42F3, 0x42F7, 0x4287, 0x55EE,
  ]
  private static let floats: Set<Int> = [0x4489, 0xB5, 0x78B5]
  private static let blocks: Set<Int> = [0xA3, 0xA1]
  /// The number of elements of one kind whose fields are changed.
  private static let greatestCount = 5

  static func file(_ path: String) throws -> FieldFile {
    let (name, original) = try FieldFile.read(path)
    var writer = Writer()
    writer.append(original, 0..<original.count)
    return FieldFile(name, writer.bytes, writer.fields)
  }

  private struct Writer {
    var bytes = Data()
    var fields: [HeaderField] = []
    private var counts: [Int: Int] = [:]

    /// Appends the elements in a part of a file.
    mutating func append(_ source: Data, _ part: Range<Int>) {
      var place = part.lowerBound
      while place + 2 <= part.upperBound {
        let nameLength =
          source.number(place, 1) == 0
          ? 8 : UInt8(source.number(place, 1)).leadingZeroBitCount + 1
        let sizeLength = UInt8(source.number(place + nameLength, 1)).leadingZeroBitCount + 1
        guard nameLength <= 4, sizeLength <= 8 else { return }
        let name = source.number(place, nameLength)
        let size = source.number(place + nameLength, sizeLength) & ((1 << (7 * sizeLength)) - 1)
        let start = place + nameLength + sizeLength
        let end = size == (1 << (7 * sizeLength)) - 1 ? part.upperBound : start + size
        append(name, nameLength, source, start..<min(end, part.upperBound))
        place = min(end, part.upperBound)
      }
    }

    private mutating func append(
      _ name: Int, _ nameLength: Int, _ source: Data, _ content: Range<Int>
    ) {
      let text = String(name, radix: 16)
      counts[name, default: 0] += 1
      let isChosen = counts[name, default: 0] <= greatestCount
      bytes += Data.bigEndian(UInt64(name), nameLength)
      let sizePlace = bytes.count
      bytes += Data(count: 8)
      if isChosen { fields.append(HeaderField("\(text) size", at: sizePlace, bits: 8..<64)) }
      let start = bytes.count
      if containers.contains(name) {
        append(source, content)
      } else if numbers.contains(name), content.count <= 8 {
        bytes += Data.bigEndian(UInt64(source.number(content.lowerBound, content.count)), 8)
        if isChosen { fields.append(HeaderField(text, at: start, 8)) }
      } else {
        bytes += source[content]
        if isChosen, floats.contains(name) {
          fields.append(HeaderField(text, floatAt: start, content.count))
        } else if isChosen, blocks.contains(name) {
          fields.append(HeaderField("\(text) track", at: start, bits: 1..<8))
          fields.append(HeaderField("\(text) time", at: start + 1, 2))
          fields.append(HeaderField("\(text) flags", at: start + 3, 1))
        }
      }
      let size = UInt64(bytes.count - start) | 1 << 56
      bytes.replaceSubrange(sizePlace..<sizePlace + 8, with: Data.bigEndian(size, 8))
    }
  }
}
