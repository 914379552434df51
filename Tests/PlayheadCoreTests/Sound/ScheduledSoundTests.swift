import PlayheadAudio
import PlayheadCore
import PlayheadMedia
import PlayheadTesting
import PlayheadTimekeeping
import PlayheadTestEnvironment
import Testing

/// Starts at a host instant, with sound that a device plays late.
@Suite struct ScheduledSoundTests {
  private static let devices: [FakeAudioDevice] = {
    var (quick, distant, coarse, uneven) = (
      FakeAudioDevice(), FakeAudioDevice(), FakeAudioDevice(), FakeAudioDevice()
    )
    quick.latency = .milliseconds(5)
    distant.latency = .milliseconds(700)
    (coarse.periodSampleCount, coarse.bufferSampleCount) = (4_800, 19_200)
    (coarse.startSampleCount, coarse.responseTime) = (2_400, .milliseconds(5))
    (uneven.drift, uneven.latency) = (200, .milliseconds(120))
    (uneven.readingNoise, uneven.readingUnit) = (.microseconds(300), .microseconds(100))
    return [FakeAudioDevice(), quick, distant, coarse, uneven]
  }()

  private func record(_ player: Player) -> RecordingSubscriber<PlayheadProgress, Never> {
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    player.progressPublisher(interval: .seconds(100)).subscribe(recorder)
    return recorder
  }

  /// When the device plays the first sample of the media, in milliseconds.
  private func firstInstant(_ stage: SoundStage) -> Double? {
    guard let first = stage.samples.firstIndex(where: { $0 != nil }) else { return nil }
    // Instants of the device are exact to a nanosecond.
    var (low, high) = (HostInstant(nanoseconds: 0), stage.clock.now)
    guard stage.output.samplesHeard(at: high) > Double(first) else { return nil }
    while low.nanoseconds + 1 < high.nanoseconds {
      let middle = HostInstant(nanoseconds: (low.nanoseconds + high.nanoseconds) / 2)
      if stage.output.samplesHeard(at: middle) > Double(first) {
        high = middle
      } else {
        low = middle
      }
    }
    return Double(low.nanoseconds) / 1e6
  }

  @Test(arguments: 0..<5)
  func aScheduledStartIsHeardAtItsInstant(index: Int) throws {
    let stage = SoundStage(seconds: 10, device: Self.devices[index])
    let recorder = record(stage.player)
    stage.load()
    let instant = stage.clock.now.advanced(by: .seconds(2))
    stage.player.beginRate(.normal, atHostTime: instant)
    stage.advance(milliseconds: 1_999)
    #expect(stage.player.playbackState == .waiting && stage.player.currentTime() == .zero)
    stage.advance(milliseconds: 2_001)
    #expect(abs(try #require(firstInstant(stage)) - 3_000) < 0.5)
    let start = try #require(recorder.values.last { $0.cause == .started })
    #expect(abs(Double(start.hostInstant.nanoseconds) / 1e6 - 3_000) < 0.5)
    #expect(start.position == .zero)
    #expect(abs(stage.player.currentTime().seconds - 2) < 0.001)
    let heard = stage.samples.drop { $0 == nil }
    #expect(heard.elementsEqual((0..<Int64(heard.count)).map { $0 }))
    #expect(stage.player.currentProgress().audio?.underrunCount == 0)
  }

  @Test(arguments: TestEffort.some([0, 300, 1_000, 4_000, 100_000]))
  func playersWithDifferentLatenciesStartTogether(milliseconds: Int64) throws {
    let stages = Self.devices.map { SoundStage(seconds: 10, device: $0) }
    for stage in stages {
      let instant = stage.clock.now.advanced(by: .milliseconds(milliseconds + 1_000))
      stage.player.beginRate(Rate(3, 2), time: .seconds(4), atHostTime: instant)
      stage.advance(milliseconds: Int(milliseconds) + 2_000)
      #expect(abs(try #require(firstInstant(stage)) - Double(milliseconds) - 2_000) < 0.5)
      #expect(abs(stage.player.currentTime().seconds - 5.5) < 0.001)
    }
  }

  /// A short lead is enough for a device that reports at once.
  @Test(arguments: [100, 150, 250, 400])
  func aStartIsOnTimeIfThereIsTimeForTheLatency(milliseconds: Int64) throws {
    let stage = SoundStage(seconds: 10)
    stage.load()
    let instant = stage.clock.now.advanced(by: .milliseconds(milliseconds))
    stage.player.beginRate(.normal, atHostTime: instant)
    stage.advance(milliseconds: 1_000)
    #expect(abs(try #require(firstInstant(stage)) - Double(milliseconds) - 1_000) < 0.5)
  }

  @Test func aStartThatIsNearerThanTheLatencyIsLate() throws {
    let stage = SoundStage(seconds: 10, device: Self.devices[2])
    let recorder = record(stage.player)
    stage.load()
    stage.player.beginRate(.normal, atHostTime: stage.clock.now.advanced(by: .milliseconds(400)))
    stage.advance(milliseconds: 3_000)
    let first = try #require(firstInstant(stage))
    // 700 ms after now, and the silence that was written before the first reading.
    #expect(first > 1_700 && first < 1_850)
    let start = try #require(recorder.values.last { $0.cause == .started })
    #expect(start.position == .zero)
    #expect(abs(Double(start.hostInstant.nanoseconds) / 1e6 - first) < 0.5)
    #expect(stage.samples.compactMap(\.self).first == 0)
  }

  @Test func theDeviceIsSilentUntilShortlyBeforeTheStart() {
    let stage = SoundStage(seconds: 10)
    stage.load()
    stage.player.beginRate(.normal, atHostTime: stage.clock.now.advanced(by: .seconds(3_600)))
    stage.advance(milliseconds: 1_000)
    var wakeupCount = 0
    while stage.clock.now < HostInstant(nanoseconds: 3_590_000_000_000), wakeupCount < 100,
      stage.clock.runNextStep()
    {
      wakeupCount += 1
    }
    #expect(wakeupCount < 10 && stage.output.takenSamples.isEmpty)
  }

  @Test func aPauseBeforeTheInstantCancelsTheStartAndItsSilence() throws {
    for milliseconds in [500, 1_700, 1_900, 1_990] {
      let stage = SoundStage(seconds: 10)
      stage.load()
      stage.player.beginRate(.normal, atHostTime: stage.clock.now.advanced(by: .seconds(2)))
      stage.advance(milliseconds: milliseconds)
      stage.player.pause()
      stage.advance(milliseconds: 2_000)
      #expect(stage.player.playbackState == .paused && stage.player.currentTime() == .zero)
      let taken = stage.output.takenSamples.count
      stage.player.play()
      stage.advance(milliseconds: 1_000)
      let samples = stage.samples[taken...]
      #expect(samples.first == 0, "\(milliseconds)")
      #expect(samples.elementsEqual((0..<Int64(samples.count)).map { $0 }))
      #expect(abs(try #require(stage.error)) < 1)
    }
  }

  @Test func playBeforeTheInstantStartsAtOnce() throws {
    for milliseconds in [500, 1_700, 1_900] {
      let stage = SoundStage(seconds: 10)
      stage.load()
      stage.player.beginRate(.normal, atHostTime: stage.clock.now.advanced(by: .seconds(2)))
      stage.advance(milliseconds: milliseconds)
      stage.player.play()
      stage.advance(milliseconds: 400)
      #expect(stage.player.playbackState == .playing)
      #expect(abs(try #require(stage.error)) < 1)
      #expect(try #require(firstInstant(stage)) < Double(1_000 + milliseconds) + 150)
    }
  }

  /// The device has taken the first samples, or soon does: a new beginning would be heard later.
  @Test func playShortlyBeforeTheInstantDoesNotRepeatSamples() throws {
    let stage = SoundStage(seconds: 10)
    stage.load()
    stage.player.beginRate(.normal, atHostTime: stage.clock.now.advanced(by: .seconds(2)))
    stage.advance(milliseconds: 1_960)
    #expect(stage.samples.contains { $0 != nil })
    stage.player.play()
    stage.advance(milliseconds: 1_000)
    let heard = stage.samples.drop { $0 == nil }
    #expect(heard.elementsEqual((0..<Int64(heard.count)).map { $0 }))
    #expect(abs(try #require(firstInstant(stage)) - 3_000) < 0.5)
  }

  @Test func aNewStartReplacesTheOldOne() throws {
    let stage = SoundStage(seconds: 10)
    stage.load()
    for (delay, wait) in [(1_000, 900), (1_000, 980), (500, 100), (2_000, 3_000)] {
      let instant = stage.clock.now.advanced(by: .milliseconds(delay))
      stage.player.beginRate(.normal, time: .seconds(1), atHostTime: instant)
      stage.advance(milliseconds: wait)
    }
    #expect(abs(stage.player.currentTime().seconds - 2) < 0.001)
    #expect(abs(try #require(stage.error)) < 1)
  }

  /// The first start has heard the device; the queue schedules another one while it plays.
  @Test func aPlayingPlayerWaitsAndStartsOnTime() throws {
    let stage = SoundStage(seconds: 10)
    stage.play(milliseconds: 1_000)
    let position = stage.player.currentTime()
    let instant = stage.clock.now.advanced(by: .milliseconds(600))
    stage.player.beginRate(.normal, atHostTime: instant)
    stage.advance(milliseconds: 1_600)
    let waited = stage.player.currentTime().subtracting(position)?.seconds ?? 0
    #expect(abs(waited - 1) < 0.001)
    #expect(abs(try #require(stage.error)) < 1)
  }

  @Test func aLateStartBeyondTheEndOfALoopIsInTheNextPass() {
    let stage = SoundStage(seconds: 10)
    stage.player.setLoop(PlaybackLoop(from: .zero, to: .seconds(1), count: 3))
    stage.load()
    stage.player.play()
    while stage.player.currentTime() < .milliseconds(950) { stage.advance(milliseconds: 1) }
    stage.player.beginRate(
      .normal, atHostTime: stage.clock.now.advanced(by: .milliseconds(-100)))
    stage.advance(milliseconds: 300)
    let progress = stage.player.currentProgress()
    #expect(progress.completedLoops == 1 && progress.position < .milliseconds(300))
    stage.advance(milliseconds: 1_900)
    #expect(stage.player.currentProgress().completedLoops == 2)
    #expect(stage.player.currentTime() > .seconds(1))
  }

  @Test func mediaThatIsReadInTheLeadStartsOnTime() throws {
    let stage = SoundStage(
      FakeMedia(
        info: SoundStage.info(),
        steps: [.pause(.milliseconds(500))] + FakeMedia.frames(0..<500, frameTicks: 20)))
    stage.player.beginRate(.normal, atHostTime: stage.clock.now.advanced(by: .seconds(1)))
    stage.advance(milliseconds: 2_000)
    #expect(abs(try #require(firstInstant(stage)) - 2_000) < 0.5)
  }
}
