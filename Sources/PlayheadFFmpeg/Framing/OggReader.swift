/// Parses Ogg pages (RFC 3533).
struct OggReader: UnitReader {
  private static let magic = Array("OggS".utf8)
  private static let headLength = 27
  /// The maximum number of streams that are tracked.
  private static let greatestStreamCount = 64

  /// The serial numbers of streams without an end-of-stream page until now.
  private var open: Set<UInt32> = []

  /// Returns nil for other containers.
  init?(beginning: UnsafeRawBufferPointer) {
    guard beginning.starts(with: OggReader.magic) else { return nil }
  }

  var lacksEnd: Bool { !open.isEmpty }

  mutating func read(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> UnitLength {
    guard bytes.prefix(4).elementsEqual(OggReader.magic.prefix(bytes.count)) else { return .lost }
    guard bytes.count >= OggReader.headLength else { return .more }
    let head = OggReader.headLength + Int(bytes[26])
    guard bytes.count >= head else { return .more }
    update(bytes[5], of: bytes.loadUnaligned(fromByteOffset: 14, as: UInt32.self))
    return .length(Int64(bytes[OggReader.headLength..<head].reduce(head) { $0 + Int($1) }))
  }

  func begins(with bytes: [UInt8]) -> Bool {
    bytes.prefix(4).elementsEqual(OggReader.magic.prefix(bytes.count))
  }

  private mutating func update(_ flags: UInt8, of stream: UInt32) {
    if flags & 0x04 != 0 {
      open.remove(stream)
    } else if flags & 0x02 != 0, open.count < OggReader.greatestStreamCount {
      open.insert(stream)
    }
  }
}
