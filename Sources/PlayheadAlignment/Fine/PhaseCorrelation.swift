/// The cross-correlation of two signals with phase transform (GCC-PHAT): each frequency has the weight of its
/// coherence, whatever its strength.
///
/// The spectra of several overlapping blocks are averaged first, so that frequencies which have no sound in common,
/// because of noise or a filter, have little weight. With a single block, all have the same.
struct PhaseCorrelation {
  /// The greatest correlation.
  struct Peak: Equatable, Sendable {
    /// By how many samples the second signal is later than the first.
    var lag: Double
    /// Whether the second signal has the opposite sign.
    var isInverted: Bool
    /// The height in units of the usual deviation from 0.
    var score: Double
    /// The height divided by that of the highest other peak.
    var ratio: Double
  }

  /// The distance in samples around a peak that belongs to it.
  private static let peakWidth = 64
  /// The first frequency that is used, in bins. Below it there is hum and wind.
  private static let firstBin = 4
  /// The number of samples on each side of a place between samples that are used to interpolate.
  private static let interpolationReach = 16

  private let transform: any FourierTransform
  private let window: [Float]
  private let interpolator = SampleInterpolator(step: 1)

  init(size: Int, _ transforms: any FourierTransforms) {
    transform = transforms.makeTransform(size: size)
    window = (0..<size).map { index in
      // Nearly a Hann window: only the ends must be quiet.
      let x = 2 * Double(index) / Double(size) - 1
      return Float((1 - x * x) * (1 - x * x))
    }
  }

  var size: Int { transform.size }

  /// Returns the number of samples for a number of blocks.
  func length(ofBlocks count: Int) -> Int { size + (count - 1) * size / 2 }

  /// Returns the peak of two signals of equal length, with a known sign or any; nil if one of them is silent.
  func peak(
    of first: [Float], _ second: [Float], limit: Int, isInverted: Bool? = nil
  ) -> Peak? {
    guard let values = correlation(of: first, second) else { return nil }
    let limit = min(limit, size / 2 - 1)
    func value(_ lag: Int) -> Float { values[lag & (size - 1)] }
    func height(_ lag: Int) -> Float {
      isInverted.map { $0 ? -value(lag) : value(lag) } ?? abs(value(lag))
    }
    guard let best = (-limit...limit).max(by: { height($0) < height($1) }) else { return nil }
    let height = height(best)
    let others = (-limit...limit).filter { abs($0 - best) > Self.peakWidth }
    let second = others.map { abs(value($0)) }.max() ?? 0
    let energy = values.reduce(0.0) { $0 + Double($1) * Double($1) }
    // In most blocks the peak itself is a small part of all.
    let noise = max(energy - 2 * Double(height * height), energy * 0.01) / Double(size)
    let isInverted = value(best) < 0
    let around = (-Self.interpolationReach * 2...Self.interpolationReach * 2).map { offset in
      isInverted ? -value(best + offset) : value(best + offset)
    }
    return Peak(
      lag: Double(best) + vertex(of: around, at: Self.interpolationReach * 2),
      isInverted: isInverted, score: Double(height) / noise.squareRoot(),
      ratio: Double(height) / Double(max(second, .leastNormalMagnitude)))
  }

  /// Returns the distance from the sample at an index to the maximum of the band-limited signal.
  private func vertex(of values: [Float], at index: Int) -> Double {
    let fine = interpolator.values(
      of: values, from: Double(index) - 1, step: 1.0 / 16, count: 33)
    guard let best = fine.indices.max(by: { fine[$0] < fine[$1] }), best > 0, best < 32 else {
      return 0
    }
    let (left, middle, right) = (Double(fine[best - 1]), Double(fine[best]), Double(fine[best + 1]))
    let curvature = left - 2 * middle + right
    let rest = curvature < 0 ? 0.5 * (left - right) / curvature : 0
    return (Double(best) + rest) / 16 - 1
  }

  /// Returns the correlation at each lag from 0, negative lags at the end; nil if one of the signals is silent.
  private func correlation(of first: [Float], _ second: [Float]) -> [Float]? {
    guard first.contains(where: { $0 != 0 }), second.contains(where: { $0 != 0 }) else {
      return nil
    }
    var cross = [Complex](repeating: .zero, count: size)
    var powers = [SIMD2<Float>](repeating: .zero, count: size)
    var values = [Complex](repeating: .zero, count: size)
    let count = min(first.count, second.count)
    for start in stride(from: 0, through: count - size, by: size / 2) {
      first.withUnsafeBufferPointer { first in
        second.withUnsafeBufferPointer { second in
          values.withUnsafeMutableBufferPointer { values in
            for index in 0..<size {
              values[index] = Complex(first[start + index], second[start + index]) * window[index]
            }
            transform.transform(values)
          }
        }
      }
      addSpectra(values, to: &cross, &powers)
    }
    let weights = commonWeights(powers)
    for bin in 1..<size / 2 {
      let power = (powers[bin].x * powers[bin].y).squareRoot()
      let value = power > 0 ? cross[bin] * weights[bin] / power : .zero
      cross[bin] = value
      cross[size - bin] = Complex(value.x, -value.y)
    }
    (cross[0], cross[size / 2]) = (.zero, .zero)
    cross.withUnsafeMutableBufferPointer { transform.invert($0) }
    return cross.map { $0.x / Float(size) }
  }

  /// Returns a weight for each frequency, less where the ratio of the powers is unusual: where a filter lets little
  /// pass, its phase is far from that of the sound; and where noise is added, there is none.
  private func commonWeights(_ powers: [SIMD2<Float>]) -> [Float] {
    var bands: [(range: Range<Int>, ratio: Float, energy: Float)] = []
    var first = Self.firstBin
    while first < size / 2 {
      let range = first..<min(max(first * 5 / 4, first + 4), size / 2)
      let sum = range.reduce(SIMD2<Float>.zero) { $0 + powers[$1] }
      first = range.upperBound
      guard sum.x > 0, sum.y > 0 else { continue }
      bands.append((range, sum.y / sum.x, (sum.x * sum.y).squareRoot()))
    }
    // The usual ratio is the median of the ratios, weighted with what both have.
    let sorted = bands.sorted { $0.ratio < $1.ratio }
    var rest = sorted.reduce(0) { $0 + $1.energy } / 2
    let usual = sorted.first { band in
      rest -= band.energy
      return rest <= 0
    }?.ratio
    var weights = [Float](repeating: 0, count: size / 2)
    for band in bands {
      let ratio = band.ratio / (usual ?? 1)
      let weight = min(ratio, 1 / ratio)
      for bin in band.range { weights[bin] = weight }
    }
    return weights
  }

  /// Separates the spectra of the real and the imaginary part, and adds their products.
  private func addSpectra(
    _ values: [Complex], to cross: inout [Complex], _ powers: inout [SIMD2<Float>]
  ) {
    values.withUnsafeBufferPointer { values in
      cross.withUnsafeMutableBufferPointer { cross in
        powers.withUnsafeMutableBufferPointer { powers in
          for bin in 1..<size / 2 {
            let (value, mirror) = (values[bin], values[size - bin])
            let first = Complex(value.x + mirror.x, value.y - mirror.y)
            let second = Complex(value.y + mirror.y, mirror.x - value.x)
            cross[bin] += first.conjugateTimes(second)
            powers[bin] += SIMD2(first.squaredMagnitude, second.squaredMagnitude)
          }
        }
      }
    }
  }
}
