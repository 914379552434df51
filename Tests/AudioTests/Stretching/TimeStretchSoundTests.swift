import PlayheadAudio
import PlayheadMedia
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

/// How stretched sound sounds.
@Suite struct TimeStretchSoundTests {
  @Test func aToneHasNoClickWhenTheRateChanges() {
    let format = AudioFormat(sampleRate: 16_000, channelCount: 1)
    for frequency in [97.0, 440, 1_000] {
      var input = [Float](repeating: 0, count: 96_000)
      Tone(frequency: frequency, duration: 6).add(to: &input, format: format)
      var sound = StretchedSound(format: format)
      let rates: [Rate] = [1, 2, 0.5, 1, 0.5, 3, 1, 1.1, 0.9, 1, 3, 0.5, 1]
      for (number, rate) in rates.enumerated() {
        sound.setRate(rate)
        sound.add(input[number * 7_001..<min(input.count, (number + 1) * 7_001)])
      }
      sound.finish()
      let steps = zip(sound.output, sound.output.dropFirst()).map { abs($0 - $1) }
      let greatest = 0.5 * 2 * Float.pi * Float(frequency) / 16_000
      #expect(steps.max()! < 1.3 * greatest, "\(frequency) Hz")
      #expect(sound.output.map { abs($0) }.max()! < 0.6)
    }
  }

  @Test(arguments: [0.5, 1.1, 3] as [Rate]) func noiseKeepsItsLevel(rate: Rate) {
    let format = AudioFormat(sampleRate: 16_000, channelCount: 1)
    var random = SplitMix64(seed: 4)
    let input = (0..<32_000).map { _ in Float.random(in: -1...1, using: &random) }
    let sound = StretchedSound(input, format: format, rate: rate)
    // In each tenth of the fades, which are 160 samples long.
    var power = [Float](repeating: 0, count: 10)
    for (sample, value) in sound.output.enumerated() {
      power[sample % 160 / 16] += value * value / Float(sound.output.count / 10)
    }
    for part in power { #expect(abs(part * 3 - 1) < 0.15) }
  }

  @Test(arguments: [
    (8_000, 1), (11_025, 2), (22_050, 6), (32_000, 3), (44_100, 5), (48_000, 8), (96_000, 4),
    (192_000, 2),
  ]) func everyChannelOfEveryFormatStaysItself(sampleRate: Int, channelCount: Int) {
    let format = AudioFormat(sampleRate: sampleRate, channelCount: channelCount)
    let sample = (1...channelCount).map { Float($0) / 16 }
    let input = (0..<sampleRate / 4).flatMap { _ in sample }
    var sound = StretchedSound(format: format)
    sound.setRate(2)
    sound.add(input[...])
    #expect(abs(Double(sound.sampleCount) / Double(sampleRate) - 0.125) < 0.03)
    let differences = sound.output.enumerated().map { abs($1 - sample[$0 % channelCount]) }
    #expect(differences.max()! < 1e-5)
  }

  /// A stream may be damaged so that its samples are not numbers, infinite or enormous.
  @Test func samplesThatAreNotFiniteAreHeardOnlyWhereTheyAre() throws {
    let format = AudioFormat(sampleRate: 8_000, channelCount: 1)
    for bad in [Float.nan, .infinity, -.infinity, 3e38, .leastNonzeroMagnitude] {
      for rate: Rate in [0.5, 1.1, 3] {
        var input = [Float](repeating: 0, count: 16_000)
        Tone(frequency: 300, duration: 2).add(to: &input, format: format)
        for index in 8_000..<8_200 where index % 3 != 0 { input[index] = bad }
        let sound = StretchedSound(input, format: format, rate: rate)
        let first = try #require(sound.outputSample(of: 8_000))
        let last = try #require(sound.outputSample(of: 8_200))
        let strange = sound.output.indices.filter { !(abs(sound.output[$0]) <= 0.8) }
        #expect(strange.allSatisfy { Double($0) > first - 200 && Double($0) < last + 200 })
      }
    }
  }
}
