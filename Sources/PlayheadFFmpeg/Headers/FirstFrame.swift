/// Keeps the bytes behind the tags of MP3, from bytes that are read once.
struct FirstFrame {
  /// Enough for the header in the first frame.
  private static let greatestLength = 512
  private static let greatestTagCount = 16
  private static let tagHeadLength = 10

  /// The offset of the bytes behind the tags that are known.
  private(set) var start: Int64 = 0
  private var bytes: [UInt8] = []
  private var tagCount = 0
  /// The number of bytes that were read.
  private var length: Int64 = 0
  private var isOver = false

  /// The header; nil if the media has none, or the bytes are not complete.
  var header: MP3Header? {
    bytes.count < Self.greatestLength ? nil : MP3Header(HeaderRecord(bytes: bytes), at: start)
  }

  /// Adds bytes. What does not follow the bytes before is not examined.
  mutating func add(_ new: UnsafeRawBufferPointer, at offset: Int64) {
    if isOver { return }
    if offset != length { return isOver = true }
    length += Int64(new.count)
    while !isOver, start + Int64(bytes.count) < length {
      let index = Int(start - offset) + bytes.count
      let wanted = bytes.count < Self.tagHeadLength ? Self.tagHeadLength : Self.greatestLength
      bytes += new[index...].prefix(wanted - bytes.count)
      if bytes.count == Self.tagHeadLength { examineTag() }
      if bytes.count == Self.greatestLength { isOver = true }
    }
  }

  private mutating func examineTag() {
    if bytes.starts(with: "ID3".utf8), tagCount < Self.greatestTagCount {
      // Each byte of the size holds seven bits. Flag 0x10 announces a 10-byte footer.
      let size = bytes[6..<10].reduce(Int64(0)) { $0 << 7 | Int64($1 & 0x7F) }
      start += size + (bytes[5] & 0x10 != 0 ? 20 : 10)
      tagCount += 1
      bytes = []
    } else if bytes[0] != 0xFF {
      (bytes, isOver) = ([], true)
    }
  }
}
