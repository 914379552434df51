import PlayheadMedia

/// Searches parts of one recording in all of another one by their samples.
///
/// That takes longer than a search of fingerprints, but finds sound that noise covers: each sample adds to the
/// correlation, while noise decides the signs of most bands. The correlation has a phase transform, so that tones do
/// not fit everywhere.
struct SampleSearch {
  private static let sampleRate = 8_000
  private static let greatestAnchorLength = 1 << 16
  private static let anchorCount = 4
  /// The least number of samples of a part.
  private static let leastLength = 1_024
  /// The score below which a match is only chance. The greatest of millions of values is about 6.
  private static let leastScore = 8.0
  /// The least ratio of a peak to others in its block. A tone fits at each of its periods.
  private static let leastRatio: Float = 1.25
  /// The share of the usual magnitude below which a frequency has less weight.
  private static let leastShare: Float = 0.01
  /// The distance in samples around a peak that belongs to it.
  private static let peakWidth = 64

  private let short: any Sound
  private let long: any Sound
  private let rate: Int
  private let anchorLength: Int
  private let transform: any FourierTransform

  /// Creates a search of parts of the short sound in the long one.
  init(of short: any Sound, in long: any Sound, _ transforms: any FourierTransforms) {
    (self.short, self.long) = (short, long)
    rate = min(short.sampleRate, long.sampleRate, Self.sampleRate)
    anchorLength = min(Self.greatestAnchorLength, Int(short.length * Double(rate)) / 2)
    var size = 2
    while size < 2 * anchorLength { size *= 2 }
    transform = transforms.makeTransform(size: size)
  }

  /// Returns the places where each part may be, in the order of the parts.
  func matches() throws(MediaError) -> [[AnchorMatch]] {
    guard anchorLength >= Self.leastLength else { return [] }
    let room = max(Int(short.length * Double(rate)) - anchorLength, 0)
    let starts = (0..<Self.anchorCount).map { $0 * room / (Self.anchorCount - 1) }
    let reader = ResampledSound(short, at: rate)
    var anchors: [[Complex]] = []
    for start in starts {
      // The ends must be quiet, or those of two tones would fit.
      let samples = try reader.read(from: start, count: anchorLength).enumerated().map {
        let x = 2 * Float($0.offset) / Float(anchorLength) - 1
        return $0.element * (1 - x * x) * (1 - x * x)
      }
      anchors.append(phases(of: samples[...]))
    }
    var found = [[AnchorMatch]](repeating: [], count: starts.count)
    try searchBlocks { spectrum, place in
      for (index, anchor) in anchors.enumerated() {
        guard let (lag, score) = peak(of: anchor, in: spectrum), score >= Self.leastScore else {
          continue
        }
        let middle = Double(anchorLength) / 2
        found[index].append(
          AnchorMatch(
            time: (Double(starts[index]) + middle) / Double(rate),
            otherTime: (Double(place + lag) + middle) / Double(rate), score: score))
      }
    }
    return found.map { matches in
      Array(matches.sorted { $0.score > $1.score }.prefix(AnchorMatch.greatestCount))
    }
  }

  /// Calls a closure with the spectrum and the place of blocks that follow one another by the length that is valid.
  private func searchBlocks(_ body: ([Complex], Int) -> Void) throws(MediaError) {
    let reader = ResampledSound(long, at: rate)
    let step = transform.size - anchorLength
    let end = Int(long.length * Double(rate))
    var place = -anchorLength / 2
    var samples = try reader.read(from: place, count: transform.size)
    while place < end - anchorLength / 2 {
      body(phases(of: samples[...]), place)
      place += step
      samples.removeFirst(step)
      samples += try reader.read(from: place + samples.count, count: step)
    }
  }

  /// Returns the spectrum of samples, with the magnitude 1 at all frequencies that have sound.
  private func phases(of samples: ArraySlice<Float>) -> [Complex] {
    var values = samples.map { Complex($0, 0) }
    values += [Complex](repeating: .zero, count: transform.size - values.count)
    values.withUnsafeMutableBufferPointer { values in
      transform.transform(values)
      let energy = values.reduce(0) { $0 + $1.squaredMagnitude } / Float(values.count)
      guard energy > .leastNormalMagnitude else { return }
      // Where there is nearly no sound, the phase is that of the ends.
      let least = energy.squareRoot() * Self.leastShare
      for bin in values.indices {
        values[bin] /= max(values[bin].squaredMagnitude.squareRoot(), least)
      }
    }
    return values
  }

  /// Returns the greatest value of the correlation, in units of its usual deviation from 0.
  private func peak(of anchor: [Complex], in block: [Complex]) -> (lag: Int, score: Double)? {
    var values = [Complex](repeating: .zero, count: transform.size)
    var best: (lag: Int, height: Float)?
    values.withUnsafeMutableBufferPointer { values in
      for bin in values.indices { values[bin] = anchor[bin].conjugateTimes(block[bin]) }
      transform.invert(values)
      for lag in 0..<transform.size - anchorLength where abs(values[lag].x) > best?.height ?? 0 {
        best = (lag, abs(values[lag].x))
      }
      guard let (place, height) = best else { return }
      for lag in 0..<transform.size - anchorLength
      where abs(values[lag].x) * Self.leastRatio > height && abs(lag - place) > Self.peakWidth {
        return best = nil
      }
    }
    return best.map { ($0.lag, Double($0.height) / Double(transform.size).squareRoot()) }
  }
}

/// Reads sound at another sample rate.
private struct ResampledSound {
  private let sound: any Sound
  private let step: Double
  private let interpolator: SampleInterpolator

  init(_ sound: any Sound, at rate: Int) {
    self.sound = sound
    step = Double(sound.sampleRate) / Double(rate)
    interpolator = SampleInterpolator(step: step)
  }

  /// Returns samples from a number on, which is that of the new rate.
  func read(from start: Int, count: Int) throws(MediaError) -> [Float] {
    if step == 1 { return try sound.read(from: start, count: count) }
    let position = Double(start) * step
    let first = Int(position.rounded(.down)) - interpolator.reach
    let length = Int(Double(count) * step) + 2 * interpolator.reach + 2
    return interpolator.values(
      of: try sound.read(from: first, count: length), from: position - Double(first), step: step,
      count: count)
  }
}
