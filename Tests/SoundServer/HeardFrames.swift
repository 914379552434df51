/// What a device has played: runs of frames with consecutive numbers, and silence between them.
package struct HeardFrames: Sendable {
  /// Frames with consecutive numbers.
  package struct Run: Hashable, Sendable {
    /// The number of frames, heard or silent, that the device had played before.
    package var start: Int64
    /// The numbers of the frames.
    package var frames: Range<Int64>
  }

  /// The runs, in order.
  package private(set) var runs: [Run] = []
  /// The number of frames, heard or silent, that the device has played.
  package private(set) var playedCount: Int64 = 0

  /// The number of the last frame heard; nil if none was.
  package var lastFrame: Int64? { runs.last.map { $0.frames.upperBound - 1 } }

  /// Adds one frame; nil for silence.
  package mutating func append(_ frame: Int64?) {
    defer { playedCount += 1 }
    guard let frame else { return }
    if let last = runs.last, last.frames.upperBound == frame,
      last.start + Int64(last.frames.count) == playedCount
    {
      runs[runs.count - 1].frames = last.frames.lowerBound..<(frame + 1)
    } else {
      runs.append(Run(start: playedCount, frames: frame..<(frame + 1)))
    }
  }

  /// Adds silence that was played because there was nothing else.
  package mutating func appendSilence(_ count: Int64) {
    playedCount += count
  }

  /// The numbers of the frames heard, as ranges: one if none was lost, doubled or out of order.
  package var sequences: [Range<Int64>] {
    runs.reduce(into: []) { ranges, run in
      if let last = ranges.last, last.upperBound == run.frames.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<run.frames.upperBound
      } else {
        ranges.append(run.frames)
      }
    }
  }

  /// Returns how far the sound had been heard when the device had played a number of frames.
  ///
  /// - Parameter count: The number of frames, heard or silent, with a fraction.
  /// - Returns: The number of the frame that is heard, with a fraction; during silence, the end of the
  ///   run before it. Nil before the first frame, and beyond what was played.
  package func position(afterPlaying count: Double) -> Double? {
    guard count <= Double(playedCount) else { return nil }
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if Double(runs[middle].start) <= count { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let run = runs[low - 1]
    return Double(run.frames.lowerBound)
      + min(count - Double(run.start), Double(run.frames.count))
  }
}
