/// Random access to the bytes of a file, for header fields that libavformat does not expose.
///
/// Every reader of headers reads through this, so that all of them are bounded: together they read
/// no more than `budget` bytes, whatever lengths and counts a damaged header declares.
struct HeaderBytes {
  /// The length of the file in bytes.
  let size: Int64
  /// How many bytes may still be read.
  private var budget: Int
  private let read: (_ place: Int64, _ count: Int) -> [UInt8]?

  /// - Parameter read: returns exactly so many bytes at a place of the file, or nil.
  init(
    size: Int64, budget: Int = 4 << 20,
    read: @escaping (_ place: Int64, _ count: Int) -> [UInt8]?
  ) {
    self.size = size
    self.budget = budget
    self.read = read
  }

  /// Nil unless the file can be read at any place.
  init?(_ input: ByteInput) {
    guard let size = input.fixedSize else { return nil }
    self.init(size: size) { place, count in input.bytes(at: place, count: count) }
  }

  var all: Range<Int64> { 0..<size }

  /// Reads exactly `count` bytes; nil if they are not all there or the budget is used up.
  mutating func record(at place: Int64, count: Int) -> HeaderRecord? {
    guard place >= 0, count >= 0, place <= size, Int64(count) <= size - place else { return nil }
    // Even nothing costs something, so that no loop is endless.
    budget -= max(count, 8)
    guard budget >= 0 else { return nil }
    return read(place, count).map(HeaderRecord.init)
  }
}
