import Glibc

/// Computes sound between its samples, at any ratio of sample rates: band-limited interpolation with a windowed sinc.
struct SampleInterpolator: Sendable {
  private static let phaseCount = 2_048
  /// The number of zero crossings of the sinc on each side.
  private static let crossingCount = 16.0
  /// The share of the band that is kept. The filter needs the rest to fall.
  private static let share = 0.95
  private static let kaiser = 8.0
  /// The greatest ratio of two sample rates, which bounds the length of the filter.
  static let greatestRatio = 64.0

  /// The number of samples before a place that its value depends on; one more is needed after it.
  let reach: Int
  /// The filter for each place between two samples, in order.
  private let table: [Float]
  private let step: Double

  /// Creates an interpolator for a result every `step` samples. A step beyond 1 lowers the cutoff.
  init(step: Double) {
    self.step = min(max(step, 1 / Self.greatestRatio), Self.greatestRatio)
    let cutoff = Self.share * min(1, 1 / self.step)
    let reach = (Int((Self.crossingCount / cutoff).rounded(.up)) + 3) / 4 * 4
    self.reach = reach
    var table: [Float] = []
    table.reserveCapacity((Self.phaseCount + 1) * 2 * reach)
    for phase in 0...Self.phaseCount {
      let fraction = Double(phase) / Double(Self.phaseCount)
      let weights = (0..<2 * reach).map { tap -> Double in
        let distance = Double(tap - reach + 1) - fraction
        let share = distance / Double(reach)
        guard abs(share) < 1 else { return 0 }
        let x = .pi * cutoff * distance
        let sinc = x == 0 ? 1 : sin(x) / x
        return sinc * Self.bessel(Self.kaiser * (1 - share * share).squareRoot())
      }
      let sum = weights.reduce(0, +)
      table += weights.map { Float($0 / sum) }
    }
    self.table = table
  }

  /// Returns values every `step` samples, about that of the initializer. Beyond the samples there are zeros.
  func values(of samples: [Float], from position: Double, step: Double, count: Int) -> [Float] {
    let width = 2 * reach
    let scale = Double(Self.phaseCount)
    return [Float](unsafeUninitializedCapacity: count) { output, filled in
      samples.withUnsafeBufferPointer { samples in
        table.withUnsafeBufferPointer { table in
          for index in 0..<count {
            let place = position + Double(index) * step
            let whole = place.rounded(.down)
            let phase = Int(((place - whole) * scale).rounded())
            let first = Int(whole) - reach + 1
            var sum: Float = 0
            if first >= 0, first + width <= samples.count,
              let values = samples.baseAddress, let weights = table.baseAddress
            {
              var parts = SIMD8<Float>.zero
              let (values, weights) = (
                UnsafeRawPointer(values + first), UnsafeRawPointer(weights + phase * width)
              )
              for tap in stride(from: 0, to: 4 * width, by: 32) {
                parts +=
                  values.loadUnaligned(fromByteOffset: tap, as: SIMD8<Float>.self)
                  * weights.loadUnaligned(fromByteOffset: tap, as: SIMD8<Float>.self)
              }
              sum = parts.sum()
            } else {
              for tap in 0..<width where samples.indices.contains(first + tap) {
                sum += samples[first + tap] * table[phase * width + tap]
              }
            }
            output[index] = sum
          }
        }
      }
      filled = count
    }
  }

  /// Returns the modified Bessel function of order 0.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term, index) = (1.0, 1.0, 1.0)
    while term > sum * 1e-12 {
      term *= (x / 2 / index) * (x / 2 / index)
      sum += term
      index += 1
    }
    return sum
  }
}
