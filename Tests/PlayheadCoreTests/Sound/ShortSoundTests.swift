import PlayheadAudio
import PlayheadCore
import PlayheadMedia
import PlayheadTesting
import PlayheadTimekeeping
import PlayheadTestEnvironment
import Testing

/// Sound that is shorter than what a device waits for before it plays, or than what it holds.
@Suite struct ShortSoundTests {
  /// A device that waits for a time of sound, and holds some more.
  private func device(latency: Int, startMilliseconds: Int) -> FakeAudioDevice {
    var device = FakeAudioDevice()
    device.latency = .milliseconds(latency)
    device.startSampleCount = startMilliseconds * 48
    return device
  }

  /// Two passes may be less than what the device waits for, at the start and after each pass.
  @Test(arguments: TestEffort.some([5, 20, 50, 100, 200] as [Int64], [0, 50, 100, 200]))
  func aShortLoopIsHeardToItsEnd(milliseconds length: Int64, startMilliseconds: Int) {
    for latency in [20, 200] {
      for count in [2, 3, 10] {
        let stage = SoundStage(
          seconds: 1, device: device(latency: latency, startMilliseconds: startMilliseconds))
        let (from, to) = (MediaTime.milliseconds(500), MediaTime.milliseconds(500 + length))
        stage.player.setLoop(PlaybackLoop(from: from, to: to, count: count))
        stage.player.beginSeek(to: from)
        stage.play(milliseconds: 8_000)
        let comment: Comment = "latency \(latency), \(count) passes"
        #expect(stage.player.playbackState == .ended, comment)
        let end = 24_000 + length * 48
        let expected =
          Array(repeating: 24_000..<end, count: count).joined() + Array(end..<48_000)
        // A difference of arrays would take minutes to print.
        let isExpected = stage.samples.compactMap(\.self) == Array(expected)
        #expect(isExpected, comment)
      }
    }
  }

  @Test(arguments: [20, 50] as [Int64], [0, 100])
  func anEndlessShortLoopGoesOn(milliseconds length: Int64, startMilliseconds: Int) {
    let stage = SoundStage(
      seconds: 1, device: device(latency: 50, startMilliseconds: startMilliseconds))
    stage.player.setLoop(
      PlaybackLoop(from: .milliseconds(500), to: .milliseconds(500 + length)))
    stage.play(milliseconds: 3_000)
    var passes = stage.player.currentProgress().completedLoops
    #expect(passes > 5)
    for pauses in [false, true] {
      if pauses {
        stage.player.pause()
        stage.advance(milliseconds: 300)
        stage.player.play()
      }
      stage.advance(milliseconds: 2_000)
      let now = stage.player.currentProgress().completedLoops
      #expect(now > passes + 5, "\(pauses)")
      passes = now
    }
    stage.player.setLoop(nil)
    stage.advance(milliseconds: 3_000)
    #expect(stage.player.playbackState == .ended)
  }

  /// The queue opens an item when the one before it begins, so the device may run out of samples between them.
  @Test(arguments: [20, 50, 200], [0, 50, 150])
  func eachOfTenShortItemsBeginsWhenItIsHeard(latency: Int, startMilliseconds: Int) throws {
    for pauses in [false, true] {
      try playShortItems(latency: latency, startMilliseconds: startMilliseconds, pauses: pauses)
    }
  }

  private func playShortItems(latency: Int, startMilliseconds: Int, pauses: Bool) throws {
    let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))
    let opener = FakeAudioOpener(
      clock: clock, devices: [device(latency: latency, startMilliseconds: startMilliseconds)])
    let audio = AudioPlayback(output: opener)
    let lengths = [50, 500, 120, 80, 50, 60, 300, 50, 50, 200]
    let players = lengths.enumerated().map { number, length in
      var info = SoundStage.info()
      info.tracks[0].startTicks = Int64(number) * 1_000
      let frames = FakeMedia.frames(
        0..<length / 10, frameTicks: 10, start: Int64(number) * 1_000)
      return Player(media: FakeMedia(info: info, steps: frames), clock: clock, audio: audio)
    }
    let recorders = players.map { player in
      let recorder = RecordingSubscriber<PlayheadProgress, Never>()
      player.progressPublisher(interval: .seconds(100)).subscribe(recorder)
      return recorder
    }
    let queue = PlayerQueue(players, clock: clock)
    queue.play()
    for _ in 0..<200 {
      clock.advance(by: .milliseconds(23))
      if pauses, queue.currentItem != nil {
        queue.pause()
        clock.advance(by: .milliseconds(330))
        queue.play()
      }
    }
    clock.advance(by: .seconds(5))
    #expect(queue.currentItem == nil)
    let output = try #require(opener.outputs.first)
    let expected = lengths.enumerated().flatMap { number, length in
      (0..<length * 48).map { Int64(number * 48_000 + $0) }
    }
    let isExpected = output.takenSamples.compactMap(FakeSound.sample(ofValue:)) == expected
    #expect(isExpected)
    if pauses { return }
    var first = 0.0
    for (recorder, length) in zip(recorders, lengths) {
      let comment: Comment = "\(first / 48) \(length)"
      for (cause, sample) in [(.started, first), (.ended, first + Double(length) * 48)]
        as [(ProgressCause, Double)]
      {
        let value = try #require(recorder.values.first { $0.cause == cause }, comment)
        let heard = output.samplesHeard(at: value.hostInstant)
        // No reading shows the silence with which a device fills its period of 480 samples.
        #expect(abs(heard - sample) < 96 + 480, "\(cause) at \(heard) \(comment)")
        if cause == .started {
          #expect(value.position == .zero, comment)
          let later = output.samplesHeard(at: value.hostInstant.advanced(by: .milliseconds(4)))
          #expect(later > sample, comment)
        }
      }
      #expect(recorder.values.filter { $0.cause == .started }.count == 1, comment)
      first += Double(length) * 48
    }
  }
}
