import PlayheadAudio
import PlayheadMedia
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

@Suite struct TimeStretchTests {
  private var random = SplitMix64(seed: 3)

  /// A chord with some noise.
  private mutating func music(seconds: Double, format: AudioFormat) -> [Float] {
    let count = Int(seconds * Double(format.sampleRate))
    var samples = (0..<count * format.channelCount).map { _ in
      Float.random(in: -0.02...0.02, using: &random)
    }
    for frequency in [220, 277.2, 329.6] {
      Tone(frequency: frequency, amplitude: 0.2, duration: seconds).add(
        to: &samples, format: format)
    }
    return samples
  }

  private mutating func randomRate() -> Rate {
    let rates: [Rate] = [
      0.5, 0.7, 1, 1, 1, 1.000001, 1.1, 1.333333, 2, 3, Rate(1_000_003, 1_999_993),
    ]
    return rates[Int.random(in: rates.indices, using: &random)]
  }

  @Test mutating func atRateOneTheOutputIsTheInputBitForBit() {
    let format = AudioFormat(sampleRate: 44_100, channelCount: 2)
    let bits = (0..<20_000).map { _ in UInt32.random(in: 0...UInt32.max, using: &random) }
    let input = bits.map(Float.init(bitPattern:))
    var sound = StretchedSound(format: format)
    var rest = input[...]
    while !rest.isEmpty {
      let count = min(rest.count, 2 * Int.random(in: 0...700, using: &random))
      sound.add(rest.prefix(count))
      rest = rest.dropFirst(count)
      #expect(sound.output.count == input.count - rest.count, "Nothing is kept")
    }
    sound.finish()
    #expect(sound.output.map(\.bitPattern) == bits)
    #expect(
      sound.pieces == [.init(sampleCount: 10_000, inputStart: 0, rate: 1, samplesBefore: 0)])
  }

  @Test mutating func afterAReturnToRateOneTheOutputIsTheInputBitForBit() throws {
    let format = AudioFormat(sampleRate: 8_000, channelCount: 2)
    let input = music(seconds: 2, format: format)
    for rate in TimeStretchPositionTests.rates {
      var sound = StretchedSound(format: format)
      sound.setRate(rate)
      sound.add(input[..<16_000])
      sound.setRate(1)
      sound.add(input[16_000...])
      sound.finish()
      let last = try #require(sound.pieces.last)
      #expect(last.rate == 1 && last.sampleCount >= 8_000)
      #expect(
        sound.output.suffix(2 * Int(last.sampleCount)) == input[(2 * Int(last.inputStart))...])
      #expect(sound.pieces.map(\.rate).first == rate)
    }
  }

  @Test mutating func steadyPlaybackIsOnePieceAtTheExactRate() throws {
    let format = AudioFormat(sampleRate: 8_000, channelCount: 1)
    let input = music(seconds: 4, format: format)
    for rate: Rate in [0.5, 1.333333, 3] {
      var sound = StretchedSound(format: format)
      sound.setRate(rate)
      for start in stride(from: 0, to: input.count, by: 500) {
        sound.add(input[start..<start + 500])
      }
      let piece = try #require(sound.pieces.first)
      #expect(sound.pieces.count == 1 && piece.rate == rate && piece.start == 0)
      #expect(piece.end > 31_000)
    }
  }

  /// Rates change at random, and input comes in parts of random lengths.
  @Test mutating func piecesCoverAllInputAndOutputInOrder() throws {
    for round in 0..<30 {
      let format = AudioFormat(
        sampleRate: [8_000, 11_025, 999, 7][round % 4], channelCount: 1 + round % 3)
      let input = music(seconds: Double(round % 5) / 2, format: format)
      var sound = StretchedSound(format: format)
      var rest = input[...]
      while !rest.isEmpty {
        if Bool.random(using: &random) { sound.setRate(randomRate()) }
        let sampleCount = Int.random(in: 0...format.sampleRate / 4 + 1, using: &random)
        sound.add(rest.prefix(sampleCount * format.channelCount))
        rest = rest.dropFirst(sampleCount * format.channelCount)
        if round % 5 == 0, Bool.random(using: &random) { sound.finish() }
      }
      sound.finish()
      check(sound.pieces)
      #expect(sound.pieces.reduce(0) { $0 + $1.sampleCount } == Int64(sound.sampleCount))
      let end = sound.pieces.last?.end ?? 0
      #expect(Int(end.rounded()) == input.count / format.channelCount)
    }
  }

  private func check(_ pieces: [TimeStretch.Piece]) {
    var end = 0.0
    for piece in pieces {
      #expect(piece.sampleCount > 0 && piece.rate >= Rate(1, 2) && piece.rate <= 3)
      #expect(piece.start > end - 1e-6 && piece.start < end + 1, "\(piece) after \(end)")
      end = piece.end
    }
  }

  @Test mutating func theOutputDoesNotDependOnHowTheInputIsDivided() {
    let format = AudioFormat(sampleRate: 11_025, channelCount: 2)
    let input = music(seconds: 3, format: format)
    var (one, two) = (StretchedSound(format: format), StretchedSound(format: format))
    var rest = input[...]
    while !rest.isEmpty {
      let rate = randomRate()
      one.setRate(rate)
      two.setRate(rate)
      let next = rest.prefix(2 * Int.random(in: 1...8_000, using: &random))
      rest = rest.dropFirst(next.count)
      one.add(next)
      var parts = next
      while !parts.isEmpty {
        let count = min(parts.count, 2 * Int.random(in: 0...500, using: &random))
        two.add(parts.prefix(count))
        parts = parts.dropFirst(count)
      }
    }
    one.finish()
    two.finish()
    #expect(one.output == two.output)
    #expect(one.pieces == two.pieces)
  }

  @Test mutating func aResetDiscardsWhatIsNotHeardYetAndCountsFromZero() {
    let format = AudioFormat(sampleRate: 8_000, channelCount: 1)
    let input = music(seconds: 1, format: format)
    var sound = StretchedSound(format: format)
    sound.setRate(2)
    sound.add(input[..<3_000])
    sound.reset()
    sound.add(input[...])
    sound.finish()
    let fresh = StretchedSound(input, format: format, rate: 2)
    #expect(sound.output == fresh.output)
    #expect(sound.pieces == fresh.pieces)
  }

  @Test mutating func atMost100MillisecondsAreHeldBack() {
    let format = AudioFormat(sampleRate: 8_000, channelCount: 1)
    let input = music(seconds: 3, format: format)
    var sound = StretchedSound(format: format)
    for start in stride(from: 0, to: input.count, by: 100) {
      sound.setRate(randomRate())
      sound.add(input[start..<start + 100])
      let end = sound.pieces.last?.end ?? 0
      #expect(Double(start + 100) - end < 800)
    }
  }

  /// Media of a few samples, or of none, is played at rate 1.
  @Test mutating func shortMediaIsPlayedWhole() {
    let format = AudioFormat(sampleRate: 8_000, channelCount: 1)
    let input = music(seconds: 0.02, format: format)
    for count in [0, 1, 79, 80, 81, 160] {
      let sound = StretchedSound(Array(input[..<count]), format: format, rate: 0.5)
      #expect(sound.output == Array(input[..<count]))
    }
  }
}
