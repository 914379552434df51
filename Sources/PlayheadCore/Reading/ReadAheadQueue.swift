/// The packets read but not played yet: the end of their presentation, and their size.
struct ReadAheadQueue {
  private struct Entry {
    var end: Int64
    var byteCount: Int
  }

  /// The size of an entry without its payload, in bytes. It also limits the number of empty packets.
  private static let overhead = 64

  private var entries: [Entry] = []
  private var first = 0
  private(set) var byteCount = 0

  mutating func append(end: Int64, byteCount: Int) {
    let byteCount = byteCount + ReadAheadQueue.overhead
    entries.append(Entry(end: end, byteCount: byteCount))
    self.byteCount += byteCount
  }

  /// Drops the packets that have been presented at `position`, in nanoseconds.
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

  mutating func removeAll() {
    self = ReadAheadQueue()
  }
}
