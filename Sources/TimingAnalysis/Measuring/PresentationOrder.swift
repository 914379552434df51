/// Puts presentation times, which come in the order of decoding, into their own order.
///
/// A time goes out once no smaller one can come: what is decoded later is presented later than it
/// is decoded. At most 64 wait (no codec reorders by more than 16), whatever the timestamps say.
struct PresentationOrder {
  private static let capacity = 64

  /// Ascending; those before `first` have gone out.
  private var waiting: [Int64] = []
  private var first = 0
  /// How many packets came before another in decoding and after it in presentation, at most.
  private(set) var greatestDepth = 0

  mutating func insert(_ ticks: Int64) {
    var index = waiting.count
    while index > first, waiting[index - 1] > ticks { index -= 1 }
    greatestDepth = max(greatestDepth, waiting.count - index)
    if first > 0, index == first {
      first -= 1
      waiting[first] = ticks
    } else {
      waiting.insert(ticks, at: index)
    }
  }

  /// The next time in order, where it is certain once a packet was read that is decoded then; nil
  /// for a packet that does not tell.
  mutating func next(decodeTicks: Int64?) -> Int64? {
    guard first < waiting.count else { return nil }
    let ticks = waiting[first]
    let isCertain = decodeTicks.map { ticks <= $0 } ?? false
    guard isCertain || waiting.count - first > PresentationOrder.capacity else { return nil }
    return removeFirst()
  }

  /// The next time in order, once no packet will come any more.
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
