import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimecode
import PlayheadTimekeeping

/// Linear timecode as samples of one channel, drawn from the bits of frames with exact edges.
struct CodeSignal {
  static let sampleRate = 48_000

  let rate: TimecodeRate
  var samples: [Float] = []
  var amplitude: Float = 0.5
  var isInverted = false
  /// The amplitude of white noise that is added.
  var noise: Float = 0
  private var level: Float = 1
  private var random = SplitMix64(seed: 7)
  /// The exact time after the last sample, in samples.
  private var end = 0.0

  init(_ rate: TimecodeRate = .pal) { self.rate = rate }

  /// The samples of a frame at the normal speed.
  var frameLength: Double {
    Double(Self.sampleRate) * Double(rate.frame.numerator) / Double(rate.frame.denominator)
  }

  /// Appends frames, of which each may begin between two samples.
  mutating func append(
    frames numbers: some Collection<Int64>, speed: Double = 1, isReversed: Bool = false,
    userBits: UInt32 = 0, from firstHalf: Int = 0
  ) {
    for (index, number) in numbers.enumerated() {
      let timecode = Timecode(frame: number, base: rate.base)
      let bits: [Bool] = LTCFrame(timecode, userBits: userBits).bytes.flatMap { byte -> [Bool] in
        (0..<8).map { bit -> Bool in byte >> bit & 1 == 1 }
      }
      var halves: [Float] = []
      for bit in isReversed ? bits.reversed() : bits {
        level = -level
        halves.append(level)
        if bit { level = -level }
        halves.append(level)
      }
      let length = frameLength / speed / 160
      for half in halves.dropFirst(index == 0 ? firstHalf : 0) { draw(half, length) }
    }
  }

  /// Appends a level for a time in samples.
  private mutating func draw(_ half: Float, _ length: Double) {
    end += length
    while Double(samples.count) + 0.5 <= end {
      samples.append(sample(isInverted ? -half : half))
    }
  }

  private mutating func sample(_ level: Float) -> Float {
    level * amplitude + noise * (Float(random.next() % 65_536) / 32_768 - 1)
  }

  /// Appends silence, or noise alone.
  mutating func appendSilence(frames count: Double) {
    draw(0, frameLength * count)
    level = 1
  }

  /// Appends sound that is no code, as loud as it.
  mutating func appendDamage(frames count: Double) {
    end += frameLength * count
    while Double(samples.count) + 0.5 <= end {
      samples.append(amplitude * (Float(random.next() % 65_536) / 32_768 - 1))
    }
  }

  /// Makes each edge take some samples more, as the output of a device does.
  mutating func smooth(over count: Int) {
    samples = samples.indices.map { end in
      let part = samples[max(end - count, 0)...end]
      return part.reduce(0, +) / Float(part.count)
    }
  }

  /// The bytes of a WAV file with 16 bits.
  var wav: Data {
    let values = samples.map { Int16(max(min($0, 1), -1) * 32_767) }
    func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
      withUnsafeBytes(of: number.littleEndian, Array.init)
    }
    let size = UInt32(values.count * 2)
    var bytes = Array("RIFF".utf8) + little(size + 36) + Array("WAVEfmt ".utf8)
    bytes += little(UInt32(16)) + little(UInt16(1)) + little(UInt16(1))
    bytes += little(UInt32(Self.sampleRate)) + little(UInt32(Self.sampleRate * 2))
    bytes += little(UInt16(2)) + little(UInt16(16)) + Array("data".utf8) + little(size)
    return Data(bytes + values.flatMap { little($0) })
  }
}

extension TimecodeRate {
  static func named(_ numerator: Int32, _ denominator: Int32 = 1, drops: Bool? = nil) -> Self {
    FrameRate(numerator, denominator).flatMap { Self(carrying: $0, isDropFrame: drops) } ?? .pal
  }
}
