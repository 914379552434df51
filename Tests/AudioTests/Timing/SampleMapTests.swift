import PlayheadAudio
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

@Suite struct SampleMapTests {
  private func time(_ ticks: Int64, _ denominator: Int32 = 48_000) -> MediaTime {
    MediaTime(ticks: ticks, timebase: Timebase(1, denominator))
  }

  /// Appends chunks of sound at a rate of 1, as a worker writes them.
  private func append(
    _ count: Int, chunksOf length: Int64, from start: Int64, owner: Int = 0, to map: inout SampleMap
  ) {
    let origin = map.endSample - start
    for chunk in 0..<Int64(count) {
      let first = start + chunk * length
      map.append(
        (origin + first)..<(origin + first + length), from: time(first), to: time(first + length),
        rate: .normal, owner: owner)
    }
  }

  @Test func steadyPlaybackKeepsOneSegment() {
    var map = SampleMap()
    append(100_000, chunksOf: 1_024, from: 7, to: &map)
    #expect(map.segmentCount == 1)
    #expect(map.endSample == 102_400_000)
    // Sample 0 plays sample 7.
    #expect(map.media(ofSamplesHeard: 95_999_993)?.position == .seconds(2_000))
    #expect(map.samplesHeard(at: .seconds(2_000), owner: 0) == 95_999_993)
  }

  @Test func positionsAreRoundedDownToTheNanosecond() {
    var map = SampleMap()
    map.append(0..<3, from: time(0, 44_100), to: time(3, 44_100), rate: .normal, owner: 5)
    #expect(map.media(ofSamplesHeard: 1)?.position == .nanoseconds(22_675))
    #expect(map.media(ofSamplesHeard: 1.5)?.position == .nanoseconds(34_013))
    #expect(map.media(ofSamplesHeard: 1)?.owner == 5)
    #expect(map.media(ofSamplesHeard: -3)?.position == .zero)
  }

  @Test func samplesWrittenAtARateKeepItWhenTheRateChanges() {
    var map = SampleMap()
    map.append(0..<48_000, from: time(0), to: time(48_000), rate: .normal, owner: 0)
    map.append(48_000..<96_000, from: time(48_000), to: time(144_000), rate: 2, owner: 0)
    #expect(map.media(ofSamplesHeard: 24_000)?.position == .milliseconds(500))
    #expect(map.media(ofSamplesHeard: 24_000)?.rate == .normal)
    #expect(map.media(ofSamplesHeard: 72_000)?.position == .seconds(2))
    #expect(map.media(ofSamplesHeard: 72_000)?.rate == 2)
    #expect(map.samplesHeard(at: .milliseconds(2_500), owner: 0) == 84_000)
  }

  @Test func silenceKeepsThePositionAtWhichTheSegmentEnded() {
    var map = SampleMap()
    map.append(0..<100, from: time(0), to: time(100), rate: .normal, owner: 1)
    map.append(400..<500, from: time(9_000), to: time(9_100), rate: .normal, owner: 2)
    let silence = map.media(ofSamplesHeard: 250)
    #expect(silence?.position == time(100).converted(to: .nanoseconds, rounding: .down))
    #expect(silence?.isSilence == true)
    #expect(silence?.owner == 1)
    #expect(map.media(ofSamplesHeard: 400)?.owner == 2)
    #expect(map.media(ofSamplesHeard: 400)?.isSilence == false)
    #expect(map.samplesHeard(at: time(9_050), owner: 1) == nil)
    #expect(map.end(of: 1)?.sample == 100)
    #expect(map.end(of: 2)?.position == .nanoseconds(189_583_333))
    #expect(map.end(of: 3) == nil)
    // 9,050/48,000 s is no whole number of nanoseconds, and is reached with the next one.
    #expect(map.samplesHeard(at: time(9_048), owner: 2) == 448)
    #expect(map.samplesHeard(at: time(9_050), owner: 2).map { $0 > 450 && $0 < 450.001 } == true)
  }

  @Test func aFlushDiscardsTheSegmentsThatAreNotPlayed() {
    var map = SampleMap()
    append(10, chunksOf: 480, from: 0, owner: 1, to: &map)
    map.truncate(from: 960)
    #expect(map.endSample == 960)
    append(1, chunksOf: 480, from: 48_000, owner: 2, to: &map)
    #expect(map.segmentCount == 2)
    #expect(map.media(ofSamplesHeard: 959)?.owner == 1)
    #expect(map.media(ofSamplesHeard: 960)?.position == .seconds(1))
    map.truncate(from: 0)
    #expect(map.media(ofSamplesHeard: 0) == nil)
  }

  @Test func segmentsThatHaveBeenHeardAreForgottenExceptTheLast() {
    var map = SampleMap()
    for index in Int64(0)..<1_000 {
      map.append(
        (index * 10)..<(index * 10 + 10), from: .zero, to: time(10 + index), rate: .normal,
        owner: Int(index))
      map.forget(before: index * 10 - 100)
      #expect(map.segmentCount <= 12)
    }
    map.forget(before: 1_000_000)
    #expect(map.segmentCount == 1)
    #expect(map.media(ofSamplesHeard: 1_000_000)?.owner == 999)
  }

  @Test func timesAndCountsThatNoMediaHasAreAnswered() throws {
    let extremes: [Int64] = [.min, -1, 0, 1, 3, 1 << 40, .max]
    let timebases = [Timebase(1, 1), Timebase(.max, 1), Timebase(1, .max), Timebase(1_001, 30_000)]
    for timebase in timebases {
      for start in extremes {
        for end in extremes where end >= start {
          for last in extremes where last > 0 {
            var map = SampleMap()
            map.append(
              0..<last, from: MediaTime(ticks: start, timebase: timebase),
              to: MediaTime(ticks: end, timebase: timebase), rate: .normal, owner: 0)
            var previous = MediaTime.nanoseconds(.min)
            for sample in [-.infinity, 0, 0.3, 1, Double(last) / 2, Double(last), .infinity] {
              let place = try #require(map.media(ofSamplesHeard: sample))
              #expect(place.position >= previous || sample < 1)
              previous = place.position
            }
            for position in extremes {
              let sample = map.samplesHeard(at: .nanoseconds(position), owner: 0)
              if let sample { #expect(sample >= 0 && sample <= Double(last)) }
            }
          }
        }
      }
    }
    #expect(SampleMap().media(ofSamplesHeard: .nan) == nil)
  }

  /// A map that keeps every sample with its exact position, in 1/48000 s divided by 1,000.
  private struct NaiveMap {
    var samples: [Int64: (thousandths: Int64, step: Int64, owner: Int)] = [:]
  }

  @Test(arguments: 0..<TestEffort.rounds(200))
  func randomSchedulesAgreeWithAMapOfEachSample(_ seed: Int) throws {
    var numbers = SplitMix64(seed: UInt64(seed))
    var map = SampleMap()
    var naive = NaiveMap()
    var owner = 0
    var position: Int64 = 0
    for _ in 0..<60 {
      switch Int.random(in: 0..<8, using: &numbers) {
      case 0:
        owner += 1
        position = .random(in: 0..<10_000_000, using: &numbers)
      case 1:
        let cut = max(0, map.endSample - .random(in: 0..<300, using: &numbers))
        map.truncate(from: cut)
        for sample in naive.samples.keys where sample >= cut { naive.samples[sample] = nil }
        // Another owner writes the truncated samples again.
        owner += 1
      default:
        let gap = Int.random(in: 0..<6, using: &numbers) == 0 ? Int64(50) : 0
        let first = map.endSample + gap
        let count = Int64.random(in: 1...100, using: &numbers)
        // Thousandths of a sample of media per sample: 1,000 is a rate of 1.
        let steps: [Int64] = [1_000, 1_000, 1_000, 500, 2_000, 1_337]
        let step = steps.randomElement(using: &numbers)!
        let end = position + count * step
        map.append(
          first..<(first + count), from: time(position, 48_000_000), to: time(end, 48_000_000),
          rate: Rate(Int32(step), 1_000), owner: owner)
        for index in 0..<count {
          naive.samples[first + index] = (position + index * step, step, owner)
        }
        position = end
      }
      for _ in 0..<4 where map.endSample > 0 {
        let sample = Int64.random(in: 0..<map.endSample, using: &numbers)
        let place = try #require(map.media(ofSamplesHeard: Double(sample)))
        guard let expected = naive.samples[sample] else {
          #expect(place.isSilence)
          continue
        }
        let exact = time(expected.thousandths, 48_000_000)
        #expect(place.position == exact.converted(to: .nanoseconds, rounding: .down))
        #expect(place.owner == expected.owner)
        #expect(place.rate == Rate(Int32(expected.step), 1_000))
        #expect(!place.isSilence)
        // The inverse is the first sample with that position.
        let inverse = try #require(map.samplesHeard(at: exact, owner: expected.owner))
        #expect(inverse <= Double(sample) + 1.0 / 16)
        #expect(
          try #require(map.media(ofSamplesHeard: inverse)).position
            >= .nanoseconds(exact.nanoseconds(rounding: .up)))
      }
    }
  }
}
