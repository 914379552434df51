/// The clock references (PCR) of one program of MPEG-TS, by the offsets of their packets.
struct TransportClock {
  /// The greatest number of references that are kept: those of minutes.
  private static let greatestCount = 4_096

  /// Ascending by offset. The ticks are nil where reading began, before the first reference there.
  private var references: [(offset: Int64, ticks: Int64?)] = []
  /// The PID of the first reference, whose program all others are of.
  private var stream: Int?

  /// Records a clock reference in ticks of 27 MHz.
  mutating func record(_ ticks: Int64, ofStream stream: Int, at offset: Int64) {
    if stream == self.stream ?? stream { insert(ticks, at: offset) }
    self.stream = self.stream ?? stream
  }

  /// Continues at another offset.
  mutating func restart(at offset: Int64) {
    if self.ticks(at: offset) != nil { insert(nil, at: offset) }
  }

  /// Returns the last reference at or before an offset, in ticks of 90 kHz; nil if it is not known.
  func ticks(at offset: Int64) -> Int64? {
    let index = references.partitioningIndex { $0.offset > offset }
    return index > 0 ? references[index - 1].ticks.map { $0 / 300 } : nil
  }

  private mutating func insert(_ ticks: Int64?, at offset: Int64) {
    let index = references.partitioningIndex { $0.offset >= offset }
    if index < references.count, references[index].offset == offset {
      references[index].ticks = ticks ?? references[index].ticks
      return
    }
    references.insert((offset, ticks), at: index)
    // What was read last is kept. Removing each by itself would move all others each time.
    guard references.count > Self.greatestCount else { return }
    let count = Self.greatestCount / 4
    if index > references.count / 2 {
      references.removeFirst(count)
    } else {
      references.removeLast(count)
    }
  }
}
