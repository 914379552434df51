import Foundation

/// The fields of containers of chunks: AIFF, CAF, W64 and ASF, and the words of a Sun AU header.
enum ChunkFields {
  /// How a container stores a chunk: its kind, its length, its content.
  private struct Form {
    /// The offset of the first chunk.
    var start = 0
    var kindLength = 4
    var lengthWidth = 4
    var isLittleEndian = false
    /// Whether the length is that of the chunk with its header.
    var countsHeader = false
    var alignment = 1
    /// The length of the header of the first chunk, if it contains the others up to its end.
    var containerHeader: Int?

    func number(_ bytes: Data, _ place: Int, _ width: Int) -> Int {
      isLittleEndian ? bytes.littleEndianNumber(place, width) : bytes.number(place, width)
    }

    func field(_ name: String, at place: Int, _ width: Int) -> HeaderField {
      isLittleEndian
        ? HeaderField(name, at: place, littleEndian: width) : HeaderField(name, at: place, width)
    }
  }

  /// The number of bytes of a chunk, and of chunks of one kind, that have fields.
  private static let (bytesOfAChunk, greatestCount) = (96, 2)

  static func aiff(_ path: String) throws -> FieldFile {
    try file(path, Form(start: 12, alignment: 2), others: [4..<8], widths: [2, 4])
  }

  static func caf(_ path: String) throws -> FieldFile {
    try file(path, Form(start: 8, lengthWidth: 8), others: [], widths: [4, 8])
  }

  static func w64(_ path: String) throws -> FieldFile {
    let form = Form(
      start: 40, kindLength: 16, lengthWidth: 8, isLittleEndian: true, countsHeader: true,
      alignment: 8)
    return try file(path, form, others: [16..<24], widths: [2, 4])
  }

  static func asf(_ path: String) throws -> FieldFile {
    let form = Form(
      kindLength: 16, lengthWidth: 8, isLittleEndian: true, countsHeader: true, containerHeader: 30)
    return try file(path, form, others: [24..<28], widths: [1, 2, 4, 8])
  }

  static func au(_ path: String) throws -> FieldFile {
    try file(path, Form(start: .max), others: (1..<6).map { $0 * 4..<$0 * 4 + 4 }, widths: [])
  }

  private static func file(
    _ path: String, _ form: Form, others: [Range<Int>], widths: [Int]
  ) throws -> FieldFile {
    let (name, bytes) = try FieldFile.read(path)
    var fields = others.map { form.field("+\($0.lowerBound)", at: $0.lowerBound, $0.count) }
    var counts: [Data: Int] = [:]
    var place = form.start
    while place < bytes.count - form.kindLength - form.lengthWidth {
      let kind = bytes[place..<place + form.kindLength]
      let content = place + form.kindLength + form.lengthWidth
      let length = form.number(bytes, place + form.kindLength, form.lengthWidth)
      let end = min(form.countsHeader ? place + length : content + length, bytes.count)
      let text = kind.prefix(4).map { String($0, radix: 16) }.joined()
      counts[kind, default: 0] += 1
      if counts[kind, default: 0] <= greatestCount {
        fields.append(
          form.field("\(text) length", at: place + form.kindLength, form.lengthWidth))
        fields += words(in: content..<max(end, content), widths, text, form)
      }
      if let header = form.containerHeader, place == form.start {
        place += header
      } else {
        place = (max(end, content) + form.alignment - 1) / form.alignment * form.alignment
      }
    }
    return FieldFile(name, bytes, fields)
  }

  private static func words(
    in content: Range<Int>, _ widths: [Int], _ kind: String, _ form: Form
  ) -> [HeaderField] {
    widths.flatMap { width in
      stride(from: 0, through: min(content.count, bytesOfAChunk) - width, by: width).map {
        form.field("\(kind)+\($0) (\(width))", at: content.lowerBound + $0, width)
      }
    }
  }
}
