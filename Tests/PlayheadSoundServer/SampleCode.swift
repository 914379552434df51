import Foundation

/// 16-bit stereo sound whose two values contain the number of their sample, so that the sample heard is
/// known at every instant.
///
/// Silence is no sample: numbers start at 1 in the values.
package enum SampleCode {
  /// The sample rate of the sound.
  package static let sampleRate = 48_000

  /// Returns interleaved samples as an output takes them.
  ///
  /// - Parameter numbers: The numbers of the samples; below 2^32 - 1.
  package static func samples(_ numbers: Range<Int64>) -> [Float] {
    var samples: [Float] = []
    samples.reserveCapacity(2 * numbers.count)
    for number in numbers {
      for half in halves(number) { samples.append(Float(half) / 32_768) }
    }
    return samples
  }

  /// Returns the number of a sample from its values; nil for silence.
  package static func sample(left: Int16, right: Int16) -> Int64? {
    let number = UInt32(UInt16(bitPattern: left)) << 16 | UInt32(UInt16(bitPattern: right))
    return number == 0 ? nil : Int64(number) - 1
  }

  /// Returns a WAVE file with the samples.
  package static func wave(_ samples: Range<Int64>) -> Data {
    var file = Data()
    func append<Number: FixedWidthInteger>(_ number: Number) {
      withUnsafeBytes(of: number.littleEndian) { file.append(contentsOf: $0) }
    }
    let byteCount = UInt32(4 * samples.count)
    file.append(contentsOf: Array("RIFF".utf8))
    append(36 + byteCount)
    file.append(contentsOf: Array("WAVEfmt ".utf8))
    append(UInt32(16))
    append(UInt16(1))
    append(UInt16(2))
    append(UInt32(sampleRate))
    append(UInt32(4 * sampleRate))
    append(UInt16(4))
    append(UInt16(16))
    file.append(contentsOf: Array("data".utf8))
    append(byteCount)
    for sample in samples {
      for half in halves(sample) { append(half) }
    }
    return file
  }

  private static func halves(_ sample: Int64) -> [Int16] {
    let number = UInt32(sample + 1)
    return [
      Int16(bitPattern: UInt16(number >> 16)),
      Int16(bitPattern: UInt16(truncatingIfNeeded: number)),
    ]
  }
}
