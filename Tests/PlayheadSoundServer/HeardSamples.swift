/// What a device has played: runs of samples with consecutive numbers, and silence between them.
package struct HeardSamples: Sendable {
  /// Samples with consecutive numbers.
  package struct Run: Hashable, Sendable {
    /// The number of samples, heard or silent, that the device had played before.
    package var start: Int64
    /// The numbers of the samples.
    package var samples: Range<Int64>
  }

  /// The runs, in order.
  package private(set) var runs: [Run] = []
  /// The number of samples, heard or silent, that the device has played.
  package private(set) var playedCount: Int64 = 0

  /// The number of the last sample heard; nil if none was.
  package var lastSample: Int64? { runs.last.map { $0.samples.upperBound - 1 } }

  /// Adds one sample; nil for silence.
  package mutating func append(_ sample: Int64?) {
    defer { playedCount += 1 }
    guard let sample else { return }
    if let last = runs.last, last.samples.upperBound == sample,
      last.start + Int64(last.samples.count) == playedCount
    {
      runs[runs.count - 1].samples = last.samples.lowerBound..<(sample + 1)
    } else {
      runs.append(Run(start: playedCount, samples: sample..<(sample + 1)))
    }
  }

  /// Adds silence that was played because there was no sound.
  package mutating func appendSilence(_ count: Int64) {
    playedCount += count
  }

  /// The numbers of the samples heard, as ranges: one if none was lost, doubled or out of order.
  package var sequences: [Range<Int64>] {
    runs.reduce(into: []) { ranges, run in
      if let last = ranges.last, last.upperBound == run.samples.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<run.samples.upperBound
      } else {
        ranges.append(run.samples)
      }
    }
  }

  /// Returns how far the sound had been heard when the device had played a number of samples.
  ///
  /// - Parameter count: The number of samples, heard or silent, with a fraction.
  /// - Returns: The number of the sample that is heard, with a fraction; during silence, the end of the
  ///   run before it. Nil before the first sample, and beyond what was played.
  package func position(afterPlaying count: Double) -> Double? {
    guard count <= Double(playedCount) else { return nil }
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if Double(runs[middle].start) <= count { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let run = runs[low - 1]
    return Double(run.samples.lowerBound)
      + min(count - Double(run.start), Double(run.samples.count))
  }
}
