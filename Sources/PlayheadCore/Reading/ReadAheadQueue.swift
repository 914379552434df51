/// What has been read and not been played yet: when each packet's presentation ends, and its bytes.
struct ReadAheadQueue {
  private struct Entry {
    var end: Int64
    var byteCount: Int
  }

  /// What an entry weighs besides its payload, so that a flood of empty packets is bounded too.
  private static let overhead = 64

  private var entries: [Entry] = []
  private var first = 0
  private(set) var byteCount = 0

  mutating func append(end: Int64, byteCount: Int) {
    let byteCount = byteCount + ReadAheadQueue.overhead
    entries.append(Entry(end: end, byteCount: byteCount))
    self.byteCount += byteCount
  }

  /// Drops what has been presented at `position`.
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
