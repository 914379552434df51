import PlayheadKit
import PlayheadMedia
import PlayheadTestEnvironment

@testable import PlayheadAlignment

/// Sound in memory.
final class ArraySound: Sound {
  let sampleRate: Int
  let samples: [Float]
  var sampleCount: Int { samples.count }

  init(_ samples: [Float], sampleRate: Int = Fingerprint.sampleRate) {
    (self.samples, self.sampleRate) = (samples, sampleRate)
  }

  func read(from start: Int, count: Int) -> [Float] {
    (start..<start + count).map { samples.indices.contains($0) ? samples[$0] : 0 }
  }

  var fingerprint: Fingerprint {
    let meter = FingerprintMeter(FFmpegTransforms())
    meter.add(samples)
    return meter.fingerprint
  }

  /// Returns noise whose strength changes, so that it is not the same everywhere.
  static func noise(_ count: Int, seed: UInt64) -> [Float] {
    var numbers = SplitMix64(seed: seed)
    var (level, before) = (Float(0.1), Float(0))
    return (0..<count).map { index in
      if index % 800 == 0 { level = Float.random(in: 0.02...0.3, using: &numbers) }
      // Without the highest frequencies, which no interpolation keeps.
      let value = Float.random(in: -level...level, using: &numbers)
      defer { before = value }
      return value + before
    }
  }

  /// Returns sound in which an interval is longer by some parts per million.
  static func stretched(_ samples: [Float], by drift: Double) -> [Float] {
    let step = 1 / (1 + drift * 1e-6)
    return SampleInterpolator(step: 1).values(
      of: samples, from: 0, step: step, count: Int(Double(samples.count) / step))
  }
}

/// Compares two sounds.
func align(_ reference: [Float], _ other: [Float]) throws -> SoundAlignment.Relation? {
  let (first, second) = (ArraySound(reference), ArraySound(other))
  return try Aligner(FFmpegTransforms()).alignment(
    of: first, second, (first.fingerprint, second.fingerprint)
  ).relation
}
