import PlayheadAudio
import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

@Suite struct SoundTests {
  /// As if the process of the server was stopped.
  @Test func aServerThatAnswersAgainIsAStallOfThatTime() throws {
    var device = FakeAudioDevice()
    device.events = [(.seconds(3), .hang(.seconds(4)))]
    let stage = SoundStage(seconds: 10, device: device)
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    stage.player.progressPublisher(interval: .seconds(100)).subscribe(recorder)
    stage.play(milliseconds: 9_000)
    let stall = try #require(recorder.values.first { $0.cause == .stalled })
    let resumed = try #require(recorder.values.first { $0.cause == .resumed })
    let time = stall.hostInstant.duration(to: resumed.hostInstant)
    #expect(time > .seconds(2) && time < .seconds(5), "\(time)")
    #expect(stage.player.stalledTime == time)
    #expect(abs(stage.error ?? 1_000) < 2)
    stage.advance(milliseconds: 6_000)
    #expect(stage.player.playbackState == .ended)
  }

  @Test func aServerThatNeverAnswersAgainIsLost() {
    var (device, next) = (FakeAudioDevice(), FakeAudioDevice())
    device.events = [(.seconds(3), .hang(.seconds(1_000)))]
    next.openingError = AudioError("fake", .noServer)
    let stage = SoundStage(seconds: 10, devices: [device, next])
    stage.play(milliseconds: 30_000)
    #expect(stage.player.playbackState == .ended)
    #expect(stage.player.audioState == .silent(.noOutput(AudioError("fake", .noServer))))
  }

  /// A suspended sink answers, but plays nothing.
  @Test(arguments: [
    FakeAudioDevice.Event.freeze(.seconds(1_000)), .starve(.seconds(1_000)),
  ])
  func aDeviceThatTakesNothingIsLost(event: FakeAudioDevice.Event) {
    for start in [Duration.zero, .seconds(3)] {
      var device = FakeAudioDevice()
      device.events = [(start, event)]
      let stage = SoundStage(seconds: 10, devices: [device, FakeAudioDevice()])
      stage.play(milliseconds: Int(start / .milliseconds(1)) + 9_500)
      #expect(stage.player.audioState == .playing)
      stage.advance(milliseconds: 1_500)
      let error = AudioError("audio output", .lost, detail: "the device plays nothing")
      #expect(stage.player.audioState == .silent(.noOutput(error)))
      #expect(stage.player.playbackState == .playing && stage.opener.outputs.count == 1)
      stage.advance(milliseconds: 10_000)
      #expect(stage.player.playbackState == .ended)
    }
  }

  @Test func theNextPlayerGivesADeviceThatHasPlayedNothingASecond() {
    var device = FakeAudioDevice()
    device.events = [(.zero, .freeze(.seconds(1_000)))]
    let stage = SoundStage(seconds: 10, devices: [device, device, FakeAudioDevice()])
    let audio = AudioPlayback(output: stage.opener)
    let steps = FakeMedia.frames(0..<100, frameTicks: 20)
    for time in [10_500, 1_500, 1_500] {
      let player = Player(
        media: FakeMedia(info: SoundStage.info(), steps: steps), clock: stage.clock, audio: audio)
      player.play()
      stage.advance(milliseconds: time)
      #expect((player.audioState == .playing) == (stage.opener.outputs.count == 3))
      player.close()
    }
  }

  @Test func aDeviceThatTakesNothingWhileItsPlayerIsPausedIsNotLost() throws {
    var device = FakeAudioDevice()
    device.events = [(.zero, .freeze(.seconds(40)))]
    let stage = SoundStage(seconds: 10, device: device)
    for _ in 0..<2 {
      stage.play(milliseconds: 8_000)
      stage.player.pause()
      stage.advance(milliseconds: 12_000)
      #expect(stage.player.audioState == .playing && stage.player.playbackState == .paused)
    }
    stage.play(milliseconds: 5_000)
    #expect(stage.player.playbackState == .playing && abs(stage.error ?? 1_000) < 1)
  }

  /// It has taken everything.
  @Test func aDeviceWithoutSamplesIsNotLost() {
    let media = FakeMedia(
      info: SoundStage.info(),
      steps: FakeMedia.frames(0..<50, frameTicks: 20) + [.pause(.seconds(30))]
        + FakeMedia.frames(50..<100, frameTicks: 20))
    let stage = SoundStage(media)
    stage.play(milliseconds: 25_000)
    #expect(stage.player.audioState == .playing && stage.player.playbackState == .stalled)
    stage.advance(milliseconds: 10_000)
    #expect(stage.player.audioState == .playing && stage.player.playbackState == .ended)
  }

  @Test func thePlayheadFollowsWhatIsHeard() throws {
    let stage = SoundStage(seconds: 10)
    stage.play(milliseconds: 500)
    var errors: [Double] = []
    for _ in 0..<80 {
      stage.advance(milliseconds: 100)
      errors.append(try #require(stage.error))
    }
    #expect(errors.allSatisfy { abs($0) < 1 }, "\(errors)")
    #expect(stage.player.playbackState == .playing)
    #expect(stage.player.audioState == .playing)
  }

  @Test func progressDescribesTheDevice() throws {
    var device = FakeAudioDevice()
    device.drift = 200
    let stage = SoundStage(seconds: 60, device: device)
    #expect(stage.player.currentProgress().audio == nil)
    #expect(stage.player.currentProgress().clock == .host)
    stage.play(milliseconds: 30_000)
    let progress = stage.player.currentProgress()
    #expect(progress.clock == .device)
    let audio = try #require(progress.audio)
    #expect(abs(audio.drift - 200) < 20)
    #expect(audio.latency >= device.latency && audio.latency < device.latency + .milliseconds(20))
    #expect(audio.correctionCount == 0)
    #expect(audio.underrunCount == 0)
  }

  @Test func itStartsWhenTheFirstSampleIsHeard() throws {
    let stage = SoundStage(seconds: 10)
    let recorder = record(stage.player)
    stage.play(milliseconds: 300)
    let start = try #require(recorder.values.first)
    #expect(start.cause == .started)
    #expect(start.position == .zero)
    #expect(abs(stage.output.samplesHeard(at: start.hostInstant)) < 48)
    // Not earlier: the device's latency is 50 ms.
    #expect(start.hostInstant >= HostInstant(nanoseconds: 1_050_000_000))
  }

  @Test func eachSampleIsHeardOnceAndInOrder() {
    let stage = SoundStage(seconds: 2)
    stage.play(milliseconds: 5_000)
    #expect(stage.player.playbackState == .ended)
    #expect(stage.player.currentTime() == .seconds(2))
    #expect(difference(stage.samples, numbers(0..<96_000)) == nil)
  }

  @Test func aPausedPlayheadStandsAtTheLastSampleHeard() throws {
    let stage = SoundStage(seconds: 60)
    stage.play(milliseconds: 1_000)
    for _ in 0..<20 {
      stage.advance(milliseconds: 1_037)
      stage.player.pause()
      stage.advance(milliseconds: 500)
      let position = stage.player.currentTime()
      #expect(stage.player.playbackState == .paused)
      let heard = stage.output.samplesHeard(at: stage.clock.now) / 48_000
      #expect(abs(position.seconds - heard) < 0.002)
      stage.advance(milliseconds: 500)
      #expect(stage.player.currentTime() == position)
      stage.player.play()
    }
    stage.advance(milliseconds: 1_000)
    let samples = stage.samples
    #expect(difference(samples, numbers(0..<samples.count)) == nil)
  }

  /// The device plays samples that it had taken before the pause, although the playhead had not started.
  @Test func playbackDoesNotStartBeforeItIsRequested() throws {
    var device = FakeAudioDevice()
    device.latency = .milliseconds(200)
    let stage = SoundStage(seconds: 10, device: device)
    let recorder = record(stage.player)
    stage.play(milliseconds: 100)
    stage.player.pause()
    stage.advance(milliseconds: 1_000)
    #expect(stage.player.currentTime() == .zero && !stage.output.takenSamples.isEmpty)
    let request = stage.clock.now
    stage.player.play()
    stage.advance(milliseconds: 10)
    let start = try #require(recorder.values.last { $0.cause == .started })
    #expect(start.hostInstant == request)
    let heard = stage.output.samplesHeard(at: request) / 48_000
    #expect(abs(start.position.seconds - heard) < 0.002)
  }

  @Test func afterASeekOnlyNewSamplesAreHeard() throws {
    let stage = SoundStage(seconds: 60)
    stage.play(milliseconds: 1_000)
    for number in 1...20 {
      let target = Int64(number * 7 % 50)
      let before = stage.output.takenSamples.count
      stage.player.beginSeek(to: .seconds(target))
      #expect(stage.player.currentTime() == .seconds(target))
      stage.advance(milliseconds: 1_000)
      let new = stage.output.takenSamples.dropFirst(before).map(FakeSound.sample(ofValue:))
      let first = try #require(new.firstIndex(of: target * 48_000), "seek \(number)")
      #expect(new[first...].allSatisfy { ($0 ?? -1) >= target * 48_000 })
      #expect(abs(try #require(stage.error)) < 1)
    }
  }

  @Test func atOtherRatesThePlayheadFollowsWhatIsHeard() throws {
    let stage = SoundStage(seconds: 60)
    stage.play(milliseconds: 1_000)
    var last = stage.player.currentTime()
    for rate in [2, 0.5, 1, 3, 0.75, 1.25, 1] as [Rate] {
      stage.player.setRate(rate)
      #expect(abs(stage.player.currentTime().seconds - last.seconds) < 0.001, "at rate \(rate)")
      for _ in 0..<1_000 {
        stage.advance(milliseconds: 1)
        let position = stage.player.currentTime()
        #expect(position >= last)
        #expect(position.seconds - last.seconds < 0.0035)
        last = position
      }
      #expect(stage.player.rate == rate)
    }
    // At the original rate samples are recognised again.
    #expect(abs(try #require(stage.error)) < 1)
  }

  @Test func aSeamOfALoopHasNoGap() throws {
    let stage = SoundStage(seconds: 10)
    let recorder = record(stage.player)
    stage.player.setLoop(PlaybackLoop(from: .seconds(1), to: .milliseconds(1_301)))
    stage.play(milliseconds: 17_000)
    var expected = numbers(0..<62_448)
    for _ in 0..<49 { expected += numbers(48_000..<62_448) }
    #expect(difference(stage.samples, expected) == nil)
    #expect(recorder.values.filter { $0.cause == .looped }.count >= 50)
    #expect(abs(try #require(stage.error)) < 1)
    #expect(recorder.values.allSatisfy { $0.cause != .stalled })
  }

  /// Most sample rates have no common timebase with nanoseconds.
  @Test(
    arguments: TestEffort.some(
      [
        (500_000_000, 1_300_000_000), (840_000_000, 2_000_000_000), (333_333_333, 900_000_001),
        (0, 1_234_567_891), (22_676, 700_022_675), (1_999_999_999, 2_345_000_000),
      ] as [(Int64, Int64)]), [0, 20] as [Int64])
  func aLoopBetweenNanosecondsIsHeardToTheSample(_ loop: (start: Int64, end: Int64), delay: Int64) {
    var track = MediaTrack(index: 0, kind: .audio, timebase: Timebase(1, 44_100))
    (track.sampleRate, track.channelCount, track.startTicks) = (44_100, 1, 0)
    let info = MediaInfo(name: "fake", container: "fake", tracks: [track], isSeekable: true)
    let stage = SoundStage(
      FakeMedia(info: info, steps: FakeMedia.frames(0..<130, frameTicks: 1_024)),
      delay: .milliseconds(delay))
    let (start, end) = (MediaTime.nanoseconds(loop.start), MediaTime.nanoseconds(loop.end))
    stage.player.setLoop(PlaybackLoop(from: start, to: end))
    stage.play(milliseconds: 8_000)
    func samples(from start: Int64) -> [Int64?] {
      let (first, end) = (firstSample(at: start), firstSample(at: loop.end))
      // 20 ms are 882 samples.
      return (first..<end).map { $0 < delay / 20 * 882 ? nil : $0 - delay / 20 * 882 }
    }
    func firstSample(at nanoseconds: Int64) -> Int64 {
      (nanoseconds * 44_100 + 999_999_999) / 1_000_000_000
    }
    let later = Array(repeating: samples(from: loop.start), count: 20).joined()
    let expected = samples(from: 0) + later
    #expect(difference(stage.samples, Array(expected.prefix(stage.samples.count))) == nil)
    #expect(stage.samples.count > 300_000)
  }

  /// The media of the first pass has been read a second beyond the sound of the next one.
  @Test func aSourceThatPausesInTheNextPassOfALoopLeavesNoSilence() {
    let stage = SoundStage(
      FakeMedia(
        info: SoundStage.info(),
        steps: FakeMedia.frames(0..<40, frameTicks: 20) + [.pause(.milliseconds(300))]
          + FakeMedia.frames(40..<100, frameTicks: 20)))
    stage.player.setLoop(PlaybackLoop(from: .zero, to: .milliseconds(1_900)))
    stage.play(milliseconds: 6_000)
    let expected = Array(repeating: numbers(0..<91_200), count: 3).joined()
    #expect(difference(stage.samples, Array(expected)) == nil)
  }

  /// The sound beyond the end of the loop is in the output when the loop is set.
  @Test func aLoopThatEndsInSoundThatWasWrittenReturnsToItsStart() throws {
    let stage = SoundStage(seconds: 10)
    stage.play(milliseconds: 1_000)
    let end = try #require(stage.player.currentTime().adding(.milliseconds(60)))
    stage.player.setLoop(PlaybackLoop(from: .milliseconds(200), to: end))
    for _ in 0..<40 {
      stage.advance(milliseconds: 50)
      if stage.player.playbackState == .playing { #expect(abs(try #require(stage.error)) < 1) }
    }
    #expect(stage.player.currentProgress().completedLoops > 1)
  }

  /// As in MP3, and Opus in Matroska. In Ogg the last packet is shorter already.
  @Test(arguments: [20, 13] as [Int64])
  func theMediaEndsWhereTheEncodersPaddingBegins(lastDuration: Int64) {
    var steps = FakeMedia.frames(0..<100, frameTicks: 20)
    var last = PacketTiming(track: 0, presentationTicks: 2_000, durationTicks: lastDuration)
    last.paddingSamples = 7 * 48
    steps.append(.packet(last))
    let stage = SoundStage(FakeMedia(info: SoundStage.info(), steps: steps))
    stage.play(milliseconds: 3_000)
    #expect(stage.player.playbackState == .ended)
    #expect(stage.player.currentTime() == .milliseconds(2_013))
    #expect(difference(stage.samples, numbers(0..<(2_013 * 48))) == nil)
    #expect(stage.samples.count == 2_013 * 48)
  }

  @Test func silenceFillsWhereOtherTracksContinue() {
    var film = MediaTrack(index: 1, kind: .video, timebase: .milliseconds)
    film.startTicks = 0
    var info = SoundStage.info()
    info.tracks.append(film)
    // Sound from 1 s to 2 s, of four seconds.
    let steps = (0..<100).flatMap { number -> [FakeMedia.Step] in
      let start = Int64(number) * 40
      let picture = PacketTiming(
        track: 1, presentationTicks: start, durationTicks: 40, byteCount: 100, isKeyframe: true)
      guard (1_000..<2_000).contains(start) else { return [.packet(picture)] }
      let sound = PacketTiming(
        track: 0, presentationTicks: start, durationTicks: 40, byteCount: 100, isKeyframe: true)
      return [.packet(picture), .packet(sound)]
    }
    let stage = SoundStage(FakeMedia(info: info, steps: steps))
    stage.play(milliseconds: 6_000)
    #expect(stage.player.playbackState == .ended)
    #expect(stage.player.currentTime() == .seconds(4))
    var expected = [Int64?](repeating: nil, count: 192_000)
    expected.replaceSubrange(48_000..<96_000, with: numbers(48_000..<96_000))
    #expect(difference(stage.samples, expected) == nil)
  }

  @Test func aLostOutputStallsPlaybackThenItContinuesInSilence() {
    var device = FakeAudioDevice()
    device.events = [(.seconds(2), .loss(.lost))]
    var gone = FakeAudioDevice()
    gone.openingError = AudioError("fake", .noServer)
    let stage = SoundStage(seconds: 10, devices: [device, gone])
    let recorder = record(stage.player)
    stage.play(milliseconds: 12_000)
    let stalled = recorder.values.first { $0.cause == .stalled }
    let resumed = recorder.values.first { $0.cause == .resumed }
    #expect(stalled?.position == resumed?.position)
    let pause = stalled.flatMap { stalled in
      resumed.map { stalled.hostInstant.duration(to: $0.hostInstant) }
    }
    #expect(pause.map { $0 >= .seconds(1) && $0 <= .milliseconds(1_200) } == true)
    #expect(stage.player.playbackState == .ended)
    #expect(stage.player.audioState == .silent(.noOutput(AudioError("fake", .noServer))))
  }

  @Test func anOutputThatComesBackContinuesWhereItWasLost() throws {
    var device = FakeAudioDevice()
    device.events = [(.seconds(2), .loss(.lost))]
    let stage = SoundStage(seconds: 10, devices: [device, FakeAudioDevice()])
    let recorder = record(stage.player)
    stage.play(milliseconds: 4_000)
    let stalled = try #require(recorder.values.first { $0.cause == .stalled })
    #expect(stage.opener.outputs.count == 2)
    let first = try #require(stage.samples.first ?? nil)
    #expect(abs(Double(first) / 48_000 - stalled.position.seconds) < 0.001)
    #expect(abs(try #require(stage.error)) < 1)
    #expect(stage.player.audioState == .playing)
  }

  @Test func withoutAnOutputPlaybackIsSilent() {
    var device = FakeAudioDevice()
    device.openingError = AudioError("fake", .noServer)
    let stage = SoundStage(seconds: 2, device: device)
    stage.play(milliseconds: 1_500)
    #expect(stage.player.currentTime() > .seconds(1))
    #expect(stage.player.audioState == .silent(.noOutput(AudioError("fake", .noServer))))
    stage.advance(milliseconds: 1_000)
    #expect(stage.player.playbackState == .ended)
  }

  @Test(arguments: [500, 1_040])
  func anEndBetweenTwoNanosecondsIsReached(afterAPauseAtMilliseconds time: Int) {
    var info = SoundStage.info()
    (info.tracks[0].sampleRate, info.tracks[0].timebase) = (44_100, Timebase(1, 44_100))
    let stage = SoundStage(
      FakeMedia(info: info, steps: FakeMedia.frames(0..<43, frameTicks: 1_024)))
    let end = MediaTime(ticks: 44_032, timebase: Timebase(1, 44_100))
    stage.play(milliseconds: time)
    stage.player.pause()
    stage.advance(milliseconds: 500)
    #expect(stage.player.currentTime() <= end)
    stage.play(milliseconds: 2_000)
    #expect(stage.player.playbackState == .ended)
    #expect(stage.player.currentTime() == end)
  }

  @Test func theVolumeScalesSamples() {
    let stage = SoundStage(seconds: 10)
    stage.player.volume = 0.5
    stage.play(milliseconds: 1_000)
    #expect(stage.output.takenSamples[24_000] == FakeSound.value(ofSample: 24_000) / 2)
    stage.player.isMuted = true
    stage.advance(milliseconds: 1_000)
    #expect(stage.output.takenSamples.last == 0)
    let heard = stage.output.samplesHeard(at: stage.clock.now) / 48_000
    #expect(abs(stage.player.currentTime().seconds - heard) < 0.001)
  }

  @Test func aDelayMovesTheSound() throws {
    for delay in [120, -80] as [Int64] {
      let stage = SoundStage(seconds: 10, delay: .milliseconds(delay))
      stage.play(milliseconds: 3_000)
      let error = try #require(stage.error)
      #expect(abs(error - Double(delay)) < 1)
      stage.player.beginSeek(to: .seconds(5))
      stage.advance(milliseconds: 1_000)
      #expect(abs(try #require(stage.error) - Double(delay)) < 1)
    }
  }

  /// The output is full before the media read ahead is, and of large packets less than half a second is read ahead.
  @Test(arguments: [1, 2] as [Int32])
  func aStallEndsWhenNoMoreIsReadAhead(atRate rate: Int32) throws {
    var steps = (0..<400).map { index in
      FakeMedia.Step.packet(
        PacketTiming(
          track: 0, presentationTicks: Int64(index) * 20, durationTicks: 20,
          byteCount: 1_000_000, isKeyframe: true))
    }
    steps.insert(.pause(.seconds(3)), at: 100)
    let stage = SoundStage(FakeMedia(info: SoundStage.info(), steps: steps))
    let recorder = record(stage.player)
    stage.player.setRate(Rate(rate, 1))
    stage.advance(milliseconds: 15_000)
    // At rate 2 the last sound waits for more.
    let stall = try #require(recorder.values.first { $0.cause == .stalled })
    #expect(
      rate == 1 ? stall.position == .seconds(2) : stall.position > .milliseconds(1_900),
      "\(stall)")
    #expect(recorder.values.contains { $0.cause == .resumed && $0.position == stall.position })
    #expect(stage.player.playbackState == .ended)
  }

  @Test func aSourceThatPausesStallsPlayback() throws {
    let stage = SoundStage(
      FakeMedia(
        info: SoundStage.info(),
        steps: FakeMedia.frames(0..<100, frameTicks: 20) + [.pause(.seconds(3))]
          + FakeMedia.frames(100..<400, frameTicks: 20)))
    let recorder = record(stage.player)
    stage.play(milliseconds: 5_000)
    #expect(recorder.values.contains { $0.cause == .stalled && $0.position == .seconds(2) })
    #expect(recorder.values.contains { $0.cause == .resumed && $0.position == .seconds(2) })
    stage.advance(milliseconds: 1_000)
    #expect(abs(try #require(stage.error)) < 1)
    #expect(difference(stage.samples, numbers(0..<stage.samples.count)) == nil)
  }

  @Test func aSourceThatCannotSeekEndsAfterAJumpThroughItsLastSound() {
    let stage = SoundStage(seconds: 2, isSeekable: false)
    stage.play(milliseconds: 1_950)
    #expect(stage.player.currentTime() > .milliseconds(1_850))
    stage.player.beginSeek(to: .milliseconds(1_960))
    stage.advance(milliseconds: 1_000)
    #expect(stage.player.currentTime() == .seconds(2))
    #expect(stage.player.playbackState == .ended)
  }

  /// The whole sound may be taken by the device between two readings.
  @Test(arguments: [10, 30, 60])
  func soundThatIsShorterThanTheLatencyOfTheDeviceIsPlayed(milliseconds: Int64) {
    var device = FakeAudioDevice()
    (device.periodSampleCount, device.responseTime) = (4_800, .milliseconds(5))
    let stage = SoundStage(
      FakeMedia(info: SoundStage.info(), steps: FakeMedia.frames(0..<1, frameTicks: milliseconds)),
      devices: [device])
    let recorder = record(stage.player)
    stage.play(milliseconds: 500)
    #expect(stage.player.playbackState == .ended)
    #expect(stage.player.currentTime() == .milliseconds(milliseconds))
    #expect(recorder.values.map(\.cause) == [.started, .ended])
    #expect(difference(stage.samples, numbers(0..<Int(milliseconds) * 48)) == nil)
  }

  /// At other rates than 1 the sound before the stop is stretched with the sound after it.
  @Test(arguments: [1, 2, 0.5, 3] as [Rate])
  func playbackStopsAtItsForwardEnd(rate: Rate) {
    let stage = SoundStage(seconds: 10)
    let recorder = record(stage.player)
    stage.player.setForwardPlaybackEnd(.milliseconds(1_503))
    stage.player.setRate(rate)
    stage.advance(milliseconds: 5_000)
    #expect(stage.player.playbackState == .paused)
    #expect(stage.player.currentTime() == .milliseconds(1_503))
    #expect(recorder.values.last?.cause == .boundary)
    #expect(recorder.values.allSatisfy { $0.cause != .stalled })
    #expect(stage.samples.compactMap { $0 }.allSatisfy { $0 < 72_144 })
  }

  @Test(arguments: [true, false])
  func afterItsForwardEndTheSoundGoesOn(isSeekable: Bool) throws {
    let stage = SoundStage(seconds: 10, isSeekable: isSeekable)
    stage.player.setForwardPlaybackEnd(.milliseconds(1_503))
    stage.play(milliseconds: 2_500)
    #expect(stage.player.playbackState == .paused)
    stage.play(milliseconds: 2_000)
    #expect(abs(try #require(stage.error)) < 1)
    stage.advance(milliseconds: 9_000)
    #expect(stage.player.playbackState == .ended)
    if isSeekable {
      #expect(difference(stage.samples.filter { $0 != nil }, numbers(0..<480_000)) == nil)
    }
  }

  @Test func aForwardEndThatIsRemovedInTimeStopsNothing() {
    let stage = SoundStage(seconds: 4)
    stage.player.setForwardPlaybackEnd(.milliseconds(1_503))
    stage.play(milliseconds: 1_480)
    #expect(stage.player.playbackState == .playing)
    stage.player.setForwardPlaybackEnd(nil)
    stage.advance(milliseconds: 5_000)
    #expect(stage.player.playbackState == .ended)
    #expect(stage.player.currentTime() == .seconds(4))
  }

  /// As with SIGSTOP, Ctrl-Z, or a machine that is too busy: the device plays on without the player.
  @Test(arguments: [50, 300, 3_000])
  func afterTheProcessWasStoppedTheSoundGoesOn(forMilliseconds time: Int64) throws {
    let stage = SoundStage(seconds: 20)
    let recorder = record(stage.player)
    stage.play(milliseconds: 2_000)
    stage.clock.skip(by: .milliseconds(time))
    let heard = stage.output.samplesHeard(at: stage.clock.now) / 48_000
    // Until a reading shows an underrun, the position may be at the last sample written.
    #expect(stage.player.currentTime().seconds < heard + 0.05)
    stage.advance(milliseconds: 2_000)
    #expect(stage.player.playbackState == .playing)
    #expect(abs(try #require(stage.error)) < 1)
    let samples = stage.samples
    #expect(difference(samples, numbers(0..<samples.count)) == nil)
    let positions = recorder.values.map(\.position)
    #expect(positions == positions.sorted())
  }

  /// Sound that is written when the process continues is heard later than a device that had played on would.
  @Test func aStoppedProcessIsOneStallAndThePositionIsNeverAheadOfTheSound() {
    let stage = SoundStage(seconds: 20)
    let recorder = record(stage.player)
    stage.play(milliseconds: 2_000)
    stage.clock.skip(by: .milliseconds(1_500))
    let errors = (0..<500).map { _ in
      stage.advance(milliseconds: 1)
      return stage.error ?? 0
    }
    #expect(errors.allSatisfy { $0 < 1 })
    let causes = recorder.values.map(\.cause).filter { $0 != .interval }
    #expect(causes == [.started, .stalled, .resumed])
    let instants = recorder.values.map(\.hostInstant)
    #expect(instants == instants.sorted())
  }

  /// As with Ctrl-Z: the process is stopped before the output has been paused.
  @Test func whatIsReportedAfterAPauseIsNotEarlier() {
    let stage = SoundStage(seconds: 20)
    let recorder = record(stage.player)
    stage.play(milliseconds: 2_000)
    stage.player.pause()
    stage.clock.skip(by: .milliseconds(1_500))
    stage.player.play()
    stage.advance(milliseconds: 500)
    #expect(recorder.values.contains { $0.cause == .paused })
    let instants = recorder.values.map(\.hostInstant)
    #expect(instants == instants.sorted())
    #expect(stage.player.playbackState == .playing)
  }

  /// As when the machine sleeps: the host clock and the device stop, and the device needs a while to
  /// play again.
  @Test func afterTheDeviceSleptThePositionIsThatOfWhatIsHeard() throws {
    var device = FakeAudioDevice()
    device.events = [(.seconds(2), .freeze(.milliseconds(700)))]
    let stage = SoundStage(seconds: 20, device: device)
    stage.play(milliseconds: 2_500)
    let frozen = stage.player.currentTime()
    stage.advance(milliseconds: 100)
    #expect(stage.player.currentTime() == frozen)
    stage.advance(milliseconds: 2_000)
    #expect(abs(try #require(stage.error)) < 1)
    let samples = stage.samples
    #expect(difference(samples, numbers(0..<samples.count)) == nil)
  }

  /// The device stands 100 ns before an update, for 700 ms.
  @Test func aDeviceThatStandsMakesNoTimerSpin() {
    var device = FakeAudioDevice()
    device.events = [(.seconds(2), .freeze(.milliseconds(700)))]
    let first = SoundStage(seconds: 20, device: device)
    first.play(milliseconds: 2_500)
    let due = first.player.currentTime() + .nanoseconds(100)
    let stage = SoundStage(seconds: 20, device: device)
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    stage.player.progressPublisher(on: .times([due])).subscribe(recorder)
    stage.play(milliseconds: 2_000)
    var stepCount = 0
    let end = stage.clock.now.advanced(by: .seconds(1))
    while stage.clock.now < end, stepCount < 10_000, stage.clock.runNextStep() { stepCount += 1 }
    #expect(stepCount < 1_000)
    #expect(recorder.values.map(\.cause) == [.started, .boundary])
  }

  /// Without a reading or a change of the player at that instant.
  @Test(arguments: [50, 57, 68])
  func aStartIsPublishedWhenTheFirstSampleIsHeard(latencyInMilliseconds latency: Int) {
    var device = FakeAudioDevice()
    device.latency = .milliseconds(latency)
    let stage = SoundStage(seconds: 10, device: device)
    let clock = stage.clock
    var delays: [Duration] = []
    let subscription = stage.player.progressPublisher(interval: .seconds(100)).sink {
      if $0.cause == .started { delays.append($0.hostInstant.duration(to: clock.now)) }
    }
    stage.play(milliseconds: 500)
    stage.player.pause()
    stage.advance(milliseconds: 503)
    stage.play(milliseconds: 500)
    subscription.cancel()
    #expect(delays == [.zero, .zero])
  }

  /// The device runs out of samples 200 ms before the playhead is there, and gets new ones before the next reading.
  @Test(arguments: [10, 30, 60])
  func valuesAfterASilenceOfTheDeviceAreDueWhenTheyAreHeard(milliseconds: Int) {
    var device = FakeAudioDevice()
    device.latency = .milliseconds(200)
    let pause = FakeMedia.Step.pause(.milliseconds(2_000 + milliseconds))
    let stage = SoundStage(
      FakeMedia(
        info: SoundStage.info(),
        steps: FakeMedia.frames(0..<100, frameTicks: 20) + [pause]
          + FakeMedia.frames(100..<400, frameTicks: 20)), devices: [device])
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    let dues = [1_900, 2_000, 2_001, 2_050, 2_300].map { MediaTime.milliseconds($0) }
    stage.player.progressPublisher(on: .times(dues)).subscribe(recorder)
    stage.player.play()
    var timerCount = 0
    let end = stage.clock.now.advanced(by: .seconds(3))
    while stage.clock.now < end, timerCount < 1_000, let wakeup = stage.clock.runNextWakeup() {
      if !wakeup.isRoutine, wakeup.isTimed { timerCount += 1 }
    }
    #expect(stage.player.currentProgress().audio?.underrunCount == 1)
    #expect(recorder.values.map(\.cause) == [.started] + dues.map { _ in .boundary })
    for (value, due) in zip(recorder.values.dropFirst(), dues) {
      let heard = stage.output.samplesHeard(at: value.hostInstant) / 48
      let time = due.seconds * 1_000
      #expect(value.due == due && heard > time - 1 && heard < time + 1, "\(due): \(heard)")
    }
    #expect(timerCount < 20)
  }

  /// The player reads 5 s ahead.
  @Test(arguments: [1, 6, 60])
  func soundBeginsWithItsFirstSampleHoweverLateTheMediaArrives(seconds: Int) {
    let stage = SoundStage(
      FakeMedia(
        info: SoundStage.info(),
        steps: [.pause(.seconds(seconds))] + FakeMedia.frames(0..<500, frameTicks: 20)))
    let instant = stage.clock.now.advanced(by: .milliseconds(10))
    stage.player.beginRate(.normal, time: .zero, atHostTime: instant)
    stage.advance(milliseconds: seconds * 1_000 + 1_000)
    #expect(stage.player.playbackState == .playing)
    let samples = stage.samples
    #expect(difference(samples, numbers(0..<samples.count)) == nil)
  }

  /// The end of the loop is between two samples: the first sample of the next pass is heard a moment after the
  /// playhead has returned.
  @Test func anUpdateJustAfterTheStartOfALoopMakesNoTimerSpin() {
    let stage = SoundStage(seconds: 4)
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    let due = MediaTime.nanoseconds(1_000_000_002)
    stage.player.progressPublisher(on: .times([due])).subscribe(recorder)
    stage.player.setLoop(PlaybackLoop(from: .seconds(1), to: .nanoseconds(2_000_004_321)))
    stage.player.play()
    let isCrossedAgain = { recorder.values.filter { $0.cause == .boundary }.count == 2 }
    var timerCount = 0
    while !isCrossedAgain(), timerCount < 1_000, let wakeup = stage.clock.runNextWakeup() {
      if !wakeup.isRoutine, wakeup.isTimed { timerCount += 1 }
    }
    #expect(timerCount < 10)
  }

  @Test func thePublishersOfSoundCompleteWhenThePlayerIsClosed() {
    let stage = SoundStage(seconds: 2)
    let states = RecordingSubscriber<AudioState, Never>(asking: .unlimited)
    let volumes = RecordingSubscriber<Float, Never>(asking: .unlimited)
    let mutes = RecordingSubscriber<Bool, Never>(asking: .unlimited)
    stage.player.audioStatePublisher(queue: nil).subscribe(states)
    stage.player.volumePublisher(queue: nil).subscribe(volumes)
    stage.player.isMutedPublisher(queue: nil).subscribe(mutes)
    stage.play(milliseconds: 500)
    stage.player.close()
    stage.advance(milliseconds: 100)
    #expect(states.values == [.waiting, .playing])
    #expect(states.completion == .finished)
    #expect(volumes.completion == .finished)
    #expect(mutes.completion == .finished)
  }

  @Test func mediaWithoutSoundPlaysOnTheHostClock() {
    let stage = SoundStage(FakeMedia(frameCount: 50))
    stage.play(milliseconds: 1_000)
    #expect(stage.player.currentTime() == .seconds(1))
    #expect(stage.player.audioState == .silent(.noSound))
  }

  /// Describes the first sample that is not as expected.
  private func difference(_ samples: [Int64?], _ expected: [Int64?]) -> String? {
    let index = expected.indices.first { $0 >= samples.count || samples[$0] != expected[$0] }
    return index.map {
      "sample \($0) of \(samples.count): \(samples.dropFirst($0).prefix(3)) for \(expected[$0...].prefix(3))"
    }
  }

  private func numbers(_ range: Range<Int>) -> [Int64?] { range.map { Int64($0) } }

  private func record(_ player: Player) -> RecordingSubscriber<PlayheadProgress, Never> {
    let recorder = RecordingSubscriber<PlayheadProgress, Never>(asking: .unlimited)
    player.progressPublisher(interval: .seconds(1)).subscribe(recorder)
    return recorder
  }

  /// The device has taken samples of the next pass before a pause.
  @Test func aPauseAtTheSeamOfALoopStaysInTheLoop() throws {
    let stage = SoundStage(seconds: 3)
    stage.player.setLoop(PlaybackLoop(from: .milliseconds(100), to: .seconds(1)))
    stage.player.play()
    stage.clock.advance(by: .milliseconds(1_020))
    stage.player.pause()
    stage.clock.advance(by: .milliseconds(500))
    #expect(stage.player.currentTime() == .seconds(1))
    #expect(stage.samples.last.map { $0.map { $0 < 9_600 } ?? false } == true)
    stage.player.play()
    stage.clock.advance(by: .milliseconds(300))
    #expect(abs(try #require(stage.error)) < 1)
    stage.clock.advance(by: .milliseconds(800))
    #expect(abs(try #require(stage.error)) < 1)
    #expect(stage.player.currentTime() < .seconds(1))
  }

  @Test func noSoundIsLostWhenALoopIsReplacedAndThenRemoved() {
    let stage = SoundStage(seconds: 3)
    stage.player.setLoop(PlaybackLoop(from: .milliseconds(200), to: .milliseconds(2_900)))
    stage.player.play()
    stage.clock.advance(by: .milliseconds(500))
    stage.player.setLoop(PlaybackLoop(from: .milliseconds(200), to: .milliseconds(1_010)))
    stage.clock.advance(by: .milliseconds(450))
    stage.player.setLoop(nil)
    stage.clock.advance(by: .seconds(4))
    #expect(stage.player.playbackState == .ended)
    #expect(!stage.samples.contains(nil))
    #expect(Set(stage.samples) == Set((0..<144_000).map { Int64($0) }))
  }

  /// Two passes are shorter than the buffer of the device. Such a loop may be the whole file, or in the middle of it.
  @Test(arguments: [1, 5, 20, 50] as [Int64], [1, 2] as [Int32])
  func aShortLoopIsPlayedToItsEnd(milliseconds length: Int64, atRate rate: Int32) {
    for latency in [20, 50, 200] {
      for start in [nil, 500] as [Int64?] {
        var device = FakeAudioDevice()
        device.latency = .milliseconds(latency)
        device.responseTime = .milliseconds(latency / 10)
        let packet = PacketTiming(
          track: 0, presentationTicks: 0, durationTicks: length, byteCount: 1_000, isKeyframe: true)
        let file = FakeMedia(info: SoundStage.info(), steps: [.packet(packet)])
        let stage =
          start == nil
          ? SoundStage(file, devices: [device]) : SoundStage(seconds: 1, device: device)
        let from = MediaTime.milliseconds(start ?? 0)
        let to = start.map { MediaTime.milliseconds($0 + length) }
        stage.player.setLoop(PlaybackLoop(from: from, to: to, count: 5))
        if start != nil { stage.player.beginSeek(to: from) }
        stage.player.setRate(Rate(rate, 1))
        for _ in 0..<50 where stage.player.playbackState != .ended {
          stage.advance(milliseconds: 100)
        }
        let comment = "latency \(latency), start \(start as Any)"
        #expect(stage.player.playbackState == .ended, "\(comment)")
        let first = (start ?? 0) * 48
        if rate == 1 { #expect(stage.samples.filter { $0 == first }.count == 5, "\(comment)") }
      }
    }
  }

  /// The sound of the last pass is written before the playhead enters it.
  @Test func theLastPassOfAShortLoopIsNotCut() {
    let stage = SoundStage(seconds: 2)
    stage.player.setLoop(PlaybackLoop(from: .seconds(1), to: .milliseconds(1_110), count: 2))
    stage.player.play()
    stage.clock.advance(by: .seconds(4))
    let numbers = Array(0..<53_280) + Array(48_000..<96_000)
    #expect(stage.samples == numbers.map { Int64($0) })
  }
}
