import PlayheadTimekeeping

/// A run of output samples that plays a stretch of media evenly.
///
/// Positions are computed from the start as exact fractions, so that no error adds up.
struct SampleSegment: Hashable, Sendable {
  /// Samples are divided into this many parts.
  private static let parts: Int128 = 65_536

  let first: Int64
  /// The number of the sample after the last one.
  var end: Int64
  let rate: Rate
  let owner: Int
  /// The position of the first sample in nanoseconds.
  private let start: Fraction
  /// The nanoseconds of media that a sample plays.
  private let step: Fraction

  init(
    _ samples: Range<Int64>, from start: MediaTime, to end: MediaTime, rate: Rate, owner: Int
  ) {
    first = samples.lowerBound
    self.end = samples.upperBound
    self.rate = rate
    self.owner = owner
    self.start = Fraction(nanosecondsOf: start)
    let length = end.subtracting(start) ?? .nanoseconds(.max)
    step = Fraction(
      nanosecondsOf: length, dividedBy: Int128(samples.upperBound) - Int128(samples.lowerBound))
  }

  /// Whether the next segment plays on as this one does.
  func isContinued(by next: SampleSegment) -> Bool {
    next.first == end && next.owner == owner && next.rate == rate && next.step == step
      && isExact(until: next.end)
      && next.start
        == Fraction(
          start.numerator * step.denominator + count * step.numerator * start.denominator,
          start.denominator * step.denominator)
  }

  /// Returns the position after a number of samples, rounded down, within the segment.
  func nanoseconds(ofSample sample: Double) -> Int64 {
    let offset = min(max(sample - Double(first), 0), Double(count))
    guard isExact(until: end) else {
      return Int64(clamping: Int128(start.doubleValue + offset * step.doubleValue))
    }
    let part = Int128((offset * Double(Self.parts)).rounded(.down))
    // start + step * part / parts
    let scaled =
      start.numerator * step.denominator * Self.parts + part * step.numerator * start.denominator
    let divisor = start.denominator * step.denominator * Self.parts
    return Int64(clamping: scaled.divided(by: divisor, rounding: .down))
  }

  /// Returns the least number of samples after which the position is reached; nil if that is after the segment.
  func sample(ofNanoseconds nanoseconds: Int64) -> Double? {
    let distance = Int128(nanoseconds) * start.denominator - start.numerator
    if distance <= 0 { return Double(first) }
    guard step.numerator > 0, nanoseconds <= self.nanoseconds(ofSample: Double(end)) else {
      return nil
    }
    guard isExact(until: end) else {
      let offset = (Double(nanoseconds) - start.doubleValue) / step.doubleValue
      return Double(first) + min(offset, Double(count))
    }
    let part = (distance * step.denominator * Self.parts)
      .divided(by: start.denominator * step.numerator, rounding: .up)
    return Double(first) + Double(min(part, count * Self.parts)) / Double(Self.parts)
  }

  private var count: Int128 { Int128(end) - Int128(first) }

  /// Whether positions up to a sample can be computed in 128 bits, as those of all real media can.
  private func isExact(until end: Int64) -> Bool {
    let count = Double(end) - Double(first)
    let greatest =
      abs(Double(start.numerator)) * Double(step.denominator)
      + count * Double(step.numerator) * Double(start.denominator)
    return greatest * Double(Self.parts) < 0x1p126
  }
}

/// A fraction in lowest terms.
private struct Fraction: Hashable, Sendable {
  let numerator: Int128
  /// Positive.
  let denominator: Int128

  init(_ numerator: Int128, _ denominator: Int128) {
    var (divisor, rest) = (denominator, abs(numerator) % denominator)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// Creates the nanoseconds of a time, divided by `count`.
  init(nanosecondsOf time: MediaTime, dividedBy count: Int128 = 1) {
    self.init(
      Int128(time.ticks) * Int128(time.timebase.numerator) * 1_000_000_000,
      Int128(time.timebase.denominator) * count)
  }

  var doubleValue: Double { Double(numerator) / Double(denominator) }
}
