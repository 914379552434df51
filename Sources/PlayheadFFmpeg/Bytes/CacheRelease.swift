/// Removes from the system's cache the parts of a whole file that reading has added to it.
///
/// Parts that were cached before are kept. The file is examined in windows, each before reading comes
/// near it, because the system reads ahead.
struct CacheRelease {
  /// The number of bytes of a window. The system reads ahead by less than two windows.
  static let windowLength: Int64 = 16 << 20

  /// The parts of each window that were not in the cache before it was read.
  private var added: [Int64: [Range<Int64>]] = [:]
  private var current: Int64 = -1

  /// Prepares for a read: `missing` returns the parts that the cache lacks, if that is known, and `drop` removes one.
  mutating func willRead(
    at offset: Int64, missing: (Range<Int64>) -> [Range<Int64>], drop: (Range<Int64>) -> Void
  ) {
    let window = offset / Self.windowLength
    // A file may refer to any offset. None is so long that its last windows need examination.
    guard window != current, offset <= .max - 3 * Self.windowLength else { return }
    current = window
    let near = window...window + 2
    dropAll(drop) { near.contains($0) }
    for window in near where added[window] == nil {
      let start = window * Self.windowLength
      added[window] = missing(start..<start + Self.windowLength)
    }
  }

  /// Removes all bytes that were read since the start and are not removed yet.
  mutating func finish(drop: (Range<Int64>) -> Void) {
    dropAll(drop) { _ in false }
  }

  private mutating func dropAll(
    _ drop: (Range<Int64>) -> Void, except isKept: (Int64) -> Bool
  ) {
    for window in added.keys.sorted() where !isKept(window) {
      for part in added.removeValue(forKey: window) ?? [] { drop(part) }
    }
  }
}
