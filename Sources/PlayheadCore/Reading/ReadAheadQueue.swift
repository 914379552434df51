/// How much media has been read but not played, in nanoseconds of media and in bytes.
struct ReadAheadQueue {
  private struct Entry {
    var end: Int64
    var byteCount: Int
  }

  /// The duration above which reading stops.
  private static let greatestDuration: Int64 = 5_000_000_000
  /// The number of bytes above which reading stops.
  private static let greatestByteCount = 16 * 1_048_576
  /// The size of an entry without its payload, in bytes. It also limits the number of empty packets.
  private static let overhead = 64

  private var entries: [Entry] = []
  private var first = 0
  private var byteCount = 0
  /// The greatest end of the packets read since the last start.
  private(set) var frontier: Int64 = 0

  /// Whether no more bytes are read.
  var isFull: Bool { byteCount >= Self.greatestByteCount }

  /// Whether enough has been read ahead of a position, so that reading stops.
  func isFull(at position: Int64) -> Bool {
    frontier - position >= Self.greatestDuration || isFull
  }

  /// Returns the position at which half of the read-ahead is played and reading continues.
  func refillPosition(from position: Int64) -> Int64 {
    position + max(frontier - position, 0) / 2
  }

  mutating func extend(to end: Int64) { frontier = max(frontier, end) }

  /// Adds a packet that ends at the frontier.
  mutating func append(byteCount: Int) {
    let byteCount = byteCount + Self.overhead
    entries.append(Entry(end: frontier, byteCount: byteCount))
    self.byteCount += byteCount
  }

  /// Drops the packets that have been presented at a position.
  mutating func consume(until position: Int64) {
    while first < entries.count, entries[first].end <= position {
      byteCount -= entries[first].byteCount
      first += 1
    }
    if first > entries.count / 2 {
      entries.removeFirst(first)
      first = 0
    }
  }

  mutating func restart(at position: Int64) {
    self = ReadAheadQueue()
    frontier = position
  }
}
