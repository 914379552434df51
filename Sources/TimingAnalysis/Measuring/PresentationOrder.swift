/// Sorts presentation times that arrive in decoding order.
///
/// A time is returned when no smaller one can follow: a packet is never presented before it is
/// decoded. At most 64 times wait (no codec reorders by more than 16), even if timestamps are
/// wrong.
struct PresentationOrder {
  private static let capacity = 64

  /// Waiting times in ascending order. Those before `first` were returned.
  private var waiting: [Int64] = []
  private var first = 0
  /// The maximum number of packets that precede another in decoding and follow it in presentation.
  private(set) var greatestDepth = 0

  mutating func insert(_ ticks: Int64) {
    var index = waiting.count
    waiting.append(ticks)
    while index > first, waiting[index - 1] > ticks {
      waiting[index] = waiting[index - 1]
      index -= 1
    }
    waiting[index] = ticks
    greatestDepth = max(greatestDepth, waiting.count - 1 - index)
  }

  /// Returns the next time in order, if no later packet can precede it.
  ///
  /// - Parameter decodeTicks: The decode time of the last packet; nil if unknown.
  mutating func next(decodeTicks: Int64?) -> Int64? {
    guard first < waiting.count else { return nil }
    let ticks = waiting[first]
    let isCertain = decodeTicks.map { ticks <= $0 } ?? false
    guard isCertain || waiting.count - first > PresentationOrder.capacity else { return nil }
    return removeFirst()
  }

  /// Returns the next time in order, when there are no more packets.
  mutating func nextAtEnd() -> Int64? {
    first < waiting.count ? removeFirst() : nil
  }

  private mutating func removeFirst() -> Int64 {
    let ticks = waiting[first]
    first += 1
    if first == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      first = 0
    } else if first > PresentationOrder.capacity {
      waiting.removeFirst(first)
      first = 0
    }
    return ticks
  }
}
