import Foundation

/// The fields of AVI and WAV: the length of each chunk, and the numbers at the start of its content.
enum RIFFFields {
  private static let withNumbers: Set<String> = [
    "avih", "strh", "strf", "fmt ", "fact", "idx1", "indx", "ix00", "ds64", "dmlh", "vprp",
  ]
  private static let bytesOfAChunk = 64
  private static let greatestCount = 3

  static func file(_ path: String) throws -> FieldFile {
    let (name, bytes) = try FieldFile.read(path)
    return FieldFile(name, bytes, fields(of: bytes))
  }

  /// A WAV file as RF64, whose lengths have 64 bits, with a fact chunk.
  static func largeWAV(_ path: String) throws -> FieldFile {
    let (name, bytes) = try FieldFile.read(path)
    let data = bytes.range(of: Data("data".utf8))?.lowerBound ?? bytes.count
    func number(_ value: Int, _ count: Int) -> Data {
      Data(Data.bigEndian(UInt64(value), count).reversed())
    }
    let length = bytes.littleEndianNumber(data + 4, 4)
    let sizes = number(bytes.count, 8) + number(length, 8) + number(length, 8) + number(0, 4)
    let large =
      Data("RF64".utf8) + number(0xFFFF_FFFF, 4) + Data("WAVEds64".utf8) + number(28, 4) + sizes
      + bytes[12..<data] + Data("fact".utf8) + number(4, 4) + number(length, 4)
      + Data("data".utf8) + number(0xFFFF_FFFF, 4) + bytes[(data + 8)...]
    return FieldFile("large-\(name)", large, fields(of: large))
  }

  /// An AVI file with the indices of OpenDML: one of an index, and that of its first three chunks.
  static func openDML(_ path: String) throws -> FieldFile {
    let (name, original) = try FieldFile.read(path)
    var bytes = original
    func number(_ value: Int, _ count: Int) -> Data {
      Data(Data.bigEndian(UInt64(value), count).reversed())
    }
    guard let space = bytes.range(of: Data("JUNK".utf8)),
      var place = bytes.range(of: Data("movi".utf8))?.upperBound
    else { throw CocoaError(.fileReadCorruptFile) }
    var entries = Data()
    for _ in 0..<3 {
      let length = bytes.littleEndianNumber(place + 4, 4)
      entries += number(place + 8, 4) + number(length, 4)
      place += 8 + length + length & 1
    }
    let index =
      number(2, 2) + number(1 << 8, 2) + number(3, 4) + Data("00dc".utf8) + Data(count: 12)
      + entries
    let entry = number(bytes.count, 8) + number(index.count + 8, 4) + number(3, 4)
    bytes.replaceSubrange(space, with: Data("indx".utf8))
    let content = space.upperBound + 4
    bytes.replaceSubrange(content + 4..<content + 8, with: number(1, 4))
    bytes.replaceSubrange(content + 24..<content + 24 + entry.count, with: entry)
    bytes += Data("ix00".utf8) + number(index.count, 4) + index
    return FieldFile("opendml-\(name)", bytes, fields(of: bytes))
  }

  private static func fields(of bytes: Data) -> [HeaderField] {
    var counts: [String: Int] = [:]
    return [HeaderField("RIFF length", at: 4, littleEndian: 4)]
      + fields(of: bytes, in: 12..<bytes.count, &counts)
  }

  private static func fields(
    of bytes: Data, in part: Range<Int>, _ counts: inout [String: Int]
  ) -> [HeaderField] {
    var fields: [HeaderField] = []
    var place = part.lowerBound
    while place + 8 <= part.upperBound {
      let kind = bytes.code(place)
      let length = bytes.littleEndianNumber(place + 4, 4)
      let end = min(place + 8 + length, part.upperBound)
      counts[kind, default: 0] += 1
      if kind == "LIST" {
        fields.append(
          HeaderField("\(bytes.code(place + 8)) length", at: place + 4, littleEndian: 4))
        fields += self.fields(of: bytes, in: min(place + 12, end)..<end, &counts)
      } else if counts[kind, default: 0] <= greatestCount {
        fields.append(HeaderField("\(kind) length", at: place + 4, littleEndian: 4))
        if withNumbers.contains(kind) {
          for width in [2, 4, kind == "ds64" ? 8 : 0] where width > 0 {
            for offset in stride(
              from: 0, to: min(end - place - 8, bytesOfAChunk) - width + 1, by: width)
            {
              fields.append(
                HeaderField(
                  "\(kind)+\(offset) (\(width))", at: place + 8 + offset, littleEndian: width))
            }
          }
        }
      }
      place = end + length & 1
    }
    return fields
  }
}
