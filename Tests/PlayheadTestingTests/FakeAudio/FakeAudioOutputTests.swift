import PlayheadLocking
import PlayheadTesting
import Testing

@Suite struct FakeAudioOutputTests {
  private let clock = ManualHostClock()

  /// Opens an output that its owner keeps full, unless the test writes alone.
  private func open(
    _ device: FakeAudioDevice = FakeAudioDevice(), refilling: Bool = true
  ) throws -> FakeAudioOutput {
    let owner = Owner()
    let opener = FakeAudioOpener(clock: clock, devices: [device])
    _ = try opener.open(
      AudioFormat(sampleRate: 48_000, channelCount: 1), interruption: Interruption()
    ) { if refilling { owner.fill() } }
    owner.output.withLock { $0 = opener.outputs[0] }
    return opener.outputs[0]
  }

  private func write(_ count: Int, to output: FakeAudioOutput) -> Int {
    let first = Float(output.status.nextSample)
    let samples = (0..<count).map { first + Float($0) }
    return samples.withUnsafeBufferPointer { output.write($0) }
  }

  private func heard(_ output: FakeAudioOutput) -> Double {
    output.samplesHeard(at: clock.now)
  }

  @Test func samplesAreHeardAfterTheLatency() throws {
    let output = try open(refilling: false)
    #expect(write(4_800, to: output) == 4_800)
    output.start()
    clock.advance(by: .milliseconds(50))
    #expect(heard(output) == 0)
    clock.advance(by: .milliseconds(10))
    #expect(abs(heard(output) - 480) < 1)
    clock.advance(by: .seconds(1))
    #expect(heard(output) == 4_800)
    #expect(output.takenSamples == (0..<4_800).map { Float($0) })
  }

  @Test func aReadingTellsWhichSampleIsHeard() throws {
    var device = FakeAudioDevice()
    device.drift = 500
    let output = try open(device)
    output.start()
    _ = write(9_600, to: output)
    for _ in 0..<100 {
      clock.advance(by: .microseconds(33_700))
      output.requestReading()
      let reading = try #require(output.status.reading)
      #expect(reading.instant == clock.now)
      #expect(reading.isPlaying)
      let latency = reading.latency / .seconds(1) * 48_024
      #expect(abs(max(0, Double(reading.samplesRead) - latency) - heard(output)) < 0.01)
    }
    #expect(abs(heard(output) - (3.37 * 48_024 - 2_400)) < 1)
    #expect(output.status.underrunCount == 0)
  }

  @Test func samplesTakenBeforeAPauseAreHeardAndNoneIsLost() throws {
    let output = try open()
    output.start()
    _ = write(9_600, to: output)
    clock.advance(by: .milliseconds(205))
    output.pause()
    output.requestReading()
    let reading = try #require(output.status.reading)
    #expect(!reading.isPlaying)
    #expect(reading.samplesRead == 21 * 480)
    clock.advance(by: .seconds(3600))
    #expect(heard(output) == Double(reading.samplesRead))
    output.start()
    clock.advance(by: .milliseconds(50))
    #expect(heard(output) == Double(reading.samplesRead))
    clock.advance(by: .milliseconds(50))
    // The device takes samples again at the next period, 5 ms later.
    #expect(abs(heard(output) - Double(reading.samplesRead) - 45 * 48) < 1)
    let taken = output.takenSamples
    #expect(taken == (0..<taken.count).map { Float($0) })
  }

  @Test func aFlushDiscardsOnlyWhatTheDeviceHasNotTaken() throws {
    var device = FakeAudioDevice()
    device.responseTime = .milliseconds(3)
    let output = try open(device, refilling: false)
    #expect(write(20_000, to: output) == 9_600)
    #expect(output.status.writableSampleCount == 0)
    output.start()
    clock.advance(by: .milliseconds(25))
    output.flush()
    #expect(output.status.isFlushing)
    #expect(output.status.writableSampleCount == 0)
    #expect(write(1, to: output) == 0)
    clock.advance(by: .milliseconds(3))
    #expect(!output.status.isFlushing)
    #expect(output.status.nextSample == 2 * 480)
    #expect(output.status.writableSampleCount == 9_600)
    #expect(output.status.underrunCount == 0)
  }

  @Test func anUnderrunIsCountedAndSilenceIsHeardUntilSamplesCome() throws {
    var device = FakeAudioDevice()
    device.startSampleCount = 960
    let output = try open(device, refilling: false)
    output.start()
    _ = write(960, to: output)
    clock.advance(by: .milliseconds(100))
    #expect(output.status.underrunCount == 1)
    #expect(heard(output) == 960)
    output.requestReading()
    #expect(output.status.reading?.isPlaying == false)
    _ = write(480, to: output)
    clock.advance(by: .milliseconds(100))
    #expect(heard(output) == 960)
    output.drain()
    clock.advance(by: .milliseconds(100))
    #expect(heard(output) == 1_440)
    #expect(output.status.underrunCount == 1)
  }

  @Test func aStarvedDevicePlaysSilenceAlthoughSamplesAreWaiting() throws {
    var device = FakeAudioDevice()
    device.events = [(.milliseconds(100), .starve(.milliseconds(70)))]
    let output = try open(device)
    output.start()
    _ = write(9_600, to: output)
    clock.advance(by: .milliseconds(500))
    #expect(output.status.underrunCount == 1)
    #expect(abs(heard(output) - Double(500 - 50 - 70) * 48) < 1)
    let taken = output.takenSamples
    #expect(taken == (0..<taken.count).map { Float($0) })
  }

  @Test func aFrozenDeviceStandsStillAndABurstSkipsAhead() throws {
    var device = FakeAudioDevice()
    device.events = [
      (.seconds(1), .freeze(.milliseconds(300))), (.seconds(2), .burst(.milliseconds(100))),
    ]
    let output = try open(device)
    output.start()
    _ = write(9_600, to: output)
    clock.advance(by: .seconds(1))
    let before = heard(output)
    clock.advance(by: .milliseconds(299))
    #expect(heard(output) == before)
    clock.advance(by: .milliseconds(201))
    #expect(abs(heard(output) - before - 200 * 48) < 1)
    clock.advance(by: .milliseconds(499))
    let last = heard(output)
    clock.advance(by: .milliseconds(1))
    #expect(abs(heard(output) - last - 101 * 48) < 1)
    #expect(output.samplesHeard(at: HostInstant(nanoseconds: 1_150_000_000)) == before)
  }

  @Test func aLostDeviceStopsAtOnceAndTheNextOneCanBeOpened() throws {
    var device = FakeAudioDevice()
    device.events = [(.milliseconds(200), .loss(.lost))]
    let calls = Locked(0)
    let opener = FakeAudioOpener(clock: clock, devices: [device, FakeAudioDevice()])
    let format = AudioFormat(sampleRate: 44_100, channelCount: 2)
    let output = try opener.open(format, interruption: Interruption()) {
      calls.withLock { $0 += 1 }
    }
    clock.advance(by: .seconds(1))
    #expect(output.status.error == AudioError("fake", .lost))
    #expect(output.status.writableSampleCount == 0)
    #expect(calls.withLock { $0 } == 1)
    output.close()
    let next = try opener.open(format, interruption: Interruption()) {}
    clock.advance(by: .seconds(1))
    #expect(next.status.error == nil)
    #expect(opener.attemptCount == 2)
  }

  @Test func aDeviceRefusesToOpenOrOffersAnotherFormat() throws {
    var refusing = FakeAudioDevice()
    refusing.openingError = AudioError("fake", .noServer)
    var other = FakeAudioDevice()
    other.format = AudioFormat(sampleRate: 44_100, channelCount: 2)
    let opener = FakeAudioOpener(clock: clock, devices: [refusing, other])
    let format = AudioFormat(sampleRate: 96_000, channelCount: 6)
    #expect(throws: AudioError("fake", .noServer)) {
      try opener.open(format, interruption: Interruption()) {}
    }
    let interruption = Interruption()
    #expect(try opener.open(format, interruption: interruption) {}.format == other.format)
    interruption.interrupt()
    #expect(throws: AudioError("fake", .interrupted)) {
      try opener.open(format, interruption: interruption) {}
    }
  }

  @Test func readingsAreNoisyAndRoundedTheSameInEachRun() throws {
    func latencies() throws -> [Duration] {
      let clock = ManualHostClock()
      var device = FakeAudioDevice()
      device.readingNoise = .milliseconds(2)
      device.readingUnit = .milliseconds(1)
      device.seed = 7
      let opener = FakeAudioOpener(clock: clock, devices: [device])
      let output = try opener.open(
        AudioFormat(sampleRate: 48_000, channelCount: 1), interruption: Interruption()
      ) {}
      return (0..<50).compactMap { _ in
        clock.advance(by: .milliseconds(10))
        output.requestReading()
        return output.status.reading?.latency
      }
    }
    let first = try latencies()
    #expect(try first == latencies())
    #expect(Set(first).count > 2)
    #expect(first.allSatisfy { $0 / .milliseconds(1) == ($0 / .milliseconds(1)).rounded() })
    #expect(first.allSatisfy { $0 >= .milliseconds(47) && $0 <= .milliseconds(63) })
  }

  @Test func aClosedOutputCallsNobodyAndKeepsItsStatus() throws {
    let calls = Locked(0)
    let opener = FakeAudioOpener(clock: clock)
    let output = try opener.open(
      AudioFormat(sampleRate: 48_000, channelCount: 1), interruption: Interruption()
    ) { calls.withLock { $0 += 1 } }
    output.start()
    _ = write(9_600, to: opener.outputs[0])
    clock.advance(by: .milliseconds(100))
    output.requestReading()
    output.close()
    let (count, status) = (calls.withLock { $0 }, output.status)
    clock.advance(by: .seconds(1))
    #expect(calls.withLock { $0 } == count)
    #expect(output.status == status)
    #expect(heard(opener.outputs[0]) == 50 * 48)
    #expect(opener.outputs[0].isClosed)
    #expect(clock.armedTimerCount == 0)
  }

  /// Writes samples whose samples are their numbers.
  private final class Owner: Sendable {
    let output = Locked<FakeAudioOutput?>(nil)

    func fill() {
      guard let output = output.withLock({ $0 }) else { return }
      let status = output.status
      let first = Float(status.nextSample)
      let samples = (0..<status.writableSampleCount).map { first + Float($0) }
      _ = samples.withUnsafeBufferPointer { output.write($0) }
    }
  }
}
