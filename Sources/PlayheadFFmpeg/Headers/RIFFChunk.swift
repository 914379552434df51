/// One chunk of a RIFF file (AVI, WAV), or of an RF64 or BW64 file.
struct RIFFChunk {
  /// The four-character code; of a list, its type, such as `hdrl`.
  let kind: String
  /// The byte range of the content within the file, without the header.
  let content: Range<Int64>
  /// The length that the header declares, in bytes; a cut file has less.
  let declaredLength: UInt64

  private static let greatestCount = 4_096

  /// Returns the chunks that follow each other in a range, up to and with `last`, or the first that exceeds the range.
  static func chunks(
    in part: Range<Int64>, of bytes: inout HeaderBytes, upTo last: String? = nil
  ) -> [RIFFChunk] {
    var chunks: [RIFFChunk] = []
    var offset = part.lowerBound
    while chunks.count < greatestCount, part.upperBound - offset >= 8,
      let head = bytes.record(at: offset, count: 8), let length = head.littleEndian(at: 4, 4)
    {
      var (start, code) = (offset + 8, head.bytes[..<4])
      let end = min(start + Int64(length), part.upperBound)
      if head.has("LIST", at: 0) || head.has("RIFF", at: 0) || head.has("RF64", at: 0)
        || head.has("BW64", at: 0), end - start >= 4,
        let list = bytes.record(at: start, count: 4)
      {
        (start, code) = (start + 4, list.bytes[...])
      }
      let kind = String(decoding: code, as: UTF8.self)
      chunks.append(RIFFChunk(kind: kind, content: start..<end, declaredLength: length))
      if kind == last || offset + 8 + Int64(length) > part.upperBound { break }
      // A chunk with an odd length is followed by a padding byte.
      offset = end + Int64(length & 1)
    }
    return chunks
  }
}

extension RIFFChunk {
  /// Returns the first `count` bytes of the content; nil if the content is shorter.
  func record(_ count: Int, of bytes: inout HeaderBytes) -> HeaderRecord? {
    content.upperBound - content.lowerBound < Int64(count)
      ? nil : bytes.record(at: content.lowerBound, count: count)
  }
}
