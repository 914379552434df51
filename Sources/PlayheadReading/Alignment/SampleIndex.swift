import PlayheadMedia

/// Where decoded sound belongs, for each timestamp: the number of its first sample, counted from the start.
///
/// Many containers round timestamps, so after a seek they do not give the exact sample. Memory is bounded: in long
/// media only some timestamps are kept.
struct SampleIndex {
  private static let greatestCount = 1 << 18

  private var ticks: [Int64] = []
  private var samples: [Int] = []
  private var addedCount = 0
  /// The number of timestamps from one that is kept to the next.
  private(set) var stride = 1

  mutating func append(ticks tick: Int64, sample: Int) {
    // After a jump back, timestamps are ambiguous.
    guard tick > ticks.last ?? .min else { return }
    defer { addedCount += 1 }
    guard addedCount % stride == 0 else { return }
    ticks.append(tick)
    samples.append(sample)
    guard ticks.count > Self.greatestCount else { return }
    ticks = Swift.stride(from: 0, to: ticks.count, by: 2).map { ticks[$0] }
    samples = Swift.stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
    stride *= 2
  }

  /// Returns the number of the first sample with a timestamp; nil if the timestamp is not kept.
  func sample(at tick: Int64) -> Int? {
    let index = ticks.partitioningIndex { $0 >= tick }
    return index < ticks.count && ticks[index] == tick ? samples[index] : nil
  }
}
