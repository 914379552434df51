/// Sorts frames that arrive in decoding order by their presentation times.
///
/// A frame is returned when no smaller one can follow: a packet is never presented before it is
/// decoded. At most 64 frames wait (no codec reorders by more than 16), even if timestamps are
/// wrong. Where the container stores no decode times, 32 frames wait.
struct PresentationOrder {
  private static let capacity = 64
  private static let capacityWithoutDecodeTimes = 32

  private let storesDecodeTimes: Bool
  /// Waiting frames in the order of their times. Those before `first` were returned.
  private var waiting: [TrackInterval] = []
  private var first = 0
  /// The maximum number of packets that precede another in decoding and follow it in presentation.
  private(set) var greatestDepth = 0

  /// - Parameter storesDecodeTimes: Whether decode times are the container's. Derived ones may be wrong.
  init(storesDecodeTimes: Bool) { self.storesDecodeTimes = storesDecodeTimes }

  /// Adds a frame, and returns the number of frames that precede it in decoding and follow it in presentation.
  mutating func insert(_ frame: TrackInterval) -> Int {
    var index = waiting.count
    waiting.append(frame)
    while index > first, waiting[index - 1].ticks > frame.ticks {
      waiting[index] = waiting[index - 1]
      index -= 1
    }
    waiting[index] = frame
    let depth = waiting.count - 1 - index
    greatestDepth = max(greatestDepth, depth)
    return depth
  }

  /// Returns the next frame in order, if no later packet can precede it by the last decode time.
  mutating func next(decodeTicks: Int64?) -> TrackInterval? {
    guard first < waiting.count else { return nil }
    let count = waiting.count - first
    if !storesDecodeTimes {
      return count > PresentationOrder.capacityWithoutDecodeTimes ? removeFirst() : nil
    }
    let ticks = waiting[first].ticks
    let isCertain = decodeTicks.map { ticks <= $0 } ?? false
    guard isCertain || count > PresentationOrder.capacity else { return nil }
    return removeFirst()
  }

  /// Returns the next frame in order, when there are no more packets.
  mutating func nextAtEnd() -> TrackInterval? {
    first < waiting.count ? removeFirst() : nil
  }

  private mutating func removeFirst() -> TrackInterval {
    let frame = waiting[first]
    first += 1
    if first == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      first = 0
    } else if first > PresentationOrder.capacity {
      waiting.removeFirst(first)
      first = 0
    }
    return frame
  }
}
