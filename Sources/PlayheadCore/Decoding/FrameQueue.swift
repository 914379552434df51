import PlayheadMedia
import PlayheadTimekeeping

/// The decoded frames of one track in presentation order, from the present one on.
struct FrameQueue {
  struct Entry {
    /// Counts the frames of the track. Seeks do not reset it.
    var number: Int
    var frame: PresentedFrame
    /// Whether it is the first frame after a start or a seek, which is delivered until the next frame is due.
    var isOpening: Bool
    var isPublished = false
  }

  /// The number of bytes that may be decoded ahead.
  private static let greatestByteCount = 32 << 20
  /// The number of frames that are decoded ahead even if they exceed `greatestByteCount`.
  private static let leastCount = 2

  private let greatestCount: Int
  private(set) var entries: [Entry] = []
  private var nextNumber = 0

  init(_ kind: MediaTrack.Kind) {
    greatestCount = kind == .video ? 12 : 64
  }

  /// Creates an empty queue that continues the numbers of another.
  init(after other: FrameQueue) {
    (greatestCount, nextNumber) = (other.greatestCount, other.nextNumber)
  }

  /// Whether more frames may be decoded. The queue of the next pass of a loop counts as well.
  func hasRoom(before other: FrameQueue?) -> Bool {
    let count = entries.count + (other?.entries.count ?? 0)
    if count < Self.leastCount { return true }
    return count < greatestCount && byteCount + (other?.byteCount ?? 0) < Self.greatestByteCount
  }

  var byteCount: Int { entries.reduce(0) { $0 + $1.frame.byteCount } }

  /// The end of the last frame.
  var end: MediaTime? { entries.last?.frame.end }

  /// Returns the position at which decoding continues after the queue was full; nil if the present frame is the last.
  func refillPosition(before other: FrameQueue?) -> MediaTime? {
    // With a next pass, decoding continues after each frame, because the first frame of a pass may take long.
    let place = other == nil ? entries.count / 2 : 1
    guard place > 0, place < entries.count else { return nil }
    // With damaged timestamps, frames may overlap or be out of order. None is removed before the
    // first one ends.
    let first = entries[0]
    return max(
      entries[place].frame.position,
      endsWithNext(first) ? entries[1].frame.position : first.frame.end)
  }

  /// Whether a frame ends only when the next one is due.
  private func endsWithNext(_ entry: Entry) -> Bool {
    // A frame without a duration is presented until the next one.
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

  /// Removes and returns the frames at or after `position`.
  mutating func removeAll(from position: MediaTime) -> [PresentedFrame] {
    let count = entries.firstIndex { $0.frame.position >= position } ?? entries.count
    defer { entries.removeSubrange(count...) }
    return entries[count...].map(\.frame)
  }

  /// Removes and returns the frames before `position`, the target of a seek.
  mutating func jump(to position: MediaTime) -> [PresentedFrame] {
    let count = entries.firstIndex { $0.frame.position >= position } ?? entries.count
    defer {
      entries.removeFirst(count)
      if !entries.isEmpty { entries[0].isOpening = true }
    }
    return entries.prefix(count).map(\.frame)
  }

  /// Removes and returns the frames that have ended. While the playhead rests, the last frame that was due stays.
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

  /// Returns the index of the first frame with this number or a greater one.
  func firstIndex(from number: Int) -> Int? {
    guard let first = entries.first else { return nil }
    let index = max(number - first.number, 0)
    return index < entries.count ? index : nil
  }

  /// Marks a frame as published. Returns false if it was already.
  mutating func publish(at index: Int) -> Bool {
    defer { entries[index].isPublished = true }
    return !entries[index].isPublished
  }
}
