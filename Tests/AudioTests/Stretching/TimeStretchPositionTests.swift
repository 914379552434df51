import PlayheadAudio
import PlayheadMedia
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

/// Where sound is heard after it was stretched.
@Suite struct TimeStretchPositionTests {
  static let rates = TestEffort.some([0.5, 0.75, 0.9, 1.1, 1.25, 1.5, 2, 2.5, 3] as [Rate])

  /// Five beeps of 60 ms, each with its own pitch.
  private let beeps = (0..<5).map { number in
    Tone(
      frequency: 500 + 310 * Double(number), start: 0.3 + 0.431 * Double(number), duration: 0.06)
  }

  private func checkBeeps(_ rate: Rate, noise: Float, format: AudioFormat) throws {
    var random = SplitMix64(seed: 1)
    var input = (0..<5 * format.sampleRate / 2 * format.channelCount).map { _ in
      noise * Float.random(in: -1...1, using: &random)
    }
    for beep in beeps { beep.add(to: &input, format: format) }
    let sound = StretchedSound(input, format: format, rate: rate)
    let sampleRate = Double(format.sampleRate)
    let limit = 0.01 * sampleRate
    var sum = 0.0
    for beep in beeps {
      let start = try #require(sound.outputSample(of: beep.start * sampleRate))
      let end = try #require(sound.outputSample(of: (beep.start + beep.duration) * sampleRate))
      let found = try #require(
        beep.found(
          in: sound.output, format: format, range: Int(start - 5 * limit)..<Int(end + 5 * limit)))
      #expect(abs(found.lowerBound - start) <= limit, "start of \(beep)")
      #expect(abs(found.upperBound - end) <= limit, "end of \(beep)")
      sum += found.lowerBound - start + found.upperBound - end
    }
    #expect(abs(sum) <= limit / 2 * Double(2 * beeps.count), "on average")
  }

  @Test(arguments: rates) func beepsAreHeardWithin10MillisecondsOfTheirPlace(rate: Rate) throws {
    try checkBeeps(rate, noise: 0, format: AudioFormat(sampleRate: 16_000, channelCount: 1))
  }

  @Test(arguments: rates) func beepsInNoiseAreHeardWithin10MillisecondsOfTheirPlace(
    rate: Rate
  ) throws {
    try checkBeeps(rate, noise: 0.05, format: AudioFormat(sampleRate: 16_000, channelCount: 1))
  }

  @Test func beepsInStereoAreHeardWithin10MillisecondsOfTheirPlace() throws {
    try checkBeeps(1.5, noise: 0.05, format: AudioFormat(sampleRate: 44_100, channelCount: 2))
  }

  /// The first channel over the second is the number of the sample, so that the output shows which
  /// input it is made of. The third is loud, so that it alone decides where sound continues.
  @Test(arguments: rates) func noSoundIsMoreThan11MillisecondsFromItsPlace(rate: Rate) {
    let format = AudioFormat(sampleRate: 8_000, channelCount: 3)
    var random = SplitMix64(seed: 2)
    var level: Float = 0
    let input = (0..<12_000).flatMap { sample in
      level = 0.9 * level + Float.random(in: -1...1, using: &random)
      return [Float(sample) * 1e-7, 1e-3, level]
    }
    let sound = StretchedSound(input, format: format, rate: rate)
    var greatest = 0.0
    var sample = 0
    for piece in sound.pieces {
      for count in 0..<piece.sampleCount {
        let position = piece.start + Double(count) * piece.rate.doubleValue
        let origin = Double(sound.output[3 * sample] / sound.output[3 * sample + 1]) * 1e4
        greatest = max(greatest, abs(origin - position) / rate.doubleValue)
        sample += 1
      }
    }
    #expect(greatest <= 0.011 * 8_000)
    // The sound does move to where it fits.
    #expect(greatest >= 0.002 * 8_000)
  }

  @Test(arguments: rates) func thePitchStays(rate: Rate) {
    let format = AudioFormat(sampleRate: 16_000, channelCount: 1)
    for frequency in [110.0, 440, 1_300] {
      var input = [Float](repeating: 0, count: 12_800)
      Tone(frequency: frequency, duration: 0.8).add(to: &input, format: format)
      let sound = StretchedSound(input, format: format, rate: rate)
      // Rising zero crossings, without the ends.
      let middle = sound.output.dropFirst(1_000).dropLast(1_000)
      let crossings = zip(middle.indices, zip(middle, middle.dropFirst()))
        .compactMap { $1.0 < 0 && $1.1 >= 0 ? $0 : nil }
      let span = Double(crossings.last! - crossings.first!) / 16_000
      #expect(abs(Double(crossings.count - 1) / span / frequency - 1) < 0.01, "\(frequency) Hz")
    }
  }
}
