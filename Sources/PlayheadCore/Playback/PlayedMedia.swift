import Timekeeping

/// Which parts of the media were played, and how much in all.
///
/// Its memory is bounded: of more than 4,096 parts that lie apart, which needs as many seeks, the
/// two with the least between them become one.
struct PlayedMedia {
  static let greatestRangeCount = 4_096

  /// In order, none touching another.
  private(set) var ranges: [Range<MediaTime>] = []
  /// What was played twice counts twice.
  private(set) var time = MediaTime.zero

  /// Takes in that `range` was played, so many times.
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

  /// The first range of which this is so; once it is so of one, it is of all behind it.
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
