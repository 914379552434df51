import Foundation

/// The fields of MP4 and QuickTime: the length of each box, and the words at the start of its content.
enum MovieFields {
  private static let containers: Set<String> = [
    "moov", "trak", "mdia", "minf", "stbl", "edts", "mvex", "moof", "traf", "mfra", "dinf", "udta",
    "gmhd",
  ]
  private static let withoutFields: Set<String> = ["mdat", "free", "hdlr", "url ", "name"]
  private static let wordsOfABox = 12

  static func file(_ path: String) throws -> FieldFile {
    let (name, bytes) = try FieldFile.read(path)
    return FieldFile(name, bytes, fields(of: bytes))
  }

  /// A movie whose headers have fields of 64 bits, and whose first composition offset is negative.
  static func wideFile(_ path: String) throws -> FieldFile {
    let (name, original) = try FieldFile.read(path)
    var bytes = original
    guard let movie = boxes(of: bytes, in: 0..<bytes.count).first(where: { $0.kind == "moov" })
    else { throw CocoaError(.fileReadCorruptFile) }
    bytes.replaceSubrange(movie.start + 4..<movie.start + 8, with: Data("free".utf8))
    bytes += box("moov", widened(original, movie.content))
    return FieldFile("wide-\(name)", bytes, fields(of: bytes))
  }

  private struct Box {
    let kind: String
    let start: Int
    let content: Range<Int>
  }

  private static func boxes(of bytes: Data, in part: Range<Int>) -> [Box] {
    var boxes: [Box] = []
    var place = part.lowerBound
    while place + 8 <= part.upperBound {
      let length = bytes.number(place, 4)
      let end = length < 8 ? part.upperBound : min(place + length, part.upperBound)
      boxes.append(Box(kind: bytes.code(place + 4), start: place, content: place + 8..<end))
      place = end
    }
    return boxes
  }

  private static func fields(of bytes: Data) -> [HeaderField] {
    fields(of: bytes, in: 0..<bytes.count, path: "")
  }

  private static func fields(of bytes: Data, in part: Range<Int>, path: String) -> [HeaderField] {
    var fragmentCount = 0
    return boxes(of: bytes, in: part).flatMap { box -> [HeaderField] in
      let path = path + "/" + box.kind
      if box.kind == "moof" { fragmentCount += 1 }
      if fragmentCount > 2 { return [] }
      let length = [HeaderField("\(path) length", at: box.start, 4)]
      if containers.contains(box.kind) {
        return length + fields(of: bytes, in: box.content, path: path)
      }
      return withoutFields.contains(box.kind)
        ? length : length + words(of: bytes, in: box.content, path)
    }
  }

  /// Returns the words of four bytes at the start of a box, and those of eight bytes if it has any.
  private static func words(
    of bytes: Data, in content: Range<Int>, _ path: String
  ) -> [HeaderField] {
    let isWide = path.hasSuffix("co64") || bytes.number(content.lowerBound, 1) == 1
    let widths = isWide ? [4, 8] : [4]
    return widths.flatMap { width -> [HeaderField] in
      let offsets = (0..<wordsOfABox).map { $0 * 4 }.filter { $0 + width <= content.count }
      return offsets.map {
        HeaderField("\(path)+\($0) (\(width))", at: content.lowerBound + $0, width)
      }
    }
  }

  private static func box(_ kind: String, _ content: Data) -> Data {
    Data.bigEndian(UInt64(content.count + 8), 4) + Data(kind.utf8) + content
  }

  private static func widened(_ bytes: Data, _ part: Range<Int>) -> Data {
    boxes(of: bytes, in: part).reduce(Data()) { movie, found in
      let content = Data(bytes[found.content])
      if containers.contains(found.kind) {
        return movie + box(found.kind, widened(bytes, found.content))
      }
      func wide(_ place: Int) -> Data { Data.bigEndian(UInt64(content.number(place, 4)), 8) }
      let version = Data([1]) + content[1..<4]
      switch found.kind {
      case "mvhd", "mdhd":
        return movie
          + box(
            found.kind, version + wide(4) + wide(8) + content[12..<16] + wide(16) + content[20...])
      case "tkhd":
        return movie
          + box("tkhd", version + wide(4) + wide(8) + content[12..<20] + wide(20) + content[24...])
      case "elst":
        let entries = stride(from: 8, to: content.count - 11, by: 12).reduce(Data()) {
          $0 + wide($1) + wide($1 + 4) + content[$1 + 8..<$1 + 12]
        }
        return movie + box("elst", version + content[4..<8] + entries)
      case "stco":
        let offsets = stride(from: 8, to: content.count - 3, by: 4).reduce(Data()) { $0 + wide($1) }
        return movie + box("co64", content[..<8] + offsets)
      case "ctts":
        let first = content[8..<12] + Data.bigEndian(UInt64(UInt32.max), 4)
        return movie + box("ctts", version + content[4..<8] + first + content[16...])
      default: return movie + box(found.kind, content)
      }
    }
  }
}
