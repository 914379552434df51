import PlayheadMedia

/// Compares the sound of two recordings in windows.
///
/// Not Sendable: one thread uses it at a time.
final class WindowMeter {
  /// The length of a block in seconds, about.
  private static let blockLength = 0.6
  private static let greatestSampleRate = 48_000
  private static let leastSize = 512
  private static let leastScore = 8.0
  private static let leastRatio = 1.25

  let reference: any Sound
  let other: any Sound
  /// The number of samples per second at which the sounds are compared: the lower one of the two.
  let sampleRate: Int
  let correlation: PhaseCorrelation
  private let referenceInterpolator: SampleInterpolator
  private let otherInterpolator: SampleInterpolator

  /// Creates a meter of two sounds, which have `length` seconds in common.
  init(
    _ reference: any Sound, _ other: any Sound, length: Double, _ transforms: any FourierTransforms
  ) {
    (self.reference, self.other) = (reference, other)
    sampleRate = min(reference.sampleRate, other.sampleRate, Self.greatestSampleRate)
    var size = Self.leastSize
    let wanted = min(Self.blockLength, length / 8) * Double(sampleRate)
    while Double(size) * 1.4 < wanted, size < 1 << 17 { size *= 2 }
    correlation = PhaseCorrelation(size: size, transforms)
    referenceInterpolator = SampleInterpolator(
      step: Double(reference.sampleRate) / Double(sampleRate))
    otherInterpolator = SampleInterpolator(step: Double(other.sampleRate) / Double(sampleRate))
  }

  /// The length of a window of some blocks in seconds.
  func length(ofBlocks count: Int) -> Double {
    Double(correlation.length(ofBlocks: count)) / Double(sampleRate)
  }

  /// Compares a window at a time in the reference with all at most `reach` seconds from the line; nil if it is silent.
  func point(
    at time: Double, on line: OffsetLine, blockCount: Int, reach: Double, isInverted: Bool? = nil
  ) throws(MediaError) -> OffsetPoint? {
    let count = correlation.length(ofBlocks: blockCount)
    // The reference begins with a whole sample, and needs no interpolation at its own rate.
    let wanted = (time - Double(count) / 2 / Double(sampleRate)) * Double(reference.sampleRate)
    let start = wanted.rounded() / Double(reference.sampleRate)
    let first = try samples(ofReferenceFrom: start, count: count)
    let second = try samples(ofOtherFrom: start, on: line, count: count)
    let limit = Int(reach * Double(sampleRate)) + 1
    guard
      let peak = correlation.peak(
        of: first, second, limit: limit, isInverted: isInverted)
    else { return nil }
    let middle = start + Double(count) / 2 / Double(sampleRate)
    return OffsetPoint(
      time: middle, distance: line.otherTime(at: middle + peak.lag / Double(sampleRate)) - middle,
      isInverted: peak.isInverted, score: peak.score,
      isClear: peak.score >= Self.leastScore && peak.ratio >= Self.leastRatio)
  }

  /// Returns the sound of the reference from a time on, at the rate of the comparison.
  func samples(ofReferenceFrom time: Double, count: Int) throws(MediaError) -> [Float] {
    try samples(
      of: reference, from: time, step: Double(reference.sampleRate) / Double(sampleRate),
      count: count, referenceInterpolator)
  }

  /// Returns the sound of the other recording that corresponds to the reference from a time on.
  func samples(
    ofOtherFrom time: Double, on line: OffsetLine, count: Int
  ) throws(MediaError) -> [Float] {
    let ratio = Double(other.sampleRate) / Double(sampleRate)
    return try samples(
      of: other, from: line.otherTime(at: time), step: ratio * (1 + line.drift), count: count,
      otherInterpolator)
  }

  private func samples(
    of sound: any Sound, from time: Double, step: Double, count: Int,
    _ interpolator: SampleInterpolator
  ) throws(MediaError) -> [Float] {
    let position = time * Double(sound.sampleRate)
    // Beyond any file, and within the numbers that can be converted.
    guard position.magnitude < 1e15 else { return Array(repeating: 0, count: count) }
    let first = Int(position.rounded(.down)) - interpolator.reach
    let length = Int(Double(count) * step) + 2 * interpolator.reach + 2
    if step == 1, abs(position - position.rounded()) < 1e-6 {
      return try sound.read(from: Int(position.rounded()), count: count)
    }
    let samples = try sound.read(from: first, count: length)
    return interpolator.values(
      of: samples, from: position - Double(first), step: step, count: count)
  }
}
