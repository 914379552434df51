import PlayheadMedia

/// The packets of one track that wait to be decoded, in decoding order.
struct EncodedQueue {
  struct Entry {
    var packet: any EncodedPacket
    var byteCount: Int
    var isKeyframe: Bool
    /// The presentation of its frame, in nanoseconds from position zero; nil if it has no time.
    var presentation: Range<Int64>?
  }

  /// The number of bytes above which the queue is dropped. Reading ahead stops at half as much.
  private static let greatestByteCount = 32 << 20
  private static let greatestCount = 1 << 16

  private var entries: [Entry] = []
  private var firstIndex = 0
  private(set) var byteCount = 0

  var first: Entry? { firstIndex < entries.count ? entries[firstIndex] : nil }
  var count: Int { entries.count - firstIndex }

  /// Whether the queue is above the limits, together with another queue for the same decoder.
  func isFull(beside other: EncodedQueue?) -> Bool {
    byteCount + (other?.byteCount ?? 0) > Self.greatestByteCount
      || count + (other?.count ?? 0) > Self.greatestCount
  }

  mutating func append(_ entry: Entry) {
    entries.append(entry)
    byteCount += entry.byteCount
  }

  mutating func removeFirst() -> Entry? {
    guard let first else { return nil }
    drop(1)
    return first
  }

  /// Removes and returns the first `count` packets.
  @discardableResult
  mutating func drop(_ count: Int) -> [any EncodedPacket] {
    let end = firstIndex + count
    let dropped = entries[firstIndex..<end]
    byteCount -= dropped.reduce(0) { $0 + $1.byteCount }
    firstIndex = end
    let packets = dropped.map(\.packet)
    if firstIndex > entries.count / 2 {
      entries.removeFirst(firstIndex)
      firstIndex = 0
    }
    return packets
  }

  /// Returns the start of the first or last matching keyframe's presentation, and the number of packets before it.
  func keyframe(
    where isWanted: (Range<Int64>) -> Bool, isLast: Bool
  ) -> (start: Int64, distance: Int)? {
    func isFound(_ entry: Entry) -> Bool {
      entry.isKeyframe && entry.presentation.map(isWanted) ?? false
    }
    let waiting = entries[firstIndex...]
    let index = isLast ? waiting.lastIndex(where: isFound) : waiting.firstIndex(where: isFound)
    guard let index, let presentation = entries[index].presentation else { return nil }
    return (presentation.lowerBound, index - firstIndex)
  }
}
