import Foundation

/// The fields of containers of packets with their own headers: FLV, GXF and MXF.
enum PacketFields {
  /// The number of packets of one kind whose fields are changed.
  private static let greatestCount = 3

  static func flv(_ path: String) throws -> FieldFile {
    let (name, bytes) = try FieldFile.read(path)
    var fields = [HeaderField("header length", at: 5, 4), HeaderField("flags", at: 4, 1)]
    var counts: [Int: Int] = [:]
    var place = 13
    while place + 11 < bytes.count {
      let (kind, length) = (bytes.number(place, 1), bytes.number(place + 1, 3))
      counts[kind, default: 0] += 1
      if counts[kind, default: 0] <= greatestCount {
        fields.append(HeaderField("tag \(kind) length", at: place + 1, 3))
        fields.append(HeaderField("tag \(kind) time", at: place + 4, bits: 24..<32, 0..<24))
        fields.append(HeaderField("tag \(kind) stream", at: place + 8, 3))
        fields.append(HeaderField("tag \(kind) codec", at: place + 11, 1))
        fields.append(HeaderField("tag \(kind) kind of packet", at: place + 12, 1))
        fields.append(HeaderField("tag \(kind) offset", at: place + 13, 3))
        fields.append(HeaderField("tag \(kind) previous", at: place + 11 + length, 4))
      }
      if kind == 18 { fields += numbers(of: bytes, in: place + 11..<place + 11 + length) }
      place += 15 + length
    }
    return FieldFile(name, bytes, fields)
  }

  /// Returns the lengths and numbers of the metadata: a text, then the number of pairs, each a name with
  /// its length before a value.
  private static func numbers(of bytes: Data, in content: Range<Int>) -> [HeaderField] {
    var place = content.lowerBound + 3 + bytes.number(content.lowerBound + 1, 2)
    var fields = [
      HeaderField("name length", at: content.lowerBound + 1, 2),
      HeaderField("count", at: place + 1, 4),
    ]
    place += 5
    while place + 2 < content.upperBound, bytes.number(place, 2) > 0 {
      fields.append(HeaderField("key length", at: place, 2))
      let value = place + 2 + bytes.number(place, 2)
      switch bytes.number(value, 1) {
      case 0:
        fields.append(HeaderField("metadata", floatAt: value + 1, 8))
        place = value + 9
      case 1: place = value + 2
      case 2:
        fields.append(HeaderField("text length", at: value + 1, 2))
        place = value + 3 + bytes.number(value + 1, 2)
      default: return fields
      }
    }
    return fields
  }

  static func gxf(_ path: String) throws -> FieldFile {
    let (name, bytes) = try FieldFile.read(path)
    var fields: [HeaderField] = []
    var counts: [Int: Int] = [:]
    var place = 0
    while place + 16 < bytes.count, bytes.number(place, 5) == 1 {
      let (kind, length) = (bytes.number(place + 5, 1), bytes.number(place + 6, 4))
      counts[kind, default: 0] += 1
      if counts[kind, default: 0] <= greatestCount {
        fields.append(HeaderField("packet \(kind) length", at: place + 6, 4))
        for width in [1, 2, 4] {
          for offset in stride(from: 16, through: min(length, 96) - width, by: width) {
            fields.append(
              HeaderField("packet \(kind)+\(offset) (\(width))", at: place + offset, width))
          }
        }
      }
      place += max(length, 16)
    }
    return FieldFile(name, bytes, fields)
  }

  static func mxf(_ path: String) throws -> FieldFile {
    let (name, bytes) = try FieldFile.read(path)
    var fields: [HeaderField] = []
    var counts: [Data: Int] = [:]
    var place = 0
    while place + 20 < bytes.count, bytes.number(place, 4) == 0x060E_2B34 {
      let key = bytes[place..<place + 16]
      let width = bytes.number(place + 16, 1) & 0x7F
      let isLong = bytes.number(place + 16, 1) & 0x80 != 0
      let length = isLong ? bytes.number(place + 17, width) : width
      let content = place + 17 + (isLong ? width : 0)
      let text = key.dropFirst(12).map { String($0, radix: 16) }.joined(separator: ".")
      counts[key, default: 0] += 1
      if counts[key, default: 0] <= 1 {
        fields.append(
          HeaderField(
            "\(text) length", at: content - max(isLong ? width : 1, 1), isLong ? width : 1))
        fields += items(of: bytes, in: content..<min(content + length, bytes.count), text)
      }
      place = content + length
    }
    return FieldFile(name, bytes, fields)
  }

  /// Returns the items of a set, each with a tag and a length of two bytes, or the words of a partition
  /// or an index.
  private static func items(of bytes: Data, in content: Range<Int>, _ set: String) -> [HeaderField]
  {
    var fields: [HeaderField] = []
    var place = content.lowerBound
    while place + 4 <= content.upperBound {
      let (tag, length) = (bytes.number(place, 2), bytes.number(place + 2, 2))
      guard tag > 0xFF, place + 4 + length <= content.upperBound else { break }
      let text = "\(set) \(String(tag, radix: 16))"
      fields.append(HeaderField("\(text) length", at: place + 2, 2))
      if [1, 2, 4, 8].contains(length) { fields.append(HeaderField(text, at: place + 4, length)) }
      // The number and the length of the elements of an array.
      if length > 8 {
        fields.append(HeaderField("\(text) count", at: place + 4, 4))
        fields.append(HeaderField("\(text) element", at: place + 8, 4))
      }
      place += 4 + length
    }
    if place < content.upperBound {
      for width in [4, 8] {
        for offset in stride(from: 0, through: min(content.count, 88) - width, by: 4) {
          fields.append(
            HeaderField("\(set)+\(offset) (\(width))", at: content.lowerBound + offset, width))
        }
      }
    }
    return fields
  }
}
