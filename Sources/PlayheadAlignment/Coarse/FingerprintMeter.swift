import Glibc

/// Computes the fingerprint of sound while it is decoded.
///
/// Not Sendable: one thread uses it at a time.
package final class FingerprintMeter {
  /// The number of samples of a window, of which a frame has the spectrum.
  private static let windowSize = 2_048
  /// The least and the greatest frequency of the bands in hertz: those of a telephone.
  private static let frequencies = 300.0...3_000.0
  /// The share of the energy that a difference must have to mean something.
  private static let leastShare: Float = 0.02
  /// The energy of a band below which there is only silence.
  private static let leastEnergy: Float = 1e-9

  /// The fingerprint of the sound added until now.
  package private(set) var fingerprint: Fingerprint
  private let transform: any FourierTransform
  private let window: [Float]
  /// The first bin of each band, and the end of the last one.
  private let edges: [Int]
  private var samples: [Float] = []
  private var values: [Complex]
  /// The difference between neighbouring bands in the frame before, and their sum.
  private var before: (differences: [Float], sums: [Float])?

  package init(_ transforms: any FourierTransforms) {
    fingerprint = Fingerprint()
    let size = Self.windowSize
    transform = transforms.makeTransform(size: size)
    window = (0..<size).map { Float(0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(size))) }
    values = Array(repeating: .zero, count: size)
    let (low, high) = (Self.frequencies.lowerBound, Self.frequencies.upperBound)
    edges = (0...Fingerprint.bandCount + 1).map { index in
      let share = Double(index) / Double(Fingerprint.bandCount + 1)
      return Int(low * pow(high / low, share) * Double(size) / Double(Fingerprint.sampleRate))
    }
  }

  /// Adds samples at the rate of fingerprints.
  package func add(_ added: [Float]) {
    samples += added
    let step = 2 * Fingerprint.hop
    var first = 0
    while samples.count - first >= Self.windowSize + Fingerprint.hop {
      addFrames(at: first)
      first += step
    }
    samples.removeFirst(first)
  }

  /// Adds two frames, whose spectra one transform computes: those of the real and of the imaginary part.
  private func addFrames(at first: Int) {
    let (size, hop) = (Self.windowSize, Fingerprint.hop)
    var energies = (
      [Float](repeating: 0, count: edges.count - 1), [Float](repeating: 0, count: edges.count - 1)
    )
    samples.withUnsafeBufferPointer { samples in
      window.withUnsafeBufferPointer { window in
        values.withUnsafeMutableBufferPointer { values in
          for index in 0..<size {
            let place = first + index
            values[index] = Complex(samples[place], samples[place + hop]) * window[index]
          }
          transform.transform(values)
          for band in 0..<edges.count - 1 {
            var sums = SIMD2<Float>.zero
            for bin in edges[band]..<edges[band + 1] {
              let (value, mirror) = (values[bin], values[size - bin])
              let even = Complex(value.x + mirror.x, value.y - mirror.y)
              let odd = Complex(value.x - mirror.x, value.y + mirror.y)
              sums += SIMD2(even.squaredMagnitude, odd.squaredMagnitude)
            }
            (energies.0[band], energies.1[band]) = (sums.x, sums.y)
          }
        }
      }
    }
    addFrame(energies.0)
    addFrame(energies.1)
  }

  private func addFrame(_ energies: [Float]) {
    let bands = 0..<Fingerprint.bandCount
    let differences = bands.map { energies[$0] - energies[$0 + 1] }
    let sums = bands.map { energies[$0] + energies[$0 + 1] }
    var (rises, falls) = (UInt32(0), UInt32(0))
    if let before {
      for band in bands {
        let change = differences[band] - before.differences[band]
        let sum = sums[band] + before.sums[band]
        guard sum > Self.leastEnergy, abs(change) > sum * Self.leastShare else { continue }
        if change > 0 { rises |= 1 << UInt32(band) } else { falls |= 1 << UInt32(band) }
      }
    }
    before = (differences, sums)
    fingerprint.append(rises: rises, falls: falls)
  }
}
