import Foundation
import PlayheadAlignment
import Testing

@Suite struct BeepFinderTests {
  private static let rate = 8_000

  /// Two seconds of noise with tones of 100 ms.
  private static func sound(
    _ beeps: [Int], level: Float = 0.5, noise: Float = 0, seconds: Int = 2
  ) -> [Float] {
    var samples = ArraySound.noise(seconds * rate, seed: 3).map { $0 * noise }
    for beep in beeps {
      for index in 0..<rate / 10 {
        samples[beep + index] += level * Float(sin(Double(index) * 0.8))
      }
    }
    return samples
  }

  private func beeps(_ samples: [Float], pieces: Int = 700) -> [Int] {
    var finder = BeepFinder(sampleRate: Self.rate)
    for start in stride(from: 0, to: samples.count, by: pieces) {
      finder.add(Array(samples[start..<min(start + pieces, samples.count)]), from: start)
    }
    finder.finish()
    return finder.beeps
  }

  @Test(arguments: [0, 0.02] as [Float]) func eachBeginsWhereItDoes(noise: Float) {
    let places = [0, 4_321, 9_000, 15_000]
    let found = beeps(Self.sound(places, noise: noise))
    #expect(found.count == places.count)
    #expect(zip(found, places).allSatisfy { abs($0 - $1) <= 2 })
  }

  @Test func piecesOfAnySizeGiveTheSame() {
    let sound = Self.sound([100, 8_000], noise: 0.01)
    #expect([1, 3, 160, 16_000].allSatisfy { beeps(sound, pieces: $0) == beeps(sound) })
  }

  @Test func softSoundsAreNone() {
    var sound = Self.sound([1_000, 9_000])
    for (index, sample) in Self.sound([5_000], level: 0.05).enumerated() { sound[index] += sample }
    #expect(beeps(sound).count == 2)
  }

  @Test func silenceNoiseAndNonsenseHaveNone() {
    #expect(beeps([]).isEmpty)
    #expect(beeps(Array(repeating: 0, count: 9_000)).isEmpty)
    #expect(beeps(Array(repeating: .nan, count: 9_000)).isEmpty)
    // The first sound after the start is one.
    #expect(beeps(Self.sound([], noise: 0.3)).count <= 1)
  }

  @Test func theEndMayFollowAtOnce() {
    let found = beeps(Array(Self.sound([15_000])[..<15_010]))
    #expect(found.count == 1 && abs(found[0] - 15_000) <= 2)
  }

  @Test func aGapIsSilentAndWhatComesAgainIsLeftOut() {
    let sound = Self.sound([2_000])
    var finder = BeepFinder(sampleRate: Self.rate)
    finder.add(sound, from: 0)
    finder.add(Array(sound[1_900...]), from: 1_900)
    finder.add(sound, from: 1_000_000_000)
    finder.finish()
    #expect(finder.beeps.count == 2)
    #expect(finder.beeps.last.map { abs($0 - 1_000_002_000) <= 2 } == true)
  }
}
