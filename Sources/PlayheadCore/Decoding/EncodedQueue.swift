import Media

/// Packets of one track that wait to be decoded, in the order of decoding.
struct EncodedQueue {
  struct Entry {
    var packet: any EncodedPacket
    var byteCount: Int
    var isKeyframe: Bool
    /// When its frame is presented, in nanoseconds from zero; nil where it has no time.
    var presentation: Range<Int64>?
  }

  /// Beyond it the decoder is so far behind that it begins anew with what comes. Reading keeps to
  /// half as much while the decoder follows.
  private static let heaviest = 32 << 20
  private static let greatestCount = 1 << 16

  private var entries: [Entry] = []
  private var firstIndex = 0
  private(set) var byteCount = 0

  var first: Entry? { firstIndex < entries.count ? entries[firstIndex] : nil }
  var count: Int { entries.count - firstIndex }

  /// Whether it is too much, together with another that waits for the same decoder.
  func isOverweight(beside other: EncodedQueue?) -> Bool {
    byteCount + (other?.byteCount ?? 0) > Self.heaviest
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

  /// Takes out the first `count`.
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

  /// The first keyframe, or the last, whose presentation is as wanted: when that begins, and how
  /// many packets lie before it.
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
