import PlayheadAlignment
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@Suite struct AlignerTests {
  private static let rate = 8_000.0
  private static let base = ArraySound.noise(12 * 8_000, seed: 1)

  private func samples(_ time: MediaTime) -> Double { time.seconds * Self.rate }

  @Test func aLaterStartIsFoundToTheSample() throws {
    let relation = try #require(try align(Self.base, Array(Self.base[12_345...])))
    #expect(abs(samples(relation.offset) - 12_345) < 0.01)
    #expect(abs(relation.drift) < 0.1 && !relation.isInverted)
    #expect(relation.parts.count == 1 && relation.agreeingCount == relation.comparisons.count)
  }

  @Test func anEarlierStartIsNegative() throws {
    let relation = try #require(try align(Array(Self.base[12_345...]), Self.base))
    #expect(abs(samples(relation.offset) + 12_345) < 0.01)
  }

  @Test(arguments: TestEffort.few([500, -80] as [Double])) func aDriftIsMeasured(drift: Double)
    throws
  {
    let other = ArraySound.stretched(Array(Self.base[4_000...]), by: drift)
    let relation = try #require(try align(Self.base, other))
    #expect(abs(relation.drift - drift) < 0.5)
    #expect(abs(samples(relation.offset) - 4_000) < 0.1)
  }

  @Test func oppositePolarityAndNoiseAreRecognised() throws {
    let noise = ArraySound.noise(Self.base.count, seed: 9)
    let other = zip(Self.base, noise).map { -0.5 * $0 + 0.3 * $1 }
    let relation = try #require(try align(Self.base, other))
    #expect(relation.isInverted && abs(samples(relation.offset)) < 0.2)
  }

  /// Noise of 14 dB more than the sound decides most signs of the fingerprints.
  @Test func soundUnderLouderNoiseIsFound() throws {
    let noise = ArraySound.noise(Self.base.count, seed: 9)
    let other = zip(Self.base[4_000...], noise).map { $0 + 5 * $1 }
    let relation = try #require(try align(Self.base, other))
    #expect(relation.breaks.isEmpty && abs(samples(relation.offset) - 4_000) < 0.5)
    let reversed = try #require(try align(other, Self.base))
    #expect(abs(samples(reversed.offset) + 4_000) < 0.5)
  }

  @Test func lostSoundIsABreak() throws {
    let other = Array(Self.base[..<50_000] + Self.base[53_000...])
    let found = try #require(try align(Self.base, other)?.breaks.first)
    #expect(found.kind == .lost && abs(samples(found.length) - 3_000) < 0.1)
    #expect(abs(samples(found.time) - 50_000) < 8 && abs(samples(found.otherTime) - 50_000) < 8)
  }

  /// Quiet sound before the break is little against the loud sound after it, with which it is compared.
  @Test(arguments: TestEffort.few([0.1, 1] as [Float])) func aBreakAfterQuietSoundIsAtItsPlace(
    gain: Float
  )
    throws
  {
    for seed: UInt64 in 2...3 {
      var base = ArraySound.noise(12 * 8_000, seed: seed)
      for index in 47_000..<50_000 { base[index] *= 0.003 }
      let other = (base[..<50_000] + base[53_000...]).map { gain * $0 }
      let found = try #require(try align(base, other)?.breaks.first)
      #expect(abs(samples(found.length) - 3_000) < 0.1 && abs(samples(found.time) - 50_000) < 40)
    }
  }

  @Test func doubledSoundIsABreak() throws {
    let other = Array(Self.base[..<50_000] + Self.base[48_000...])
    let found = try #require(try align(Self.base, other)?.breaks.first)
    #expect(found.kind == .added && abs(samples(found.length) - 2_000) < 0.1)
    #expect(samples(found.time) > 47_990 && samples(found.time) < 50_010)
  }

  /// The first or the last loop of the reference fits two places of the other recording.
  @Test(arguments: TestEffort.few([false, true])) func aRepeatedLoopIsNoBreak(isAtEnd: Bool) throws
  {
    let loop = ArraySound.noise(3 * 8_000, seed: 4)
    let loops = loop + loop + loop
    let rest = [Float](Self.base[..<64_000])
    let reference = isAtEnd ? rest + loops : loops + rest
    let kept = isAtEnd ? 0..<112_000 : 24_000..<136_000
    let relation = try #require(try align(reference, Array(reference[kept])))
    #expect(relation.breaks.isEmpty)
    #expect(abs(samples(relation.offset) - (isAtEnd ? 0 : 24_000)) < 0.1)
  }

  @Test func aSmallCommonPartIsFound() throws {
    let reference = ArraySound.noise(40 * 8_000, seed: 11)
    var other = ArraySound.noise(40 * 8_000, seed: 12)
    other.replaceSubrange(130_000..<161_000, with: reference[138_000..<169_000])
    let relation = try #require(try align(reference, other))
    #expect(relation.breaks.isEmpty)
    for place in relation.comparisons where place.agrees {
      #expect(abs(samples(place.time) - samples(place.otherTime) - 8_000) < 1)
    }
  }

  @Test func aLateChannelIsNoBreak() throws {
    // One channel is louder than the other one for two seconds each.
    let mix = Self.base.indices.map { index in
      let late = index < 5 ? 0 : Self.base[index - 5]
      return index / 16_000 % 2 == 0 ? Self.base[index] + 0.1 * late : 0.1 * Self.base[index] + late
    }
    #expect(try #require(try align(Self.base, mix)).breaks.isEmpty)
  }

  @Test func soundsWithoutARelationHaveNone() throws {
    let other = ArraySound.noise(12 * 8_000, seed: 2)
    #expect(try align(Self.base, other) == nil)
    let silence = [Float](repeating: 0, count: 8 * 8_000)
    #expect(try align(Self.base, silence) == nil && align(silence, silence) == nil)
    // At a period of a whole number of samples, every one of them would fit.
    let tone = (0..<8 * 8_000).map { Float($0 % 8 < 4 ? 0.5 : -0.5) }
    #expect(try align(tone, tone) == nil && align(Self.base, tone) == nil)
    #expect(try align([], [0.5]) == nil)
  }
}
