import PlayheadAudio
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

/// Where decoded sound belongs among the samples before it.
@Suite struct SampleRunTests {
  private func time(_ sample: Int64, _ rate: Int32 = 48_000) -> MediaTime {
    MediaTime(ticks: sample, timebase: Timebase(1, rate))
  }

  /// Returns a position rounded to a timebase, as a container stores it.
  private func rounded(_ time: MediaTime, _ timebase: Timebase) throws -> MediaTime {
    try #require(time.converted(to: timebase, rounding: .toNearestOrEven))
  }

  private func makeRun(
    from start: MediaTime = .zero, timebase: Timebase = Timebase(1, 48_000)
  ) -> SampleRun {
    SampleRun(from: start, sampleRate: 48_000, timebase: timebase)
  }

  /// Returns the gaps before the sounds that are placed now.
  private func gaps(
    _ run: inout SampleRun, _ count: Int, at position: MediaTime?
  ) -> [Int64] {
    run.place(count, at: position).map(\.gap)
  }

  /// Packets that are not a whole number of ticks long.
  @Test(arguments: [
    (Timebase.milliseconds, 1_024, 48_000), (.milliseconds, 4_096, 44_100),
    (.milliseconds, 120, 48_000), (Timebase(1, 90_000), 1_152, 44_100), (.seconds, 1_024, 48_000),
    (Timebase(1, 48_000), 960, 48_000), (Timebase(1, 14_112_000), 1_152, 44_100),
  ])
  func roundedTimestampsLeaveNoGap(_ timebase: Timebase, _ count: Int, _ rate: Int) throws {
    var run = SampleRun(from: .zero, sampleRate: rate, timebase: timebase)
    let packetCount = Int64(TestEffort.rounds(10_000))
    var gaps: [Int64] = []
    for packet in 0..<packetCount {
      let position = time(packet * Int64(count), Int32(rate))
      gaps += self.gaps(&run, count, at: try rounded(position, timebase))
    }
    #expect(gaps.count == packetCount && gaps.allSatisfy { $0 == 0 })
    #expect(run.end == time(packetCount * Int64(count), Int32(rate)))
  }

  /// The timebase of samples and that of nanoseconds have none in common that fits.
  @Test(arguments: [8_000, 11_025, 22_050, 44_100, 48_000, 96_000, 192_000] as [Int64])
  func soundBeginsAndEndsWithTheSampleAtAPositionInNanoseconds(rate: Int64) {
    for tick in 1..<Int64(TestEffort.rounds(400)) {
      let (start, end) = (tick * rate / 25, (tick + 1) * rate / 25)
      let packet = start / 1_024 * 1_024
      var run = SampleRun(
        from: .nanoseconds(tick * 40_000_000), sampleRate: Int(rate),
        timebase: Timebase(1, Int32(rate)))
      #expect(gaps(&run, 1_024, at: time(packet, Int32(rate))) == [packet - start])
      run.add(end - packet - 1_024)
      #expect(run.samples(until: .nanoseconds((tick + 1) * 40_000_000)) == 0)
      #expect(run.samples(until: .nanoseconds((tick + 1) * 40_000_000 + 1)) == 1)
    }
  }

  @Test func aLostPacketBecomesSilence() throws {
    for count in [120, 960, 1_024] as [Int64] {
      var run = makeRun(timebase: .milliseconds)
      var placed: [SampleRun.Placement] = []
      for packet in [0, 1, 2, 4, 5, 8, 9] as [Int64] {
        placed += run.place(Int(count), at: try rounded(time(packet * count), .milliseconds))
      }
      // The length of the silence is rounded like the timestamps.
      for (sound, expected) in zip(placed, [0, 0, 0, count, 0, 2 * count, 0]) {
        #expect(abs(sound.gap - expected) <= 48, "\(count)")
        #expect(sound.soundCount == count)
      }
      #expect(placed.count == 7 && zip(placed, placed.dropFirst()).allSatisfy { $0.end < $1.end })
      #expect(abs(run.samples(until: time(10 * count))) <= 24)
    }
  }

  @Test func theRestOfSoundThatWasCutFollowsExactly() {
    var run = makeRun()
    #expect(gaps(&run, 960, at: .zero) == [0])
    // The cut is less than 5 ms after the start of the sound.
    run.add(-760)
    run.resynchronize()
    #expect(gaps(&run, 960, at: .zero) == [-200])
    #expect(run.end == time(960))
  }

  @Test func soundThatComesAgainIsLeftOut() {
    var run = makeRun()
    #expect(gaps(&run, 96_000, at: .zero) == [0])
    run.resynchronize()
    // More than a second back, a timestamp would be damaged otherwise.
    #expect(gaps(&run, 1_000, at: time(20_000)) == [-1_000])
    #expect(gaps(&run, 1_000, at: time(95_500)) == [-500])
    #expect(gaps(&run, 1_000, at: time(96_500)) == [0])
    // Far back again, and not confirmed.
    #expect(gaps(&run, 1_000, at: time(20_000)) == [])
    #expect(run.settle(before: nil).map(\.gap) == [0])
    #expect(run.end == time(98_500))
  }

  @Test func silenceIsExactWithExactTimestamps() {
    var run = makeRun()
    #expect(gaps(&run, 1_024, at: .zero) == [0])
    #expect(gaps(&run, 1_024, at: time(3_072)) == [])
    #expect(gaps(&run, 1_024, at: time(4_096)) == [2_048, 0])
    #expect(run.end == time(5_120))
  }

  @Test func soundThatWasHeardAlreadyIsLeftOut() {
    var run = makeRun()
    #expect(gaps(&run, 4_800, at: .zero) == [0])
    #expect(gaps(&run, 4_800, at: time(3_800)) == [])
    #expect(gaps(&run, 960, at: time(1_000)) == [-1_000])
    #expect(run.end == time(8_600))
    #expect(gaps(&run, 960, at: time(8_600)) == [-960, 0])
    #expect(run.end == time(9_560))
  }

  /// libavformat dates a short block of Vorbis after a long one 448 samples too late.
  @Test(arguments: [448, -448, 5_000, -5_000, 48_000 * 60, -48_000 * 60] as [Int64])
  func aJumpThatTheNextTimestampTakesBackIsNoGap(_ jump: Int64) {
    var run = makeRun()
    #expect(gaps(&run, 1_024, at: .zero) == [0])
    #expect(gaps(&run, 576, at: time(1_024 + jump)) == [])
    #expect(run.end == time(1_024))
    #expect(gaps(&run, 128, at: time(1_600)) == [0, 0])
    #expect(run.end == time(1_728))
    // The last sound of the media.
    #expect(gaps(&run, 576, at: time(1_728 + jump)) == [])
    #expect(run.settle(before: time(2_304)).map(\.gap) == [0])
    #expect(run.settle(before: time(2_304)) == [])
    #expect(run.end == time(2_304))
  }

  @Test func aJumpBeforeTheEndIsAGap() {
    for end in [time(2_624), nil] {
      var run = makeRun()
      #expect(gaps(&run, 1_024, at: .zero) == [0])
      #expect(gaps(&run, 576, at: time(2_048)) == [])
      #expect(run.settle(before: end).map(\.gap) == [1_024])
      #expect(run.end == time(2_624))
    }
  }

  /// The timestamp of the last sound before the target is wrong.
  @Test func aSeekToSoundWithAWrongTimestampIsExact() {
    for wrong in 0..<5 as Range<Int64> {
      let target = time(48_500)
      var run = makeRun(from: target)
      var heard: [Int64] = []
      for packet in 0..<6 as Range<Int64> {
        let position = time(46_000 + packet * 576 + (packet == wrong ? 448 : 0))
        heard += gaps(&run, 576, at: position)
      }
      #expect(heard == [-576, -576, -576, -576, -196, 0], "\(wrong)")
      #expect(run.end == time(46_000 + 6 * 576))
    }
  }

  @Test func aFirstTimestampThatIsFarAwayNeedsTheNextOne() {
    var run = makeRun()
    #expect(gaps(&run, 960, at: .seconds(50_000)) == [])
    #expect(gaps(&run, 960, at: time(960)) == [0, 0])
    #expect(run.end == time(1_920))
    run = makeRun()
    #expect(gaps(&run, 960, at: .seconds(60)) == [])
    #expect(gaps(&run, 960, at: time(60 * 48_000 + 960)) == [60 * 48_000, 0])
    #expect(run.end == time(60 * 48_000 + 1_920))
  }

  @Test func jitterOfTimestampsIsNotHeard() {
    var run = makeRun(timebase: Timebase(1, 90_000))
    for packet in 0..<1_000 as Range<Int64> {
      // Up to 350 ticks, which is 3.9 ms.
      let jitter = packet * packet * 7_919 % 701 - (packet == 0 ? 0 : 350)
      let position = MediaTime(ticks: packet * 1_920 + jitter, timebase: Timebase(1, 90_000))
      #expect(gaps(&run, 1_024, at: position) == [0])
    }
  }

  /// The recording device's clock was 100 ppm faster than the clock of the timestamps.
  @Test func soundThatDriftsFromItsTimestampsStaysWithinFiveMilliseconds() throws {
    var run = makeRun(timebase: .nanoseconds)
    var gaps: [Int64] = []
    for packet in 0..<10_000 as Range<Int64> {
      let position = MediaTime.nanoseconds(packet * 21_335_467)
      let placed = run.place(1_024, at: position)
      gaps += placed.map(\.gap).filter { $0 != 0 }
      // Otherwise the sound waits for the next one.
      guard placed.last?.gap == 0 else { continue }
      let difference = try #require(position.subtracting(run.end)?.adding(time(1_024)))
      if difference > .nanoseconds(5_004_000) { Issue.record("\(difference)") }
    }
    #expect(gaps.count == 4 && gaps.allSatisfy { (240...242).contains($0) })
  }

  @Test func aDamagedTimestampIsIgnored() {
    for damaged in [time(.max / 4), time(-48_000 * 100), time(48_000 * 60)] {
      var run = makeRun()
      for packet in 0..<10 as Range<Int64> {
        let placed = gaps(&run, 960, at: packet == 5 ? damaged : time(packet * 960))
        #expect(placed == (packet == 5 ? [] : packet == 6 ? [0, 0] : [0]))
      }
      #expect(run.end == time(9_600))
    }
  }

  @Test func aLongGapIsSilentOnceTwoTimestampsAgree() {
    var run = makeRun()
    #expect(gaps(&run, 960, at: .zero) == [0])
    let far = 48_000 * 60 as Int64
    #expect(gaps(&run, 960, at: time(far)) == [])
    #expect(gaps(&run, 960, at: time(far + 960)) == [far - 960, 0])
    #expect(gaps(&run, 960, at: time(far + 1_920)) == [0])
    #expect(run.end == time(far + 2_880))
  }

  @Test func aSeekStartsWithTheFirstSampleAtOrAfterItsTarget() {
    // 10.7 samples after the start of the packet.
    let target = MediaTime(ticks: 107, timebase: Timebase(1, 480_000))
    var run = makeRun(from: target)
    #expect(gaps(&run, 960, at: time(-960)) == [-960])
    #expect(run.end == target)
    #expect(gaps(&run, 960, at: .zero) == [-11])
    #expect(run.end == time(960))
    #expect(gaps(&run, 960, at: time(960)) == [0])
  }

  @Test func soundThatBeginsLaterThanTheRunFollowsSilence() {
    let start = MediaTime(ticks: 107, timebase: Timebase(1, 480_000))
    var run = makeRun(from: start)
    // The silence lasts 949.3 samples, so 949 samples of it are after the start.
    #expect(gaps(&run, 960, at: time(960)) == [949])
    #expect(run.end == time(1_920))
  }

  @Test func soundWithoutATimestampFollows() {
    var run = makeRun(from: .seconds(2))
    #expect(gaps(&run, 960, at: nil) == [0])
    #expect(gaps(&run, 960, at: nil) == [0])
    #expect(run.end == time(96_000 + 1_920))
  }

  @Test func samplesUntilAPositionAreRoundedUp() {
    var run = makeRun()
    #expect(gaps(&run, 960, at: .zero) == [0])
    #expect(run.samples(until: MediaTime(ticks: 9_601, timebase: Timebase(1, 480_000))) == 1)
    #expect(run.samples(until: time(460)) == -500)
    run.add(-500)
    #expect(run.end == time(460))
    run.add(1_000)
    #expect(run.samples(until: time(1_460)) == 0)
  }

  @Test func timesOutOfRangeDoNotTrap() {
    let extremes: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
    for timebase in [Timebase(1, 1), Timebase(1, .max), Timebase(.max, 1), .milliseconds] {
      for start in extremes {
        var run = SampleRun(
          from: MediaTime(ticks: start, timebase: timebase), sampleRate: .max, timebase: timebase)
        for ticks in extremes {
          let position = MediaTime(ticks: ticks, timebase: timebase)
          #expect(gaps(&run, 960, at: position).allSatisfy { $0 >= -960 })
          _ = (run.end, run.samples(until: position))
          run.add(.max)
          run.add(.min)
        }
      }
    }
  }
}
