/// The bytes of MP4 that are read once, as long as they are few: its index may be at its end, behind the packets, and
/// libavformat then goes back.
struct SmallMovie {
  /// The number of bytes that are kept at most.
  private static let greatestLength = 1 << 16

  private var bytes: [UInt8] = []
  private var isKept = true

  /// The number of bytes that were added, if they are kept.
  var length: Int64 { Int64(bytes.count) }

  /// Adds the next bytes. Those of other media are not kept, nor those of a longer movie.
  mutating func add(_ next: UnsafeRawBufferPointer) {
    guard isKept else { return }
    if bytes.count + next.count <= Self.greatestLength { bytes += next } else { isKept = false }
    if bytes.count >= 8, !bytes[4..<8].elementsEqual("ftyp".utf8) { isKept = false }
    if !isKept { bytes = [] }
  }

  /// Whether the bytes from an offset on can be read again.
  func canRead(from offset: Int64) -> Bool { isKept && (0...Int64(bytes.count)).contains(offset) }

  /// Reads kept bytes again, and returns their number; 0 if the next ones are not kept.
  func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int, at offset: Int64) -> Int {
    let rest = bytes.dropFirst(Int(clamping: max(offset, 0))).prefix(max(count, 0))
    for (index, byte) in rest.enumerated() { buffer[index] = byte }
    return rest.count
  }
}
