import Glibc
import PlayheadMedia

/// A tone that is the same in all channels.
struct Tone {
  var frequency: Double
  var amplitude: Float = 0.5
  /// In seconds.
  var start = 0.0
  var duration: Double

  /// Adds the tone to interleaved samples. Its amplitude rises and falls within 3 ms.
  func add(to samples: inout [Float], format: AudioFormat) {
    let sampleRate = Double(format.sampleRate)
    for sample in 0..<Int(duration * sampleRate) {
      let time = Double(sample) / sampleRate
      let envelope = min(1, time / 0.003, (duration - time) / 0.003)
      let value = amplitude * Float(envelope * sin(2 * .pi * frequency * time))
      let first = (Int(start * sampleRate) + sample) * format.channelCount
      for index in first..<first + format.channelCount { samples[index] += value }
    }
  }

  /// Returns the samples with which the tone starts and ends; nil if it is not heard.
  ///
  /// - Parameters:
  ///   - samples: Interleaved samples. The first channel counts.
  ///   - range: The samples to search.
  func found(in samples: [Float], format: AudioFormat, range: Range<Int>) -> ClosedRange<Double>? {
    let step = 2 * .pi * frequency / Double(format.sampleRate)
    let range = range.clamped(to: 0..<samples.count / format.channelCount)
    // The strength within 5 ms, by correlation with the tone.
    let width = format.sampleRate / 200
    var products: [(Double, Double)] = []
    var sum = (0.0, 0.0)
    var strengths: [Double] = []
    for sample in range {
      let value = Double(samples[sample * format.channelCount])
      let product = (value * cos(step * Double(sample)), value * sin(step * Double(sample)))
      products.append(product)
      sum.0 += product.0
      sum.1 += product.1
      if products.count > width {
        let old = products[products.count - 1 - width]
        sum.0 -= old.0
        sum.1 -= old.1
      }
      strengths.append(sum.0 * sum.0 + sum.1 * sum.1)
    }
    guard let strongest = strengths.max(), strongest > 0 else { return nil }
    let isHeard = { (strength: Double) in strength > strongest / 4 }
    guard let first = strengths.firstIndex(where: isHeard),
      let last = strengths.lastIndex(where: isHeard)
    else { return nil }
    let delay = Double(range.lowerBound) - Double(width) / 2
    return Double(first) + delay...Double(last) + delay
  }
}
