/// Interleaved samples that are numbered, added at the end and dropped at the start.
struct SampleQueue: Sendable {
  let channelCount: Int
  private var samples: [Float] = []
  /// The index in `samples` of the first value that has not been dropped.
  private var firstIndex = 0
  /// The number of the first sample.
  private(set) var start: Int64 = 0

  init(channelCount: Int) {
    self.channelCount = channelCount
  }

  /// The number after that of the last sample.
  var end: Int64 { start + Int64((samples.count - firstIndex) / channelCount) }

  mutating func append(_ added: UnsafeBufferPointer<Float>) {
    // Moves the remaining samples only if more were dropped, so that the cost of a value is constant.
    if firstIndex > samples.count - firstIndex {
      samples.removeSubrange(..<firstIndex)
      firstIndex = 0
    }
    samples.append(contentsOf: added)
  }

  /// Drops all samples before `sample`, which must not be after `end`.
  mutating func drop(before sample: Int64) {
    guard sample > start else { return }
    firstIndex += Int(sample - start) * channelCount
    start = sample
  }

  /// Drops everything. The next sample is sample 0.
  mutating func reset() {
    samples.removeAll(keepingCapacity: true)
    firstIndex = 0
    start = 0
  }

  /// Calls `body` with samples that are in the queue.
  func withRange<Result>(
    _ range: Range<Int64>, _ body: (UnsafeBufferPointer<Float>) -> Result
  ) -> Result {
    precondition(range.lowerBound >= start && range.upperBound <= end, "Samples not in the queue")
    let first = firstIndex + Int(range.lowerBound - start) * channelCount
    return samples.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[first..<first + range.count * channelCount]))
    }
  }
}
