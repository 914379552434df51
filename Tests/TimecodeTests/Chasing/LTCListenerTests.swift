import PlayheadAttaching
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimecode
import PlayheadTimecodeInputs
import PlayheadTimekeeping
import Testing

@testable import PlayheadChasing

/// Linear timecode in sound becomes reports of a playhead.
@Suite(.enabled(if: PlayheadTestEnvironment.LTCDecoder.isInstalled)) struct LTCListenerTests {
  /// Reports, each with the sample until which sound was heard.
  private func reports(
    of signal: CodeSignal, rate: FrameRate? = nil, freewheel: Duration? = nil
  ) throws -> [(sample: Int, report: SourceReport)] {
    let chaser = TimecodeChaser("ltc:x", .linear, rate: rate, freewheel: freewheel)
    let listener = LTCListener(chaser, channel: nil)
    var found: [(Int, SourceReport)] = []
    for start in stride(from: 0, to: signal.samples.count, by: 480) {
      let part = Array(signal.samples[start..<min(start + 480, signal.samples.count)])
      let end = start + part.count
      let instant = HostInstant(nanoseconds: Int64(end) * 1_000_000_000 / 48_000)
      let reports = try listener.receive(part, count: 1, sampleRate: 48_000, until: instant)
      found += reports.map { (end, $0) }
    }
    return found
  }

  private func readings(_ reports: [(sample: Int, report: SourceReport)]) -> [PositionReading] {
    reports.compactMap { if case .reading(let reading) = $0.report { reading } else { nil } }
  }

  private func facts(_ reports: [(sample: Int, report: SourceReport)]) -> [PlayerFacts] {
    reports.compactMap { if case .facts(let facts, _, _) = $0.report { facts } else { nil } }
  }

  private func moves(_ reports: [(sample: Int, report: SourceReport)]) -> [MediaTime] {
    reports.compactMap { if case .moved(let position?, _, _) = $0.report { position } else { nil } }
  }

  /// The greatest difference in seconds between readings and code that begins with a position at sample 0.
  private func error(_ readings: [PositionReading], from start: MediaTime) -> Double {
    readings.map { abs($0.value.seconds - start.seconds - Double($0.received.nanoseconds) / 1e9) }
      .max() ?? .infinity
  }

  private static let rates: [TimecodeRate] = [
    .named(24), .named(25), .named(30), .named(24_000, 1_001), .named(30_000, 1_001),
    .named(30_000, 1_001, drops: false),
  ]

  @Test(arguments: rates) func theRateIsKnownAfterFourFrames(_ rate: TimecodeRate) throws {
    var signal = CodeSignal(rate)
    // Over a minute at which drop-frame timecode skips labels.
    let first = Timecode(hours: 10, minutes: 0, seconds: 59, frames: 20, base: rate.base).frame
    signal.append(frames: first..<first + 40)
    let reports = try reports(of: signal)
    let begin = try #require(reports.first)
    #expect(Double(begin.sample) <= 4 * signal.frameLength + 481)
    #expect(facts(reports).map(\.item?.timecodeRate) == [rate])
    #expect(facts(reports)[0].rate == .normal && facts(reports)[0].playback == .playing)
    #expect(error(readings(reports), from: rate.position(at: 4 * first)) < 0.0001)
    #expect(moves(reports).isEmpty)
  }

  /// Behind noise, four frames may look like those of a rate that differs by a thousandth.
  @Test(arguments: [
    (5, 0.1, 2, 0.77), (3, 0.1, 2, 0.31), (0, 0.15, 3, 0.5), (2, 0.1, 2, 0.13), (3, 0.2, 4, 0.9),
    (5, 0.15, 3, 0.62),
  ]) func theRateIsRightAfterTwoSeconds(
    _ number: Int, _ noise: Float, _ rise: Int, _ lead: Double
  ) throws {
    let rate = Self.rates[number]
    var signal = CodeSignal(rate)
    signal.noise = noise
    signal.appendSilence(frames: lead)
    signal.append(frames: 108_000..<108_000 + 100)
    signal.smooth(over: rise)
    let last = try #require(facts(reports(of: signal)).last)
    #expect(last.item?.timecodeRate == rate && last.rate == .normal)
    // Once it is known, it does not change again.
    signal.append(frames: 108_100..<108_400)
    #expect(try facts(reports(of: signal)).last?.item == last.item)
  }

  @Test(arguments: [0, -10, -20, -30, -40]) func theLevelDoesNotMatter(_ decibels: Int) throws {
    for isInverted in [false, true] {
      var signal = CodeSignal()
      signal.amplitude = pow10(Float(decibels) / 20)
      signal.noise = signal.amplitude / 10
      signal.isInverted = isInverted
      // It begins in the middle of a frame.
      signal.append(frames: 1_000..<1_050, from: 77)
      let reports = try reports(of: signal)
      let start = MediaTime.milliseconds(40_000).adding(.nanoseconds(77 * 40_000_000 / 160))
      #expect(error(readings(reports), from: try #require(start)) < 0.0001)
      #expect(try #require(reports.first).sample <= 5 * 1_920 + 480)
      #expect(facts(reports).count == 1)
    }
  }

  private func pow10(_ exponent: Float) -> Float {
    var result: Float = 1
    for _ in 0..<Int(-exponent * 20) { result *= 0.891_250_9 }
    return result
  }

  @Test(arguments: [0.5, 0.8, 1.5, 2]) func anotherSpeedIsTheRate(_ speed: Double) throws {
    var signal = CodeSignal()
    signal.append(frames: 1_000..<1_010)
    signal.append(frames: 1_010..<1_050, speed: speed)
    let reports = try reports(of: signal)
    #expect(moves(reports).isEmpty && readings(reports).count > 16)
    let last = try #require(facts(reports).last)
    #expect(abs(last.rate.doubleValue - speed) < 0.002 && last.playback == .playing)
    #expect(facts(reports).count <= 4)
  }

  /// Libltc alone, as `ltcdump` uses it, works with the 8 bits of the unchanged samples.
  @Test(arguments: rates) func noFrameIsLostThatLibltcFinds(_ rate: TimecodeRate) throws {
    let numbers: Range<Int64> = 86_400..<86_412
    let labels = Set(numbers.map { Timecode(frame: $0, base: rate.base).text })
    var (known, found) = (0, 0)
    for (speed, isReversed) in [(0.5, false), (1, false), (1, true), (2, false), (2, true)] {
      for (level, noise) in [(1, 0), (0.1, 0.3), (0.01, 0), (0.01, 0.3)] {
        var signal = CodeSignal(rate)
        (signal.amplitude, signal.noise) = (Float(level), Float(level * noise))
        signal.append(
          frames: isReversed ? AnyCollection(numbers.reversed()) : AnyCollection(numbers),
          speed: speed, isReversed: isReversed)
        let plain = PlayheadTestEnvironment.LTCDecoder.frames(
          inWAV: signal.wav, samplesPerFrame: Int(signal.frameLength / speed))
        let own = try PlayheadTimecodeInputs.LTCDecoder(sampleRate: CodeSignal.sampleRate)
          .decode(signal.samples).compactMap { frame in
            frame.sighting(at: HostInstant(nanoseconds: 0), sampleRate: 48_000).flatMap {
              sighting in
              sighting.quarterFrame(in: rate.base).map { ($0 - sighting.quarters) / 4 }
            }
          }.map { Timecode(frame: $0, base: rate.base).text }
        let lost = labels.intersection(plain.map(\.text)).subtracting(own)
        #expect(lost.isEmpty, "\(speed), \(isReversed), \(level), \(noise): \(lost.sorted())")
        known += labels.intersection(plain.map(\.text)).count
        found += labels.intersection(own).count
      }
    }
    #expect(found >= known && found > 200, "\(found) and \(known)")
  }

  /// A click that has the sign of the code damages no bit.
  @Test(arguments: [0.2, 0.05] as [Float]) func clicksLoseNoFrame(_ amplitude: Float) throws {
    var signal = CodeSignal()
    signal.amplitude = amplitude
    signal.append(frames: 1_000..<1_100)
    for index in stride(from: 9_000, to: signal.samples.count, by: 15_713) {
      signal.samples[index] = signal.samples[index] < 0 ? -1 : 1
    }
    let frames = try PlayheadTimecodeInputs.LTCDecoder(sampleRate: CodeSignal.sampleRate)
      .decode(signal.samples)
    // The first and the last one may not be complete.
    #expect(frames.count >= 98)
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $1.start - $0.end < 10 })
  }

  @Test func codeThatBeginsSlowlyIsCountedAtTheStatedRate() throws {
    var signal = CodeSignal()
    signal.append(frames: 1_000..<1_020, speed: 0.6)
    let reports = try reports(of: signal, rate: FrameRate(25, 1))
    #expect(facts(reports).map(\.item?.timecodeRate) == [.pal])
    #expect(abs(facts(reports)[0].rate.doubleValue - 0.6) < 0.002)
  }

  @Test func aSecondOfAnotherLengthCorrectsTheRate() throws {
    var signal = CodeSignal()
    signal.append(frames: 1_005..<1_060, speed: 1.2)
    let reports = try reports(of: signal)
    // 30 frames a second, until a second has only 25.
    let items = facts(reports).compactMap(\.item)
    #expect(items.filter { $0.identity == "1" }.allSatisfy { $0.timecodeRate == .named(30) })
    #expect(items.filter { $0.identity == "2" }.map(\.timecodeRate) == [.pal])
    #expect(items.map(\.identity) == ["1", "1", "2"] && moves(reports).isEmpty)
  }

  @Test func codeThatRunsBackwardMovesTheStandingPlayhead() throws {
    var signal = CodeSignal()
    signal.append(frames: (1_000..<1_020).reversed(), isReversed: true)
    let reports = try reports(of: signal)
    #expect(facts(reports).allSatisfy { $0.playback == .paused })
    let positions = moves(reports)
    #expect(positions.count >= 12)
    #expect(positions == positions.sorted(by: >))
    #expect(positions.allSatisfy { (MediaTime.seconds(40)...MediaTime.seconds(41)).contains($0) })
  }

  @Test func thePlayheadStandsTwoFramesAfterTheCode() throws {
    var signal = CodeSignal()
    signal.append(frames: 1_000..<1_020)
    signal.appendSilence(frames: 10)
    let reports = try reports(of: signal)
    #expect(facts(reports).map(\.playback) == [.playing, .paused])
    let stop = try #require(reports.last)
    #expect(Double(stop.sample) <= 22 * signal.frameLength + 960)
    // The end of the last frame has no edge, so that it may be read or not.
    let value = try #require(readings(reports).last?.value)
    #expect([.milliseconds(1_019 * 40), .milliseconds(1_020 * 40)].contains(value))
  }

  @Test func codeAfterAStopMovesOnFromThere() throws {
    var signal = CodeSignal()
    signal.append(frames: 1_000..<1_020)
    signal.appendSilence(frames: 30.3)
    signal.append(frames: 1_020..<1_040)
    let reports = try reports(of: signal)
    #expect(facts(reports).map(\.playback) == [.playing, .paused, .playing])
    #expect(moves(reports).isEmpty && facts(reports).last?.rate == .normal)
  }

  @Test func aDropoutIsBridged() throws {
    var signal = CodeSignal()
    signal.append(frames: 1_000..<1_020)
    signal.appendDamage(frames: 6)
    signal.append(frames: 1_026..<1_060)
    let reports = try reports(of: signal)
    #expect(facts(reports).count == 1 && moves(reports).isEmpty)
    #expect(error(readings(reports), from: .seconds(40)) < 0.0001)
  }

  @Test func silenceIsBridgedForAsLongAsItIsAllowed() throws {
    var signal = CodeSignal()
    signal.append(frames: 1_000..<1_020)
    signal.appendSilence(frames: 20)
    signal.append(frames: 1_040..<1_060)
    let reports = try reports(of: signal, freewheel: .seconds(1))
    #expect(facts(reports).count == 1 && moves(reports).isEmpty)
    #expect(error(readings(reports), from: .seconds(40)) < 0.0001)
  }

  @Test func damageDoesNotMoveOnForever() throws {
    var signal = CodeSignal()
    signal.append(frames: 1_000..<1_020)
    signal.appendDamage(frames: 40)
    let reports = try reports(of: signal)
    #expect(facts(reports).map(\.playback) == [.playing, .paused])
    #expect(readings(reports).last?.value == .milliseconds(1_020 * 40))
  }

  @Test func aJumpIsBelievedAfterTwoFrames() throws {
    var signal = CodeSignal()
    signal.append(frames: 1_000..<1_020)
    signal.append(frames: 90_000..<90_020)
    let reports = try reports(of: signal)
    #expect(moves(reports) == [.milliseconds(90_002 * 40)])
    #expect(facts(reports).count == 1)
  }

  @Test func theDayBeginsAgainAtMidnight() throws {
    var signal = CodeSignal()
    let day: Int64 = 25 * 86_400
    signal.append(frames: day - 10..<day)
    signal.append(frames: 0..<10)
    let reports = try reports(of: signal)
    #expect(moves(reports) == [.zero])
    #expect(facts(reports).count == 1)
    #expect(readings(reports).last.map { $0.value < MediaTime.seconds(1) } == true)
  }

  @Test func theUserBitsAreInTheTitle() throws {
    var signal = CodeSignal()
    signal.append(frames: 1_000..<1_010, userBits: 0x2026_0131)
    signal.append(frames: 1_010..<1_020, userBits: 0x0A)
    let reports = try reports(of: signal)
    #expect(
      facts(reports).map(\.item?.title) == [
        "ltc:x, user bits 20260131", "ltc:x, user bits 0000000a",
      ])
  }

  @Test func noiseAndMusicAreNoCode() throws {
    var signal = CodeSignal()
    signal.appendDamage(frames: 100)
    signal.samples += [.nan, .infinity, -.infinity, 1e30]
    #expect(try reports(of: signal).isEmpty)
  }
}
