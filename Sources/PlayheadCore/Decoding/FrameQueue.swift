import Media
import Timekeeping

/// Decoded frames of one track, in the order of presentation: the present one and those to come.
struct FrameQueue {
  struct Entry {
    /// Counts the track's frames, over seeks too.
    var number: Int
    var frame: PresentedFrame
    /// Whether it is the first one at or after the place where playback began or was sought to.
    /// It is not late before the next one is due: it shows where that is.
    var isOpening: Bool
    var isPublished = false
  }

  /// How much is decoded ahead; the least is decoded whatever it weighs.
  private static let heaviest = 32 << 20
  private static let leastCount = 2

  private let greatestCount: Int
  private(set) var entries: [Entry] = []
  private var nextNumber = 0

  init(_ kind: Track.Kind) {
    // A frame of sound is some 20 ms long, and light.
    greatestCount = kind == .video ? 12 : 64
  }

  /// An empty one for what comes after another's frames.
  init(after other: FrameQueue) {
    (greatestCount, nextNumber) = (other.greatestCount, other.nextNumber)
  }

  /// Whether more is to be decoded, where there is this one and what comes after it.
  func hasRoom(before other: FrameQueue?) -> Bool {
    let count = entries.count + (other?.entries.count ?? 0)
    if count < Self.leastCount { return true }
    return count < greatestCount && byteCount + (other?.byteCount ?? 0) < Self.heaviest
  }

  var byteCount: Int { entries.reduce(0) { $0 + $1.frame.byteCount } }

  /// The end of the last one.
  var end: MediaTime? { entries.last?.frame.end }

  /// When half of what is to come has been presented. Where something else comes after it, which
  /// may take long to begin with, it is when the present frame has been; nil where that is the
  /// last.
  func refillPosition(before other: FrameQueue?) -> MediaTime? {
    let place = other == nil ? entries.count / 2 : 1
    guard place > 0, place < entries.count else { return nil }
    // Nothing goes before the first, though what comes after it may lie before its end: broken
    // timestamps have frames overlap, or out of order.
    let first = entries[0]
    return max(
      entries[place].frame.position,
      endsWithNext(first) ? entries[1].frame.position : first.frame.end)
  }

  /// Whether it is over only once the next one is due.
  private func endsWithNext(_ entry: Entry) -> Bool {
    // How long a frame without a duration is presented only the next one tells.
    entry.isOpening || entry.frame.duration <= .zero
  }

  mutating func append(_ frame: PresentedFrame, isOpening: Bool) {
    entries.append(Entry(number: nextNumber, frame: frame, isOpening: isOpening))
    nextNumber += 1
  }

  mutating func removeAll() -> [PresentedFrame] {
    defer { entries = [] }
    return entries.map(\.frame)
  }

  /// Takes out what is presented at `position` and after.
  mutating func removeAll(from position: MediaTime) -> [PresentedFrame] {
    let count = entries.firstIndex { $0.frame.position >= position } ?? entries.count
    defer { entries.removeSubrange(count...) }
    return entries[count...].map(\.frame)
  }

  /// Takes out what is presented before `position`, and lets the first that is left open the place.
  mutating func jump(to position: MediaTime) -> [PresentedFrame] {
    let count = entries.firstIndex { $0.frame.position >= position } ?? entries.count
    defer {
      entries.removeFirst(count)
      if !entries.isEmpty { entries[0].isOpening = true }
    }
    return entries.prefix(count).map(\.frame)
  }

  /// Takes out what is over. While the playhead stands the newest frame that was due is not: it
  /// stays.
  mutating func removePast(at position: MediaTime, isMoving: Bool) -> [Entry] {
    var count = 0
    while count < entries.count, isOver(count, at: position, isMoving: isMoving) { count += 1 }
    defer { entries.removeFirst(count) }
    return Array(entries.prefix(count))
  }

  private func isOver(_ index: Int, at position: MediaTime, isMoving: Bool) -> Bool {
    let entry = entries[index]
    if !isMoving || endsWithNext(entry) {
      return index + 1 < entries.count && entries[index + 1].frame.position <= position
    }
    return entry.frame.end <= position
  }

  /// The first frame that a subscriber does not have who was given those before `number`.
  func firstIndex(from number: Int) -> Int? {
    guard let first = entries.first else { return nil }
    let index = max(number - first.number, 0)
    return index < entries.count ? index : nil
  }

  /// Has it counted as given; false where it was before.
  mutating func publish(at index: Int) -> Bool {
    defer { entries[index].isPublished = true }
    return !entries[index].isPublished
  }
}
