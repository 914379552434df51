/// Splits Matroska (RFC 9559) into units. Each element is a unit, but of the segment and of clusters only
/// the header is one, so that their children follow as units.
struct MatroskaReader: UnitReader {
  private static let segment: UInt64 = 0x1853_8067
  private static let cluster: UInt64 = 0x1F43_B675
  private static let clusterTime: UInt64 = 0xE7
  private static let simpleBlock: UInt64 = 0xA3
  private static let blockGroup: UInt64 = 0xA0
  private static let block: UInt64 = 0xA1
  private static let greatestCount = 10_000
  private static let header: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3]
  /// The names of the elements in a file, a segment and a cluster; others may be bytes behind a live recording.
  private static let names: [UInt64] = [
    0x1A45_DFA3, segment, 0x114D_9B74, 0x1549_A966, 0x1654_AE6B, cluster, 0x1C53_BB6B, 0x1941_A469,
    0x1043_A770, 0x1254_C367, 0x1B53_8667, 0x5854, blockGroup, simpleBlock, 0xA7, 0xAB, 0xAF, 0xBF,
    clusterTime, 0xEC,
  ]
  private static let greatestNameLength = 4

  /// The end of the segment, if its size is known.
  private(set) var declaredLength: Int64?
  /// The blocks with a time before zero, in the order of their offsets. libavformat returns none for these.
  private(set) var earlyBlocks: [EarlyBlock] = []
  private var clusterTicks: Int64 = 0
  /// Whether the last unit was behind that end.
  private var isBehindEnd = false

  /// Returns nil for other containers.
  init?(beginning: UnsafeRawBufferPointer) {
    guard beginning.starts(with: MatroskaReader.header) else { return nil }
  }

  mutating func read(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> UnitLength {
    // Bytes behind the end are no units, except for another file that was joined.
    isBehindEnd = declaredLength.map { offset >= $0 } ?? false
    if isBehindEnd,
      !bytes.prefix(4).elementsEqual(MatroskaReader.header.prefix(bytes.count))
    {
      return .lost
    }
    guard MatroskaReader.isElement(bytes) else { return .lost }
    let nameLength = bytes[0].leadingZeroBitCount + 1
    guard bytes.count > nameLength else { return .more }
    let sizeLength = bytes[nameLength].leadingZeroBitCount + 1
    guard sizeLength <= 8 else { return .lost }
    guard bytes.count >= nameLength + sizeLength else { return .more }
    let name = MatroskaReader.number(bytes, 0..<nameLength)
    let raw = MatroskaReader.number(bytes, nameLength..<nameLength + sizeLength)
    let greatest = (UInt64(1) << (7 * UInt64(sizeLength))) - 1
    let size = raw & greatest
    let head = Int64(nameLength + sizeLength)
    switch name {
    case MatroskaReader.segment:
      // All ones is the unknown size of a live recording.
      declaredLength = size == greatest ? nil : offset + head + Int64(size)
      return .length(head)
    case MatroskaReader.cluster: return .length(head)
    case MatroskaReader.clusterTime where size <= 8:
      let end = Int(head) + Int(size)
      guard bytes.count >= end else { return .more }
      clusterTicks = Int64(clamping: MatroskaReader.number(bytes, Int(head)..<end))
      return .length(Int64(end))
    case MatroskaReader.simpleBlock, MatroskaReader.blockGroup:
      if size == greatest { return .lost }
      let length = Int(head) + min(MatroskaReader.blockHeadLength, Int(min(size, 1 << 16)))
      guard bytes.count >= length else { return .more }
      let content = UnsafeRawBufferPointer(rebasing: bytes[Int(head)..<length])
      recordTime(content, isGroup: name == MatroskaReader.blockGroup, at: offset + head)
      return .length(head + Int64(size))
    default: return size == greatest ? .lost : .length(head + Int64(size))
    }
  }

  /// The greatest number of bytes from the beginning of a group or block to the end of its time.
  private static let blockHeadLength = 1 + 8 + 8 + 2

  /// Notes the time of a block, if it is before zero. A group begins with its block.
  private mutating func recordTime(
    _ content: UnsafeRawBufferPointer, isGroup: Bool, at offset: Int64
  ) {
    var start = 0
    if isGroup {
      guard content.count > 1, UInt64(content[0]) == MatroskaReader.block else { return }
      start = 1 + content[1].leadingZeroBitCount + 1
    }
    guard start < content.count else { return }
    let place = start + content[start].leadingZeroBitCount + 1
    guard place + 2 <= content.count else { return }
    let bits = UInt16(truncatingIfNeeded: MatroskaReader.number(content, place..<place + 2))
    // The sum of a time of at least zero and a negative one.
    let ticks = clusterTicks &+ Int64(Int16(bitPattern: bits))
    if bits >> 15 == 0 || ticks >= 0 || earlyBlocks.count >= MatroskaReader.greatestCount { return }
    earlyBlocks.append(EarlyBlock(offset: offset + Int64(start), ticks: ticks))
  }

  /// Returns the number in these bytes, of which the first is the most significant.
  private static func number(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> UInt64 {
    var number: UInt64 = 0
    for index in range { number = number << 8 | UInt64(bytes[index]) }
    return number
  }

  /// Whether an element may begin with these bytes.
  private static func isElement(_ bytes: some Collection<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    // Most elements are blocks.
    if UInt64(first) == simpleBlock { return true }
    let length = first.leadingZeroBitCount + 1
    if length > greatestNameLength { return false }
    let known = bytes.prefix(length)
    let number = known.reduce(0) { $0 << 8 | UInt64($1) }
    // Some of its bytes may not have been read.
    let missing = 8 * UInt64(length - known.count)
    return names.contains { $0 >> missing == number }
  }

  // A file that ends within a header was cut. A single byte behind the end may be anything.
  func begins(with bytes: [UInt8]) -> Bool {
    (!isBehindEnd || bytes.count > 1) && MatroskaReader.isElement(bytes)
  }
}
