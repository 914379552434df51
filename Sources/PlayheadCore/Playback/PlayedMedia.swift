import PlayheadTimekeeping

/// The ranges of the media that were played, and their total length.
///
/// Memory is bounded: beyond 4,096 separate ranges, the two with the shortest distance are joined.
struct PlayedMedia {
  static let greatestRangeCount = 4_096

  /// In order, and separate from each other.
  private(set) var ranges: [Range<MediaTime>] = []
  /// Media played twice counts twice.
  private(set) var time = MediaTime.zero

  /// Records that `range` was played `count` times.
  mutating func insert(_ range: Range<MediaTime>, times count: Int = 1) {
    guard !range.isEmpty, count > 0 else { return }
    let length = range.upperBound.subtracting(range.lowerBound)
    time = length?.multiplied(by: Int64(count)).flatMap { time.adding($0) } ?? time
    merge(range)
    if ranges.count > Self.greatestRangeCount { joinNearest() }
  }

  private mutating func merge(_ range: Range<MediaTime>) {
    let first = firstIndex { $0.upperBound >= range.lowerBound }
    let end = firstIndex { $0.lowerBound > range.upperBound }
    guard first < end else { return ranges.insert(range, at: first) }
    let lower = min(ranges[first].lowerBound, range.lowerBound)
    let upper = max(ranges[end - 1].upperBound, range.upperBound)
    ranges.replaceSubrange(first..<end, with: CollectionOfOne(lower..<upper))
  }

  /// Returns the first range for which the predicate is true; it must be true of all later ones.
  private func firstIndex(where predicate: (Range<MediaTime>) -> Bool) -> Int {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if predicate(ranges[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private mutating func joinNearest() {
    func gap(before index: Int) -> Int64 {
      ranges[index].lowerBound.nanoseconds(rounding: .down)
        - ranges[index - 1].upperBound.nanoseconds(rounding: .down)
    }
    guard let index = (1..<ranges.count).min(by: { gap(before: $0) < gap(before: $1) }) else {
      return
    }
    let joined = ranges[index - 1].lowerBound..<ranges[index].upperBound
    ranges.replaceSubrange(index - 1...index, with: CollectionOfOne(joined))
  }
}
