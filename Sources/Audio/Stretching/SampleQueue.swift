/// Interleaved samples, numbered by frame, that are added at the end and dropped at the start.
struct SampleQueue: Sendable {
  let channelCount: Int
  private var samples: [Float] = []
  /// The index in `samples` of the first sample that has not been dropped.
  private var firstIndex = 0
  /// The number of the first frame.
  private(set) var start: Int64 = 0

  init(channelCount: Int) {
    self.channelCount = channelCount
  }

  /// The number after that of the last frame.
  var end: Int64 { start + Int64((samples.count - firstIndex) / channelCount) }

  mutating func append(_ added: UnsafeBufferPointer<Float>) {
    // Moves the remaining samples only if more were dropped, so that the cost of a sample is constant.
    if firstIndex > samples.count - firstIndex {
      samples.removeSubrange(..<firstIndex)
      firstIndex = 0
    }
    samples.append(contentsOf: added)
  }

  /// Drops all frames before `frame`, which must not be after `end`.
  mutating func drop(before frame: Int64) {
    guard frame > start else { return }
    firstIndex += Int(frame - start) * channelCount
    start = frame
  }

  /// Drops everything. The next frame is frame 0.
  mutating func reset() {
    samples.removeAll(keepingCapacity: true)
    firstIndex = 0
    start = 0
  }

  /// Calls `body` with the samples of frames that are in the queue.
  func withFrames<Result>(
    _ frames: Range<Int64>, _ body: (UnsafeBufferPointer<Float>) -> Result
  ) -> Result {
    precondition(frames.lowerBound >= start && frames.upperBound <= end, "Frames not in the queue")
    let first = firstIndex + Int(frames.lowerBound - start) * channelCount
    return samples.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[first..<first + frames.count * channelCount]))
    }
  }
}
