import Foundation

/// The fields of FLAC and MP3.
enum AudioFields {
  static func flac(_ path: String) throws -> FieldFile {
    let (name, original) = try FieldFile.read(path)
    // A table of two seek points follows the block of stream information.
    let table =
      Data([3]) + Data.bigEndian(36, 3) + Data(count: 18) + Data.bigEndian(4_096, 8)
      + Data.bigEndian(100, 8) + Data.bigEndian(4_096, 2)
    let information = 4 + 4 + original.number(5, 3)
    let bytes = original[..<information] + table + original[information...]
    var fields: [HeaderField] = []
    var place = 4
    while place + 4 < bytes.count {
      let (kind, length) = (bytes.number(place, 1) & 0x7F, bytes.number(place + 1, 3))
      let start = place + 4
      fields.append(HeaderField("block \(kind) length", at: place + 1, 3))
      switch kind {
      case 0:
        for bits in [0..<16, 16..<32, 32..<56, 56..<80, 80..<100, 100..<103, 103..<108, 108..<144] {
          fields.append(HeaderField("stream information \(bits)", at: start, bits: bits))
        }
      case 3:
        for point in [start, start + 18] {
          fields.append(HeaderField("seek point sample", at: point, 8))
          fields.append(HeaderField("seek point offset", at: point + 8, 8))
          fields.append(HeaderField("seek point count", at: point + 16, 2))
        }
      case 4:
        let vendor = bytes.littleEndianNumber(start, 4)
        for offset in [0, 4 + vendor, 8 + vendor] {
          fields.append(HeaderField("comment+\(offset)", at: start + offset, littleEndian: 4))
        }
      case 6:
        let type = bytes.number(start + 4, 4)
        let text = bytes.number(start + 8 + type, 4)
        for offset in [0, 4, 8 + type, 12 + type + text, 16 + type + text, 28 + type + text] {
          fields.append(HeaderField("picture+\(offset)", at: start + offset, 4))
        }
      default: break
      }
      let isLast = bytes.number(place, 1) & 0x80 != 0
      place = start + length
      if isLast { break }
    }
    fields.append(HeaderField("frame header", at: place, bits: 16..<32))
    fields.append(HeaderField("frame number", at: place + 4, 1))
    return FieldFile(name, bytes, fields)
  }

  /// MP3 with the header of Fraunhofer's encoder.
  static func vbri(_ path: String) throws -> FieldFile {
    let (name, original) = try FieldFile.read(path)
    // The first frame without a tag before it.
    let start =
      original.code(0).hasPrefix("ID3") ? 10 + original[6..<10].reduce(0) { $0 << 7 | Int($1) } : 0
    var bytes = Data(original[start...])
    let widths = [2, 2, 2, 4, 4, 2, 2, 2, 2, 2, 2]
    let values: [UInt64] = [1, 0, 50, UInt64(bytes.count), 40, 2, 1, 2, 20, 100, 100]
    let header = zip(values, widths).reduce(Data("VBRI".utf8)) { $0 + Data.bigEndian($1.0, $1.1) }
    bytes.replaceSubrange(36..<36 + header.count, with: header)
    var fields: [HeaderField] = []
    var place = 40
    for width in widths {
      fields.append(HeaderField("VBRI+\(place - 36)", at: place, width))
      place += width
    }
    return FieldFile("vbri-\(name)", bytes, fields)
  }

  static func mp3(_ path: String) throws -> FieldFile {
    let (name, bytes) = try FieldFile.read(path)
    var fields: [HeaderField] = []
    var place = 0
    if bytes.code(0).hasPrefix("ID3") {
      fields.append(HeaderField("tag size", at: 6, bits: 1..<8, 9..<16, 17..<24, 25..<32))
      var frame = 10
      for _ in 0..<8 where bytes.number(frame, 1) > 0x40 {
        fields.append(HeaderField("\(bytes.code(frame)) size", at: frame + 4, 4))
        frame += 10 + bytes.number(frame + 4, 4)
      }
      place = 10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1) }
    }
    fields.append(HeaderField("frame header", at: place, bits: 11..<32))
    for text in ["Xing", "Info"] {
      guard let tag = bytes.range(of: Data(text.utf8))?.lowerBound else { continue }
      for offset in [4, 8, 12] {
        fields.append(HeaderField("\(text)+\(offset)", at: tag + offset, 4))
      }
      fields.append(HeaderField("\(text) delay", at: tag + 141, bits: 0..<12))
      fields.append(HeaderField("\(text) padding", at: tag + 141, bits: 12..<24))
    }
    return FieldFile(name, bytes, fields)
  }
}
