import PlayheadAudio
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

@Suite struct SampleClockTests {
  /// Readings that are good to 0.7 ms, all errors equally likely.
  private static func uniform(_ numbers: inout SplitMix64) -> Double {
    .random(in: -0.000_7...0.000_7, using: &numbers)
  }

  private static let drifts = [0.0, 500, -500, 100, -40, 13]

  private func quantile(_ part: Double, of errors: [Double]) -> Double {
    errors.map(abs).sorted()[Int(Double(errors.count) * part)]
  }

  @Test func nothingIsHeardBeforeAReading() {
    var clock = SampleClock(sampleRate: 48_000)
    clock.setSamplesWritten(10_000, at: HostInstant(nanoseconds: 5))
    #expect(clock.samplesHeard(at: HostInstant(nanoseconds: .max)) == 0)
    #expect(clock.instant(ofSamplesHeard: 1) == nil)
  }

  /// The number of samples written is not known during a flush.
  @Test func aClockThatJoinsADeviceDuringAFlushHearsWhatTheDeviceHasTaken() {
    var clock = SampleClock(sampleRate: 1_000)
    let (one, two) = (HostInstant(nanoseconds: 100_000_000), HostInstant(nanoseconds: 150_000_000))
    clock.add(
      AudioReading(
        instant: one, samplesWritten: 1_000, samplesRead: 300, latency: .milliseconds(200),
        isPlaying: true), at: one)
    clock.setSamplesWritten(400, at: two)
    #expect(clock.isPlaying)
    #expect(abs(clock.samplesHeard(at: two) - 150) < 0.1)
  }

  /// A late reading shows that the samples written had all been heard long before.
  @Test func samplesWrittenAfterAnUnderrunAreHeardAfterIt() throws {
    var clock = SampleClock(sampleRate: 1_000)
    func instant(_ milliseconds: Int64) -> HostInstant {
      HostInstant(nanoseconds: milliseconds * 1_000_000)
    }
    clock.setSamplesWritten(1_000, at: instant(0))
    for time in stride(from: Int64(100), through: 500, by: 100) {
      clock.add(
        AudioReading(
          instant: instant(time), samplesWritten: 1_000, samplesRead: time + 100,
          latency: .milliseconds(100), isPlaying: true), at: instant(time))
    }
    clock.setSamplesWritten(2_000, at: instant(5_000))
    clock.add(
      AudioReading(
        instant: instant(5_010), samplesWritten: 2_000, samplesRead: 1_100,
        latency: .milliseconds(100), isPlaying: true), at: instant(5_010))
    let next = try #require(clock.instant(ofSamplesHeard: 1_001))
    #expect(next >= instant(5_000), "\(next)")
  }

  /// Samples were written after the device had run out of them, and before the next reading.
  @Test func samplesBeforeASilenceAreHeardAsExpectedAndThoseAfterItLater() {
    var clock = SampleClock(sampleRate: 1_000)
    func instant(_ milliseconds: Int64) -> HostInstant {
      HostInstant(nanoseconds: milliseconds * 1_000_000)
    }
    func read(_ samplesRead: Int64, at time: Int64) {
      clock.add(
        AudioReading(
          instant: instant(time), samplesWritten: 2_000, samplesRead: samplesRead,
          latency: .milliseconds(100), isPlaying: true), at: instant(time))
    }
    clock.setSamplesWritten(1_000, at: instant(0))
    for time in stride(from: Int64(0), through: 850, by: 50) { read(time + 100, at: time) }
    clock.runOut(after: 1_000, at: instant(900))
    clock.setSamplesWritten(2_000, at: instant(940))
    read(1_010, at: 950)
    #expect(abs(clock.samplesHeard(at: instant(970)) - 970) < 0.1)
    #expect(clock.samplesHeard(at: instant(1_000)) == 1_000)
    #expect(clock.samplesHeard(at: instant(1_039)) == 1_000)
    #expect(abs(clock.samplesHeard(at: instant(1_100)) - 1_060) < 0.1)
    // The end of samples that were read since then is no news.
    clock.runOut(after: 1_000, at: instant(1_100))
    #expect(clock.isPlaying)
  }

  /// Samples that a server has discarded while it did not answer were not heard, although the clock continued.
  @Test func samplesDiscardedAfterASilenceOfTheServerWereNotHeard() {
    var clock = SampleClock(sampleRate: 1_000)
    func instant(_ milliseconds: Int64) -> HostInstant {
      HostInstant(nanoseconds: milliseconds * 1_000_000)
    }
    clock.setSamplesWritten(1_000, at: instant(0))
    for time in stride(from: Int64(100), through: 500, by: 100) {
      clock.add(
        AudioReading(
          instant: instant(time), samplesWritten: 1_000, samplesRead: time + 100,
          latency: .milliseconds(100), isPlaying: true), at: instant(time))
    }
    #expect(clock.samplesHeard(at: instant(3_000)) == 1_000)
    clock.discardSamples(from: 600, at: instant(3_000))
    clock.setSamplesWritten(1_600, at: instant(3_000))
    #expect(clock.samplesHeard(at: instant(3_000)) == 600)
    #expect(clock.instant(ofSamplesHeard: 601) == nil)
    clock.add(
      AudioReading(
        instant: instant(3_010), samplesWritten: 1_600, samplesRead: 650,
        latency: .milliseconds(100), isPlaying: true), at: instant(3_010))
    #expect(clock.samplesHeard(at: instant(3_110)) == 650)
  }

  /// While the clock reaches the line, it is faster than the device.
  @Test func aClockThatReachesItsLineIsInHaste() {
    var clock = SampleClock(sampleRate: 1_000)
    clock.setSamplesWritten(100_000, at: HostInstant(nanoseconds: 0))
    for time in stride(from: Int64(100), through: 2_000, by: 100) {
      let now = HostInstant(nanoseconds: time * 1_000_000)
      clock.add(
        AudioReading(
          instant: now, samplesWritten: 100_000, samplesRead: time + (time > 1_500 ? 104 : 100),
          latency: .milliseconds(100), isPlaying: true), at: now)
    }
    let now = HostInstant(nanoseconds: 2_000_000_000)
    let heard = clock.samplesHeard(at: now)
    let later = clock.samplesHeard(at: now.advanced(byNanoseconds: 100_000_000))
    let speed = 100 * (1 + clock.statistics.drift / 1e6)
    #expect(clock.haste(at: now) > 1)
    #expect(abs((later - heard) / speed - clock.haste(at: now)) < 1e-6)
    #expect(clock.haste(at: now.advanced(byNanoseconds: 1_000_000_000)) == 1)
  }

  @Test(arguments: [5, 20, 50] as [Int64])
  func aFreezeIsCorrectedOnce(readingEveryMilliseconds interval: Int64) {
    var clock = SampleClock(sampleRate: 1_000)
    clock.setSamplesWritten(100_000, at: HostInstant(nanoseconds: 0))
    for time in stride(from: Int64(0), through: 10_000, by: Int(interval)) {
      // It stands from 4 s to 6 s.
      let played = time < 4_000 ? time : max(4_000, time - 2_000)
      let now = HostInstant(nanoseconds: time * 1_000_000)
      clock.add(
        AudioReading(
          instant: now, samplesWritten: 100_000, samplesRead: played + 100,
          latency: .milliseconds(100), isPlaying: true), at: now)
    }
    #expect(clock.statistics.correctionCount == 1)
  }

  @Test func aDeviceThatStopsAtTheInstantOfAReadingStops() {
    var clock = SampleClock(sampleRate: 1_000)
    let now = HostInstant(nanoseconds: 1_000_000_000)
    clock.setSamplesWritten(900, at: now)
    for isPlaying in [true, false] {
      clock.add(
        AudioReading(
          instant: now, samplesWritten: 900, samplesRead: 100, latency: .milliseconds(100),
          isPlaying: isPlaying), at: now)
    }
    #expect(!clock.isPlaying)
    #expect(clock.samplesHeard(at: now.advanced(by: .seconds(5))) == 100)
  }

  @Test func aClockJoinsADeviceThatHasPlayedBefore() {
    var clock = SampleClock(sampleRate: 1_000)
    let now = HostInstant(nanoseconds: 1_000_000_000)
    clock.setSamplesWritten(5_000, at: now)
    clock.add(
      AudioReading(
        instant: now, samplesWritten: 5_000, samplesRead: 4_000, latency: .milliseconds(100),
        isPlaying: false), at: now)
    #expect(abs(clock.samplesHeard(at: now) - 3_900) < 0.001)
    let end = now.advanced(by: .milliseconds(101))
    #expect(abs(clock.samplesHeard(at: end) - 4_000) < 0.001)
    #expect(clock.restInstant.map { $0 <= end } == true)
  }

  @Test func aClockJoinsADeviceThatStoppedLongAgo() {
    var clock = SampleClock(sampleRate: 1_000)
    let (stop, now) = (HostInstant(nanoseconds: 0), HostInstant(nanoseconds: 2_000_000_000))
    clock.setSamplesWritten(4_000, at: now)
    clock.add(
      AudioReading(
        instant: stop, samplesWritten: 4_000, samplesRead: 4_000, latency: .milliseconds(100),
        isPlaying: false), at: now)
    #expect(clock.samplesHeard(at: now) == 4_000)
    #expect(clock.restInstant == now)
    // The device has taken none of the samples that are written now.
    clock.setSamplesWritten(5_000, at: now)
    #expect(clock.samplesHeard(at: now.advanced(by: .seconds(1))) == 4_000)
    #expect(clock.instant(ofSamplesHeard: 4_001) == nil)
  }

  @Test func thePositionWaitsForTheFirstSampleAndThenFollowsIt() {
    for drift in Self.drifts {
      var simulation = ClockSimulation(latency: 200, drift: drift)
      simulation.start()
      simulation.run(milliseconds: 199)
      #expect(simulation.clock.samplesHeard(at: simulation.now) == 0)
      simulation.run(milliseconds: 2_000)
      #expect(simulation.greatestError < 0.3)
    }
  }

  @Test(arguments: TestEffort.some(0..<6))
  func aSteadyDeviceIsFollowedWithinAMillisecond(_ seed: Int) {
    var simulation = ClockSimulation(drift: Self.drifts[seed % 6], seed: seed)
    simulation.noise = Self.uniform
    simulation.start()
    simulation.run(milliseconds: 1_000)
    #expect(simulation.greatestError < 1.5)
    simulation.beginObservation()
    simulation.run(milliseconds: 15_000)
    #expect(quantile(0.5, of: simulation.errors) < 0.3)
    #expect(quantile(0.99, of: simulation.errors) < 0.8)
    #expect(simulation.greatestError < 1)
    #expect(simulation.greatestReturn <= 0)
    #expect(simulation.greatestStep < 0.05)
    #expect(simulation.clock.statistics.correctionCount == 0)
    #expect(simulation.clock.statistics.greatestDeviation < .milliseconds(2))
  }

  @Test(arguments: TestEffort.some(drifts))
  func theDriftIsKnownAfterTenSeconds(_ drift: Double) {
    for seed in TestEffort.some(0..<2) {
      var simulation = ClockSimulation(drift: drift, seed: seed)
      simulation.noise = { numbers in
        // The scatter of a real server's readings: good to 0.7 ms, most of them to 0.3 ms.
        (0..<4).reduce(0) { sum, _ in sum + .random(in: -0.000_175...0.000_175, using: &numbers) }
      }
      simulation.start()
      simulation.run(milliseconds: 10_000)
      #expect(abs(simulation.clock.statistics.drift - drift) < 20)
    }
  }

  @Test func aChangeOfTheDriftIsFollowed() {
    var simulation = ClockSimulation(drift: 300)
    simulation.noise = Self.uniform
    simulation.start()
    simulation.run(milliseconds: 20_000)
    simulation.beginObservation()
    simulation.device.speed = 1 - 200e-6
    simulation.run(milliseconds: 20_000)
    #expect(simulation.greatestError < 2)
    #expect(simulation.greatestReturn <= 0)
    #expect(abs(simulation.clock.statistics.drift + 200) < 20)
  }

  @Test func aPausedDeviceIsHeardUpToTheLastSampleItHasTaken() {
    var simulation = ClockSimulation(latency: 150, drift: -200, seed: 3)
    simulation.noise = Self.uniform
    simulation.start()
    simulation.run(milliseconds: 5_000)
    for pause in [400, 2_000, 10_000] {
      simulation.beginObservation()
      simulation.pause()
      let last = simulation.device.samplesRead.rounded()
      #expect(!simulation.clock.isPlaying)
      let rest = simulation.clock.restInstant.map { simulation.now.duration(to: $0) }
      #expect(rest.map { abs($0 / .milliseconds(1) - 150) < 1 } == true)
      simulation.run(milliseconds: 149)
      #expect(simulation.clock.samplesHeard(at: simulation.now) < last)
      simulation.run(milliseconds: pause - 149)
      #expect(simulation.clock.samplesHeard(at: simulation.now) == last)
      #expect(simulation.clock.instant(ofSamplesHeard: last + 1) == nil)
      simulation.start()
      #expect(simulation.clock.isPlaying)
      #expect(simulation.clock.restInstant == nil)
      simulation.run(milliseconds: 3_000)
      #expect(simulation.greatestError < 1.5)
      #expect(simulation.greatestReturn <= 0)
    }
  }

  /// The device is paused and resumed several times before the first of these gaps is heard.
  @Test func pausesShorterThanTheLatencyAreHeardWhereTheyBelong() {
    var simulation = ClockSimulation(latency: 300)
    simulation.start()
    simulation.run(milliseconds: 3_000)
    simulation.beginObservation()
    for _ in 0..<20 {
      simulation.pause()
      simulation.run(milliseconds: 37)
      simulation.start()
      simulation.run(milliseconds: 53)
    }
    simulation.run(milliseconds: 1_000)
    #expect(simulation.greatestError < 0.5)
    #expect(simulation.greatestReturn <= 0)
  }

  @Test func afterAFreezeThePositionWaitsAndIsExactAgain() {
    for seed in TestEffort.some(0..<3) {
      var simulation = ClockSimulation(drift: Self.drifts[seed], seed: seed)
      simulation.noise = Self.uniform
      simulation.start()
      simulation.run(milliseconds: 12_000)
      simulation.device.frozenTicks = 300
      simulation.beginObservation()
      simulation.run(milliseconds: 600)
      #expect(simulation.greatestError < 180)
      simulation.run(milliseconds: 200)
      #expect(simulation.greatestReturn <= 0)
      simulation.beginObservation()
      simulation.run(milliseconds: 5_000)
      #expect(simulation.greatestError < 1.2)
      #expect(simulation.greatestReturn <= 0)
      #expect(abs(simulation.clock.statistics.drift - Self.drifts[seed]) < 40)
      #expect(simulation.clock.statistics.correctionCount >= 1)
      #expect(simulation.clock.statistics.greatestCorrection > .milliseconds(200))
    }
  }

  @Test func afterABurstThePositionSkipsTheSameSound() {
    for seed in TestEffort.some(0..<3) {
      var simulation = ClockSimulation(drift: Self.drifts[seed], seed: seed)
      simulation.noise = Self.uniform
      simulation.start()
      simulation.run(milliseconds: 12_000)
      simulation.device.burst(ticks: 150)
      simulation.run(milliseconds: 300)
      simulation.beginObservation()
      simulation.run(milliseconds: 5_000)
      #expect(simulation.greatestError < 1.2)
      #expect(simulation.greatestReturn <= 0)
      #expect(simulation.greatestStep < 0.05)
      #expect(simulation.clock.statistics.correctionCount == 1)
    }
  }

  @Test func aClockThatJoinsADeviceSkipsABurstAfterItsFirstReading() {
    var simulation = ClockSimulation()
    simulation.start()
    simulation.run(milliseconds: 2_000)
    simulation.join()
    simulation.device.burst(ticks: 150)
    simulation.run(milliseconds: 300)
    simulation.beginObservation()
    simulation.run(milliseconds: 1_000)
    #expect(simulation.greatestError < 0.3)
    #expect(simulation.clock.statistics.correctionCount == 1)
  }

  /// As a thread that paces a device by sleeping: late, then with all that it missed.
  @Test func aDeviceThatCatchesUpIsNotTakenForOneThatSkips() {
    var simulation = ClockSimulation()
    simulation.start()
    simulation.run(milliseconds: 5_000)
    simulation.beginObservation()
    for _ in 0..<20 {
      simulation.device.frozenTicks = 30
      simulation.run(milliseconds: 30)
      simulation.device.burst(ticks: 30)
      simulation.run(milliseconds: 300)
    }
    #expect(simulation.clock.statistics.correctionCount == 0)
    #expect(abs(simulation.errors.last ?? .infinity) < 0.1)
    #expect(simulation.greatestError < 31)
  }

  @Test func noSampleIsHeardThatHasNotBeenWritten() {
    var simulation = ClockSimulation(latency: 20)
    simulation.start()
    simulation.run(milliseconds: 1_000)
    let instant = simulation.now
    let written = Int64(simulation.device.samplesRead) + 480
    simulation.clock.setSamplesWritten(written, at: instant)
    let later = instant.advanced(by: .seconds(10))
    #expect(simulation.clock.samplesHeard(at: later) == Double(written))
    #expect(simulation.clock.instant(ofSamplesHeard: Double(written)) != nil)
    #expect(simulation.clock.instant(ofSamplesHeard: Double(written) + 1) == nil)
    // Samples written after the device has run out are heard later than the line says.
    simulation.clock.setSamplesWritten(written + 48_000, at: later)
    #expect(simulation.clock.samplesHeard(at: later.advanced(by: .seconds(1))) == Double(written))
  }

  @Test func anUnderrunEndsAtTheLastSampleAndResumesWithTheNext() {
    var simulation = ClockSimulation(latency: 60)
    simulation.start()
    simulation.run(milliseconds: 3_000)
    simulation.beginObservation()
    simulation.waitingSamples = 0
    simulation.device.isTaking = false
    simulation.run(milliseconds: 700)
    simulation.waitingSamples = 9_600
    simulation.device.isTaking = true
    simulation.run(milliseconds: 2_000)
    #expect(simulation.greatestReturn <= 0)
    #expect(simulation.greatestError < 110)
    simulation.beginObservation()
    simulation.run(milliseconds: 1_000)
    #expect(simulation.greatestError < 0.1)
  }

  /// As when the process that writes is stopped: the device plays what it has, and then waits.
  @Test func samplesWrittenAfterTheDeviceRanOutAreNotHeardBeforeItTakesThem() {
    var simulation = ClockSimulation(latency: 20)
    simulation.waitingSamples = 7_200
    simulation.start()
    simulation.run(milliseconds: 3_000)
    for _ in 0..<150 { simulation.device.tick() }
    simulation.device.isTaking = false
    for _ in 0..<1_350 { simulation.device.tick() }
    simulation.passUnobserved(milliseconds: 1_500)
    simulation.device.isTaking = true
    simulation.beginObservation()
    simulation.run(milliseconds: 500)
    #expect(simulation.errors.allSatisfy { $0 < 1 })
    simulation.beginObservation()
    simulation.run(milliseconds: 500)
    #expect(simulation.greatestError < 0.1)
  }

  /// The machine is suspended for an hour. Whether the host clock runs on or not, the position does
  /// not run away, and is exact again after it.
  @Test(arguments: [false, true])
  func aSuspendedMachineDoesNotMoveThePosition(_ runsOn: Bool) {
    var simulation = ClockSimulation(latency: 60)
    simulation.start()
    simulation.run(milliseconds: 3_000)
    simulation.beginObservation()
    if runsOn { simulation.passUnobserved(milliseconds: 3_600_000) }
    simulation.run(milliseconds: 1_000)
    #expect(simulation.greatestReturn <= 0)
    #expect(simulation.greatestError <= (runsOn ? 270 : 0.1))
    simulation.beginObservation()
    simulation.run(milliseconds: 1_000)
    #expect(simulation.greatestError < 0.1)
  }

  @Test func readingsThatCannotBeTrueAreIgnored() {
    var simulation = ClockSimulation()
    simulation.start()
    simulation.run(milliseconds: 2_000)
    let (now, good) = (simulation.now, simulation.reading())
    let before = simulation.clock.samplesHeard(at: now.advanced(by: .seconds(1)))
    func changed(_ change: (inout AudioReading) -> Void) -> AudioReading {
      var reading = good
      change(&reading)
      return reading
    }
    let bad = [
      changed { $0.instant = now.advanced(byNanoseconds: 1) },
      changed { $0.instant = now.advanced(by: .seconds(-1)) },
      changed { $0.samplesRead = $0.samplesWritten + 1 },
      changed { $0.samplesRead = -1 },
      changed { $0.latency = .nanoseconds(-1) },
      changed { $0.latency = .seconds(1 << 60) },
      changed { $0.samplesRead = .max },
      changed { $0.samplesWritten = .min },
    ]
    for reading in bad { simulation.clock.add(reading, at: now) }
    #expect(simulation.clock.statistics.ignoredReadingCount == bad.count)
    #expect(simulation.clock.samplesHeard(at: now.advanced(by: .seconds(1))) == before)
  }

  /// A sound server may send any numbers.
  @Test(arguments: 0..<20)
  func anyReadingsLeaveAPositionThatDoesNotGoBack(_ seed: Int) {
    var numbers = SplitMix64(seed: UInt64(seed))
    let extremes: [Int64] = [0, 1, 48_000, 1 << 40, 1 << 53, 1 << 61, .max]
    let sampleRate = [1, 1_000, 48_000, 384_000][seed % 4]
    var clock = SampleClock(sampleRate: sampleRate)
    var (now, read, heard) = (HostInstant(nanoseconds: 1_000_000_000), Int64(0), 0.0)
    for _ in 0..<500 {
      if Int.random(in: 0..<20, using: &numbers) > 0 {
        now = now.advanced(by: .milliseconds(20))
        read = Int64(clamping: Int128(read) + Int128(sampleRate / 50))
      } else {
        let years = [0, 1, 100].randomElement(using: &numbers) ?? 0
        now = now.advanced(byNanoseconds: Int64(years) * 31_557_600_000_000_000)
        read = extremes.randomElement(using: &numbers) ?? 0
      }
      clock.setSamplesWritten(max(read, extremes.randomElement(using: &numbers) ?? 0), at: now)
      clock.add(
        AudioReading(
          instant: now, samplesWritten: .max, samplesRead: read,
          latency: .milliseconds(Int.random(in: 0...100, using: &numbers)),
          isPlaying: Int.random(in: 0..<20, using: &numbers) > 0), at: now)
      let next = clock.samplesHeard(at: now)
      #expect(next >= heard && next.isFinite && clock.readingInterval > .zero)
      heard = next
      _ = clock.instant(ofSamplesHeard: heard + 1)
    }
  }

  @Test func singleWrongReadingsDoNotMoveThePosition() {
    var simulation = ClockSimulation(seed: 1)
    simulation.start()
    simulation.run(milliseconds: 2_000)
    simulation.beginObservation()
    var count = 0
    simulation.noise = { _ in
      count += 1
      return count % 4 == 0 ? (count % 8 == 0 ? 0.25 : -0.09) : 0
    }
    simulation.run(milliseconds: 10_000)
    #expect(simulation.greatestError < 0.1)
    #expect(simulation.clock.statistics.greatestDeviation > .milliseconds(80))
  }

  /// A device that reports its progress only once per period.
  @Test func readingsInPeriodsAreAveraged() {
    for seed in TestEffort.some(0..<5) {
      var simulation = ClockSimulation(drift: Self.drifts[seed], seed: seed)
      simulation.noise = { numbers in
        .random(in: 0...0.010, using: &numbers)
      }
      simulation.start()
      simulation.run(milliseconds: 3_000)
      simulation.beginObservation()
      simulation.run(milliseconds: 10_000)
      #expect(simulation.greatestError < 8)
      #expect(simulation.greatestReturn <= 0)
      #expect(simulation.greatestStep < 0.2)
    }
  }

  @Test func theInstantOfASampleIsTheFirstWhenItIsHeard() throws {
    var simulation = ClockSimulation(drift: 77, seed: 9)
    simulation.noise = Self.uniform
    simulation.start()
    for round in 0..<300 {
      simulation.run(milliseconds: 37)
      let now = simulation.now
      let samples = simulation.clock.samplesHeard(at: now) + Double(round % 50) * 171.3
      guard let instant = simulation.clock.instant(ofSamplesHeard: samples) else {
        // Later than all samples that have been written.
        #expect(samples > simulation.device.samplesRead)
        continue
      }
      #expect(simulation.clock.samplesHeard(at: instant) >= samples)
      if instant > now {
        let earlier = simulation.clock.samplesHeard(at: instant.advanced(byNanoseconds: -2))
        #expect(earlier < samples)
      }
    }
  }

  /// Pauses, freezes, bursts, starving and wrong, late and repeated readings in any order.
  @Test(arguments: 0..<TestEffort.rounds(10))
  func noScheduleMakesThePositionGoBackOrRunAway(_ group: Int) {
    for seed in (group * 10)..<(group * 10 + 10) {
      var simulation = ClockSimulation(
        latency: [1, 20, 100, 400][seed % 4], drift: Self.drifts[seed % 6], seed: seed)
      if seed % 3 > 0 { simulation.noise = Self.uniform }
      simulation.start()
      for _ in 0..<12 {
        let milliseconds = Int.random(in: 0..<400, using: &simulation.numbers)
        switch Int.random(in: 0..<10, using: &simulation.numbers) {
        case 0: simulation.pause()
        case 1: simulation.start()
        case 2: simulation.device.frozenTicks += milliseconds
        case 3: simulation.device.burst(ticks: milliseconds)
        case 4: simulation.device.isTaking.toggle()
        case 5: simulation.waitingSamples = Int64(milliseconds) * 48
        case 6:
          var reading = simulation.reading()
          reading.latency = .milliseconds(milliseconds)
          reading.isPlaying.toggle()
          simulation.clock.add(reading, at: simulation.now)
        case 7:
          var reading = simulation.reading()
          reading.instant = reading.instant.advanced(by: .milliseconds(-milliseconds))
          simulation.clock.add(reading, at: simulation.now)
        default: break
        }
        simulation.run(milliseconds: milliseconds)
      }
      #expect(simulation.greatestReturn <= 0, "seed \(seed)")
      // Whatever happened, steady play is followed exactly again.
      simulation.device.frozenTicks = 0
      simulation.waitingSamples = 9_600
      simulation.start()
      simulation.run(milliseconds: 2_000)
      simulation.beginObservation()
      simulation.run(milliseconds: 200)
      #expect(simulation.greatestError < 2, "seed \(seed)")
    }
  }
}
