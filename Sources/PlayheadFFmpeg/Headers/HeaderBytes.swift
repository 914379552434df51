/// Random access to the bytes of a file, for header fields that libavformat does not expose.
///
/// All header parsers read through this type. Together they read at most `budget` bytes, whatever
/// lengths and counts a damaged header declares.
struct HeaderBytes {
  static let usualBudget = 4 << 20

  /// The number of bytes of the file that are read.
  let size: Int64
  /// The number of bytes that may still be read.
  private var budget: Int
  private let read: (_ offset: Int64, _ count: Int) -> [UInt8]?

  /// Creates a reader of at most `budget` bytes of a file; `read` returns exactly `count` bytes at an offset, or nil.
  init(
    size: Int64, budget: Int = usualBudget,
    read: @escaping (_ offset: Int64, _ count: Int) -> [UInt8]?
  ) {
    self.size = min(size, ByteInput.greatestOffset)
    self.budget = budget
    self.read = read
  }

  var all: Range<Int64> { 0..<size }

  /// Reads exactly `count` bytes; returns nil if the file has fewer, or the budget is used up.
  mutating func record(at offset: Int64, count: Int) -> HeaderRecord? {
    guard offset >= 0, count >= 0, offset <= size, Int64(count) <= size - offset else { return nil }
    // Each call costs at least 8 bytes, so that a loop of empty reads ends.
    budget -= max(count, 8)
    guard budget >= 0 else { return nil }
    return read(offset, count).map(HeaderRecord.init)
  }
}
