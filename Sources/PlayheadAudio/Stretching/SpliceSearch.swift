/// Finds the place where sound is most like other sound.
///
/// Looks at the whole range in coarse steps, on means of several samples; then around the best place
/// in finer steps, and at last sample by sample.
struct SpliceSearch: Sendable {
  /// A place to continue.
  struct Splice: Sendable {
    /// The first sample.
    var sample: Int64
    /// How alike the sounds are: 1 if they are equal, 0 if they are unrelated or silent.
    var similarity: Float
  }

  /// How much less alike the sound in the middle of the range may be than that at its end.
  private static let centering: Float = 0.2
  /// The rate at which means are compared: enough for the pitches of voices and instruments.
  private static let coarseRate = 8_000

  private let channelCount: Int
  /// The lengths of the steps, in samples.
  private let steps: [Int]
  // The means that are compared; kept because of their memory.
  private var pattern: [Float] = []
  private var sound: [Float] = []

  init(channelCount: Int, sampleRate: Int) {
    self.channelCount = channelCount
    let coarsest = max(1, sampleRate / Self.coarseRate)
    steps = Array(sequence(first: coarsest) { $0 > 1 ? max(1, $0 / 6) : nil })
  }

  /// Returns the one of `places` where the samples are most like those at `pattern`, in doubt one near `middle`.
  mutating func splice(
    in queue: SampleQueue, like pattern: Int64, length: Int, places: ClosedRange<Int64>,
    middle: Int64
  ) -> Splice {
    // The middle is the result if all are equally alike, as in silence, or if samples are not finite.
    var best = Splice(sample: middle, similarity: 0)
    var range = places
    let reach = max(middle - places.lowerBound, places.upperBound - middle, 1)
    for step in steps {
      queue.withRange(pattern..<pattern + Int64(length)) {
        Self.replace(&self.pattern, with: $0, step: step, channelCount: channelCount)
      }
      queue.withRange(range.lowerBound..<range.upperBound + Int64(length)) {
        Self.replace(&sound, with: $0, step: step, channelCount: channelCount)
      }
      best = bestSplice(from: range.lowerBound, step: step, middle: middle, reach: reach)
      range =
        max(
          places.lowerBound, best.sample - Int64(step))...min(
          places.upperBound, best.sample + Int64(step))
    }
    return best
  }

  /// Compares the pattern with the sound from each of its means on.
  private func bestSplice(from first: Int64, step: Int, middle: Int64, reach: Int64) -> Splice {
    pattern.withUnsafeBufferPointer { pattern in
      sound.withUnsafeBufferPointer { sound in
        var best = Splice(sample: middle, similarity: 0)
        var bestValue = -Float.infinity
        let energy = pattern.energy
        for start in stride(from: 0, through: sound.count - pattern.count, by: channelCount) {
          let part = UnsafeBufferPointer(rebasing: sound[start..<start + pattern.count])
          let similarity = pattern.similarity(to: part, energy: energy)
          let sample = first + Int64(start / channelCount * step)
          let distance = Float(sample - middle) / Float(reach)
          let value = similarity - Self.centering * distance * distance
          if value > bestValue {
            bestValue = value
            best = Splice(sample: sample, similarity: similarity)
          }
        }
        return best
      }
    }
  }

  /// Replaces `means` with the sums of each channel over groups of `step` samples.
  private static func replace(
    _ means: inout [Float], with samples: UnsafeBufferPointer<Float>, step: Int, channelCount: Int
  ) {
    means.removeAll(keepingCapacity: true)
    if step == 1 { return means.append(contentsOf: samples) }
    let size = step * channelCount
    for group in stride(from: 0, through: samples.count - size, by: size) {
      for first in group..<group + channelCount {
        var sum: Float = 0
        for index in stride(from: first, to: first + size, by: channelCount) {
          sum += samples[index]
        }
        means.append(sum)
      }
    }
  }
}
