/// Finds where beeps begin: sound that is much louder than the 50 ms before it.
package struct BeepFinder {
  private static let blocksOfASecond = 4_000
  /// How much louder than the sound before it a beep is at least.
  private static let leastRise: Float = 4
  private static let leastPeak: Float = 0.002
  /// The greatest size of a sample. Greater ones, and those that are no numbers, count as silence.
  private static let greatestValue: Float = 1e6
  /// The greatest number of beginnings that are kept.
  private static let greatestCount = 200_000

  private struct Beginning {
    var sample: Int
    var peak: Float
  }

  /// The sound before a beginning, in the last 50 to 60 ms.
  private struct Past {
    private static let blocksOfAPart = 40
    /// The peaks of the last five parts, and of the one that is not complete.
    private var peaks: [Float] = Array(repeating: 0, count: 6)
    private var blockCount = 0

    var peak: Float { peaks.max() ?? 0 }

    mutating func add(_ peak: Float) {
      peaks[5] = max(peaks[5], peak)
      blockCount += 1
      guard blockCount == Self.blocksOfAPart else { return }
      peaks.removeFirst()
      peaks.append(0)
      blockCount = 0
    }
  }

  private let blockLength: Int
  /// How much sound after a beginning decides on its peak: 30 ms.
  private let heardLength: Int
  private var past = Past()
  /// Samples that do not fill a block, and the number of the first one.
  private var rest: [Float] = []
  private var start = 0
  /// The sound since a possible beginning, and the peak before it.
  private var heard: (start: Int, before: Float, samples: [Float])?
  private var beginnings: [Beginning] = []

  /// Creates a finder for at least one sample per second.
  package init(sampleRate: Int) {
    blockLength = max(sampleRate / Self.blocksOfASecond, 1)
    heardLength = max(sampleRate * 3 / 100, 1)
  }

  /// Adds sound of one channel. Samples that were added before are left out, and those between are silent.
  package mutating func add(_ samples: [Float], from number: Int) {
    let next = start + rest.count
    if number > next {
      finish()
      (rest, start, past) = ([], number, Past())
    }
    rest += samples.dropFirst(max(next - number, 0))
    let blockCount = rest.count / blockLength
    for block in 0..<blockCount {
      add(rest[block * blockLength..<(block + 1) * blockLength], from: start + block * blockLength)
    }
    rest.removeFirst(blockCount * blockLength)
    start += blockCount * blockLength
  }

  /// Judges the sound at the end.
  package mutating func finish() {
    guard let heard = heard.take() else { return }
    let peak = Self.peak(heard.samples[...])
    let threshold = heard.before + (peak - heard.before) / 4
    let index = heard.samples.firstIndex { abs($0) >= threshold } ?? 0
    guard beginnings.count < Self.greatestCount else { return }
    beginnings.append(Beginning(sample: heard.start + index, peak: peak))
  }

  /// The numbers of the samples with which beeps begin. Much softer sounds are none.
  package var beeps: [Int] {
    // A few may be louder than the beeps, and many softer.
    let peaks = beginnings.map(\.peak).sorted(by: >)
    guard let loud = peaks.dropFirst(min(peaks.count / 10, 4)).first else { return [] }
    return beginnings.filter { $0.peak >= 0.3 * loud }.map(\.sample)
  }

  private mutating func add(_ block: ArraySlice<Float>, from number: Int) {
    let peak = Self.peak(block)
    if heard != nil {
      heard?.samples += block
    } else if peak >= max(Self.leastPeak, past.peak * Self.leastRise) {
      heard = (number, past.peak, Array(block))
    }
    past.add(peak)
    if let heard, heard.samples.count >= heardLength { finish() }
  }

  private static func peak(_ samples: ArraySlice<Float>) -> Float {
    var peak: Float = 0
    for sample in samples where abs(sample) > peak && abs(sample) <= greatestValue {
      peak = abs(sample)
    }
    return peak
  }
}
