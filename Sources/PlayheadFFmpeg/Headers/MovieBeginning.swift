/// Finds out whether the header of a movie in MP4 announces fragments (`mvex`), from bytes that are read once.
///
/// Source of the format: ISO/IEC 14496-12, 8.8.1.
struct MovieBeginning {
  private(set) var hasFragments = false
  private var isOver = false
  /// The number of bytes that were read.
  private var length: Int64 = 0
  /// The offset of the next header of a box, and its first bytes.
  private var place: Int64 = 0
  private var head: [UInt8] = []
  private var isInMovie = false

  /// Adds bytes. What does not follow the bytes before is not examined.
  mutating func add(_ bytes: UnsafeRawBufferPointer, at offset: Int64) {
    if isOver { return }
    if offset != length { return isOver = true }
    length += Int64(bytes.count)
    while !isOver, place + Int64(head.count) < length {
      head.append(bytes[Int(place - offset) + head.count])
      if head.count == 16 || head.count == 8 && head[..<4] != [0, 0, 0, 1] { examineBox() }
    }
  }

  private mutating func examineBox() {
    let record = HeaderRecord(bytes: head)
    let size = head.count == 16 ? record.bigEndian(at: 8, 8) : record.bigEndian(at: 0, 4)
    let kind = String(decoding: head[4..<8], as: UTF8.self)
    let next = size.flatMap(Int64.init(exactly:)).map(place.addingReportingOverflow)
    let isFirst = place == 0
    switch kind {
    case "mvex": (hasFragments, isOver) = (isInMovie, true)
    case "moov" where !isInMovie:
      isInMovie = true
      place += Int64(head.count)
    case "mdat", "moof": isOver = true
    default:
      guard !isFirst || kind == "ftyp", let next, !next.overflow,
        next.partialValue - place >= Int64(head.count), next.partialValue < ByteInput.greatestOffset
      else { return isOver = true }
      place = next.partialValue
    }
    head = []
  }
}
