import PlayheadMedia
import PlayheadTimekeeping

/// The items that wait for the worker that plays sound.
struct SoundQueue {
  private var items: [SoundItem] = []
  private var first = 0

  var isEmpty: Bool { first == items.count }

  mutating func append(_ item: SoundItem) { items.append(item) }

  mutating func popFirst() -> SoundItem? {
    guard first < items.count else { return nil }
    let item = items[first]
    // The packet is released when it has been decoded.
    items[first] = .resynchronize
    first += 1
    if first == items.count || first > 256 {
      items.removeFirst(first)
      first = 0
    }
    return item
  }

  /// Whether the next item is no packet.
  var isAtMark: Bool {
    guard first < items.count else { return false }
    if case .packet = items[first] { return false }
    return true
  }

  /// Whether the next item is the end of the media.
  var isAtEnd: Bool {
    guard first < items.count, case .end = items[first] else { return false }
    return true
  }

  /// Removes the end of the media, if it is the next item and a seam follows it.
  mutating func removeEndBeforeSeam() {
    guard isAtEnd, first + 1 < items.count, case .seam = items[first + 1] else { return }
    items.remove(at: first)
  }

  /// Removes and returns the packets before the next seam or end; none if there is neither.
  mutating func removeToMark() -> [SoundItem] {
    let mark = items[first...].firstIndex {
      switch $0 {
      case .seam, .end: true
      case .packet, .resynchronize: false
      }
    }
    guard let mark else { return [] }
    defer { items.removeSubrange(first..<mark) }
    return Array(items[first..<mark])
  }

  /// Removes all items and returns them.
  mutating func removeAll() -> [SoundItem] {
    defer { (items, first) = ([], 0) }
    return Array(items[first...])
  }

  /// Whether a pass of a loop ends in the queue, and the next one follows.
  var hasSeam: Bool { lastSeam != nil }

  private var lastSeam: Int? {
    items[first...].lastIndex { if case .seam = $0 { true } else { false } }
  }

  /// Removes and returns the items from the seam of a loop on, and the end before it, to which the media is read again.
  mutating func removeFromSeam() -> [SoundItem]? {
    guard var start = lastSeam else { return nil }
    if start > first, case .end = items[start - 1] { start -= 1 }
    defer { items.removeSubrange(start...) }
    return Array(items[start...])
  }
}
