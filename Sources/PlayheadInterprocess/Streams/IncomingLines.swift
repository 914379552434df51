/// Splits the bytes of a connection into lines, however they arrive.
package struct IncomingLines {
  /// The greatest length of a line in bytes.
  package static let longest = 1 << 20

  private static let newline = UInt8(ascii: "\n")

  private var bytes: [UInt8] = []
  /// The first byte of the next line.
  private var start = 0
  /// The first byte not searched for a newline, so that a line in many pieces is searched once.
  private var searched = 0
  /// The end of the next line, if it was found already.
  private var end: Int?

  package init() {}

  package var hasLine: Bool { end != nil }

  /// Whether bytes have arrived that `next()` has not returned.
  package var hasPart: Bool { start < bytes.count }

  /// Whether the next line is longer than permitted. It is never returned then.
  package var isTooLong: Bool { (end ?? bytes.count) - start > Self.longest }

  /// Adds bytes that have arrived.
  package mutating func append(_ new: UnsafeRawBufferPointer) {
    // Only the start of an incomplete line remains.
    bytes.removeFirst(start)
    searched -= start
    end = end.map { $0 - start }
    start = 0
    bytes += new
    find()
  }

  /// Returns the next line without its newline; nil if it is not complete, or too long.
  package mutating func next() -> ArraySlice<UInt8>? {
    guard let end, !isTooLong else { return nil }
    let line = bytes[start..<end]
    start = end + 1
    find()
    return line
  }

  private mutating func find() {
    end = bytes[max(searched, start)...].firstIndex(of: Self.newline)
    searched = end.map { $0 + 1 } ?? bytes.count
  }
}
