import PlayheadAudio
import PlayheadMedia
import PlayheadTesting
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// The decisions of the machine, without a player: the test is its worker, and reads the media.
@Suite struct SoundMachineTests {
  private struct Stage {
    var sound = SoundMachine()
    var playback = PlaybackMachine(
      decodes: true, drive: PlaybackDrive(clock: nil, sound: SoundDrive()))
    var progress = SoundMachine.Progress(isHungry: true, isFull: false)
    var now = HostInstant(nanoseconds: 0)
    private var requestCount = 0
    private let samples: SoundSamples

    /// Opens media of a second, and reads it to its end unless told otherwise.
    init(isRead: Bool = true) throws {
      samples = try SoundSamples()
      sound.play(samples.track, samples.decoder)
      playback.load()
      playback.opened(samples.source.info, at: now)
      follow()
      if isRead { try read(.max) }
    }

    mutating func read(_ count: Int) throws {
      for _ in 0..<count {
        let read = try samples.source.read()
        playback.read(read, generation: playback.generation, at: now)
        if case .endOfMedia = read { break }
        if let payload = samples.source.takePayload() { _ = sound.append(payload) }
      }
      follow()
    }

    @discardableResult
    mutating func follow() -> Bool { sound.follow(playback.removeFeedEvents(), playback) }

    /// Returns the next step, and applies it to the worker's progress.
    mutating func next() -> String {
      let step = sound.nextStep(progress, playback, at: now)
      switch step {
      case .begin: return "begin"
      case .restart(let course): return "restart \(course.pass) \(Self.text(course.start))"
      case .play: return "play"
      case .pause:
        progress.requestCountAtStop = requestCount
        return "pause"
      case .playWritten:
        progress.hasUnplayedSound = false
        return "play written"
      case .end: return "end"
      case .setRate(let rate):
        progress.rate = rate
        return "rate \(rate)"
      case .setWriting(let isWriting):
        progress.isWriting = isWriting
        return isWriting ? "write" : "keep"
      case .setWanted(let isWanted):
        progress.isWanted = isWanted
        return next()
      case .readAgain: return "again"
      case .lead(let count): return "lead \(count)"
      case .discard: return "drop"
      case .decode(_, let context):
        if progress.rate == nil {
          progress.rate = context.rate
          _ = sound.opened()
          playback.openSound(AudioFormat(sampleRate: 1_000, channelCount: 1), at: now)
        }
        progress.end = (progress.end ?? context.course.start).adding(.milliseconds(20))
        return "decode"
      case .finish(let end, let next, _):
        progress.end = next?.start ?? end
        return "finish \(Self.text(end)) \(next.map { Self.text($0.start) } ?? "-")"
      case .extend:
        progress.hasCutSound = false
        return "extend"
      case .resynchronize: return "resynchronize"
      case .silence(let end, _): return "silence \(Self.text(end))"
      case .reopen: return "reopen"
      case .requestReading:
        requestCount += 1
        return "read"
      case .fail: return "fail"
      case .wait(let instant):
        return "wait \(instant.map { "\($0.nanoseconds / 1_000_000)" } ?? "-")"
      case .close(let isDiscarding): return isDiscarding ? "discard" : "close"
      }
    }

    /// Returns steps until one waits or repeats the one before, which is left out.
    mutating func steps() -> [String] {
      var steps: [String] = []
      while steps.count < 100 {
        let step = next()
        if step == steps.last { continue }
        steps.append(step)
        if step.hasPrefix("wait") || step == "close" || step == "discard" { break }
      }
      return steps
    }

    /// Decodes until the output is full.
    mutating func fill() {
      while progress.end.map({ $0 < .milliseconds(400) }) ?? true, next() != "wait -" {}
      (progress.isHungry, progress.isFull) = (false, true)
    }

    /// Writes the first samples.
    mutating func write(_ count: Int) {
      let segment = SoundSegment(
        pass: playback.soundPass, origin: .zero, rate: .normal, sampleRate: 1_000, offset: 0,
        sampleCount: count)
      playback.write(segment, count, before: Int64(count), at: now)
    }

    /// Records a reading.
    ///
    /// - Parameter count: The number of requests that preceded it; nil for all until now.
    mutating func report(
      isPlaying: Bool, answering count: Int? = nil, _ samplesRead: Int64 = 100,
      latency: Duration = .zero
    ) {
      let answering = count ?? requestCount
      var status = AudioOutputStatus()
      status.nextSample = 400
      status.reading = AudioReading(
        instant: now, samplesWritten: 400, samplesRead: samplesRead, latency: latency,
        isPlaying: isPlaying)
      status.answeredRequestCount = answering
      progress.status = status
    }

    private static func text(_ time: MediaTime) -> String {
      "\(time.nanoseconds(rounding: .down) / 1_000_000)"
    }
  }

  @Test func aPausedPlayerDecodesButWritesNothing() throws {
    var stage = try Stage()
    #expect(stage.steps() == ["begin", "decode", "finish 1000 -", "wait -"])
    #expect(!stage.progress.isWriting && stage.sound.state == .playing)
  }

  @Test func theOutputPlaysOnceItIsFull() throws {
    var stage = try Stage()
    stage.playback.setRate(.normal, at: stage.now)
    #expect(stage.next() == "begin")
    #expect(stage.next() == "write")
    #expect(stage.next() == "decode")
    stage.fill()
    #expect(stage.steps() == ["play", "read", "wait 10"])
    stage.now = HostInstant(nanoseconds: 10_000_000)
    #expect(stage.next() == "read")
  }

  @Test func soundThatIsShorterThanTheOutputPlays() throws {
    var stage = try Stage()
    stage.playback.setRate(.normal, at: stage.now)
    #expect(
      stage.steps() == ["begin", "write", "decode", "play", "finish 1000 -", "read", "wait 10"])
  }

  @Test func anOutputThatWasPausedPlaysOnlyAfterAReading() throws {
    var stage = try Stage()
    stage.playback.setRate(.normal, at: stage.now)
    stage.fill()
    _ = stage.steps()
    stage.now = HostInstant(nanoseconds: 500_000_000)
    stage.playback.setRate(.paused, at: stage.now)
    #expect(stage.next() == "pause")
    stage.playback.setRate(.normal, at: stage.now)
    #expect(stage.next() == "read")
    #expect(stage.next() == "wait 510")
    stage.now = HostInstant(nanoseconds: 510_000_000)
    stage.report(isPlaying: true)
    #expect(stage.next() == "read")
    stage.now = HostInstant(nanoseconds: 520_000_000)
    stage.report(isPlaying: false)
    #expect(stage.next() == "play")
  }

  @Test func aReadingThatWasRequestedBeforeAPauseDoesNotShowIt() throws {
    var stage = try Stage()
    stage.playback.setRate(.normal, at: stage.now)
    stage.fill()
    // All at one instant: the device has not started yet when it answers.
    #expect(stage.steps() == ["play", "read", "wait 10"])
    stage.playback.setRate(.paused, at: stage.now)
    #expect(stage.next() == "pause")
    stage.playback.setRate(.normal, at: stage.now)
    #expect(stage.next() == "read")
    stage.report(isPlaying: false, answering: 1)
    #expect(stage.next() == "wait 10")
    stage.report(isPlaying: false, answering: 2)
    #expect(stage.next() == "play")
  }

  @Test func soundThatWasCutAtTheForwardEndFollowsWhenThatIsRemoved() throws {
    var stage = try Stage()
    stage.playback.setForwardEnd(.milliseconds(30), at: stage.now)
    stage.playback.setRate(.normal, at: stage.now)
    #expect(stage.next() == "begin")
    #expect(stage.next() == "write")
    #expect(stage.next() == "decode")
    #expect(stage.next() == "decode")
    (stage.progress.end, stage.progress.hasCutSound) = (.milliseconds(30), true)
    stage.playback.setForwardEnd(nil, at: stage.now)
    #expect(stage.next() == "extend")
    #expect(stage.next() == "decode")
  }

  /// By rounding, the rest may end before the position from which the rest was cut off.
  @Test func soundThatWasCutAtAStopIsNotCutThereAgain() throws {
    var stage = try Stage()
    stage.playback.setForwardEnd(.milliseconds(30), at: stage.now)
    stage.playback.setRate(.normal, at: stage.now)
    for step in ["begin", "write", "decode", "decode"] { #expect(stage.next() == step) }
    (stage.progress.end, stage.progress.hasCutSound) = (.milliseconds(29), true)
    stage.progress.cutStop = .milliseconds(30)
    #expect(stage.next() == "decode")
  }

  /// An update that is due there must not be expected again and again before.
  @Test func aPlayheadAheadOfTheSoundMovesWhenTheSoundHasReachedIt() throws {
    var stage = try Stage()
    stage.playback.setRate(.normal, at: stage.now)
    stage.fill()
    stage.write(400)
    stage.report(isPlaying: true)
    _ = stage.steps()
    stage.playback.hear(try #require(stage.progress.status), at: stage.now)
    stage.now = HostInstant(nanoseconds: 10_000_000)
    stage.playback.settle(at: stage.now)
    #expect(stage.playback.position(at: stage.now) == .milliseconds(110))
    stage.playback.put(at: .milliseconds(150), stage.now)
    stage.playback.settle(at: stage.now)
    #expect(stage.playback.position(at: stage.now) == .milliseconds(150))
    #expect(
      stage.playback.instant(of: .milliseconds(151)) == HostInstant(nanoseconds: 51_000_000))
  }

  /// Values may be due earlier from then on.
  @Test func aChangeOfThePlayheadsCourseIsFollowedBeforeTheNextReading() throws {
    var stage = try Stage()
    stage.playback.setRate(.normal, at: stage.now)
    stage.fill()
    stage.write(400)
    #expect(stage.steps() == ["play", "read", "wait 10"])
    // The device has stopped for a moment and skipped sound since, while the samples before are heard.
    for (time, samplesRead, isPlaying) in [(10, 30, true), (20, 40, false), (30, 60, true)] {
      stage.now = HostInstant(nanoseconds: Int64(time) * 1_000_000)
      stage.report(isPlaying: isPlaying, Int64(samplesRead), latency: .milliseconds(20))
      stage.playback.hear(try #require(stage.progress.status), at: stage.now)
    }
    #expect(stage.steps() == ["read", "wait 40"])
    stage.now = HostInstant(nanoseconds: 40_000_000)
    stage.playback.settle(at: stage.now)
    #expect(stage.playback.position(at: stage.now) == .milliseconds(50))
  }

  @Test func aNewRateIsSetOnce() throws {
    var stage = try Stage()
    stage.playback.setRate(Rate(2, 1), at: stage.now)
    stage.fill()
    #expect(stage.progress.rate == Rate(2, 1))
    _ = stage.steps()
    stage.playback.setRate(Rate(3, 1), at: stage.now)
    #expect(stage.steps().first == "rate 3")
    stage.playback.setRate(.paused, at: stage.now)
    #expect(stage.steps().first == "pause")
    #expect(stage.progress.rate == Rate(3, 1))
  }

  @Test func aSeekRestartsTheSound() throws {
    var stage = try Stage()
    stage.fill()
    stage.playback.seek(to: .milliseconds(700), at: stage.now, completion: nil)
    let readsAgain = stage.follow()
    #expect(!readsAgain)
    #expect(stage.next() == "restart 2 700")
    #expect(stage.sound.removePendingRelease().count > 20)
  }

  @Test func aSoundThatFollowsAnotherIsWrittenBeforeItIsPlayed() throws {
    var stage = try Stage()
    stage.sound.prepare(following: Rate(2, 1))
    #expect(stage.steps() == ["begin", "write", "decode", "finish 1000 -", "wait -"])
    #expect(stage.progress.rate == Rate(2, 1))
    stage.sound.prepare(following: nil)
    #expect(stage.next() == "keep")
  }

  @Test func theSoundEndsAtTheForwardEnd() throws {
    var stage = try Stage()
    stage.playback.setForwardEnd(.milliseconds(300), at: stage.now)
    stage.playback.setRate(.normal, at: stage.now)
    #expect(
      stage.steps() == ["begin", "write", "decode", "finish 300 -", "play", "read", "wait 10"])
  }

  @Test func whereTheMediaContinuesWithoutSoundThereIsSilence() throws {
    var stage = try Stage(isRead: false)
    // The packets come, but not those of the sound.
    for read in FakeMedia.frames(0..<60, frameTicks: 20) {
      guard case .packet(let packet) = read else { continue }
      stage.playback.read(.packet(packet), generation: stage.playback.generation, at: stage.now)
    }
    stage.playback.setRate(.normal, at: stage.now)
    #expect(stage.next() == "begin")
    #expect(stage.next() == "write")
    #expect(stage.next() == "silence 1200")
  }

  @Test func aLostOutputIsReopenedForASecond() throws {
    var stage = try Stage()
    let error = AudioError("fake", .lost)
    stage.playback.setRate(.normal, at: stage.now)
    stage.fill()
    _ = stage.steps()
    stage.sound.lose(error, at: stage.now)
    #expect(stage.sound.state == .lost(error) && !stage.sound.isAbandoned)
    var attempts: [Int64] = []
    while !stage.sound.isAbandoned {
      switch stage.next() {
      case "reopen":
        attempts.append(stage.now.nanoseconds / 1_000_000)
        stage.sound.lose(error, at: stage.now)
      default: stage.now = stage.now.advanced(byNanoseconds: 10_000_000)
      }
    }
    #expect(attempts.first == 10 || attempts.first == 0)
    #expect(attempts.count >= 10 && attempts.last.map { (1_000...1_100).contains($0) } == true)
    #expect(stage.sound.state == .silent(.noOutput(error)))
    #expect(stage.next() == "discard")
  }

  /// It would take the last samples later, or never if others are written.
  @Test func anOutputPlaysAfterTheEndUntilTheDeviceHasTakenAllSamples() throws {
    var stage = try Stage()
    stage.playback.setForwardEnd(.milliseconds(300), at: stage.now)
    stage.playback.setRate(.normal, at: stage.now)
    _ = stage.steps()
    stage.write(300)
    stage.playback.completeSound(stage.playback.soundPass)
    stage.report(isPlaying: true, 250)
    stage.playback.hear(try #require(stage.progress.status), at: stage.now)
    stage.now = HostInstant(nanoseconds: 400_000_000)
    stage.playback.settle(at: stage.now)
    stage.progress.written = .next
    #expect(stage.steps() == ["read", "wait 410"])
    stage.progress.written = .taken
    #expect(stage.steps().first == "end")
  }

  /// The clocks of two players differ, and a busy machine plays the next item late.
  @Test(arguments: [0, 10, 30], [50, 1_000])
  func anItemThatIsPlayedLateHasStartedWithItsFirstSample(end: Int64, length: Int64) throws {
    var stage = try Stage()
    if length < 1_000 { stage.playback.setForwardEnd(.milliseconds(length), at: stage.now) }
    stage.sound.prepare(following: .normal)
    stage.fill()
    stage.write(400)
    // The first sample is heard after 20 ms.
    stage.report(isPlaying: true, 20, latency: .milliseconds(40))
    stage.playback.hear(try #require(stage.progress.status), at: stage.now)
    stage.now = HostInstant(nanoseconds: 100_000_000)
    stage.playback.setRate(
      .normal, asOf: HostInstant(nanoseconds: end * 1_000_000), at: stage.now)
    let changes = stage.playback.removeEvents().compactMap { event -> PlaybackChange? in
      if case .changed(let change) = event { change } else { nil }
    }
    let start = try #require(changes.first)
    #expect(start.cause == .started)
    #expect(abs(start.reading.instant.nanoseconds - max(end, 20) * 1_000_000) <= 1_000_000)
    #expect(start.position <= .milliseconds(max(end - 19, 0)))
    #expect(
      abs(stage.playback.position(at: stage.now).seconds - Double(min(length, 80)) / 1_000) < 0.001)
  }

  /// No more sound is read before the device plays.
  @Test func anOutputThatWaitsForMoreSoundIsAskedToPlayWhatItHas() throws {
    var stage = try Stage()
    stage.playback.setRate(.normal, at: stage.now)
    _ = stage.steps()
    stage.progress.hasUnplayedSound = true
    #expect(stage.steps() == ["wait 10"])
    stage.report(isPlaying: true)
    #expect(stage.steps() == ["wait 10"])
    stage.report(isPlaying: false)
    #expect(stage.steps() == ["play written", "wait 10"])
  }

  @Test func aPlayerThatSearchesForAKeyframeLeavesTheOutputAfterASecond() throws {
    var stage = try Stage()
    stage.playback.setRate(.normal, at: stage.now)
    stage.fill()
    _ = stage.steps()
    #expect(stage.progress.isWanted)
    stage.playback.seek(
      to: .milliseconds(700), tolerance: .keyframe, at: stage.now, completion: nil)
    stage.follow()
    #expect(stage.steps() == ["restart 2 700", "read", "wait 10"])
    stage.report(isPlaying: false)
    #expect(stage.next() == "wait 1000" && stage.progress.isWanted)
    // A second seek does not prolong that.
    stage.now = HostInstant(nanoseconds: 900_000_000)
    stage.playback.seek(
      to: .milliseconds(600), tolerance: .keyframe, at: stage.now, completion: nil)
    stage.follow()
    #expect(stage.steps() == ["restart 4 600", "wait 1000"] && stage.progress.isWanted)
    stage.now = HostInstant(nanoseconds: 1_000_000_000)
    #expect(stage.next() == "wait -" && !stage.progress.isWanted)
  }

  @Test func anOutputThatComesBackNeedsItsSoundAgain() throws {
    var stage = try Stage()
    let isFirst = !stage.sound.opened()
    stage.sound.lose(AudioError("fake", .lost), at: stage.now)
    let wasLost = stage.sound.opened()
    #expect(isFirst && wasLost)
    #expect(stage.sound.state == .playing)
  }

  @Test func withoutAnOutputThereIsNoSecondAttempt() throws {
    var stage = try Stage()
    let error = AudioError("fake", .noServer)
    stage.sound.lose(error, at: stage.now)
    #expect(stage.sound.isAbandoned && stage.sound.state == .silent(.noOutput(error)))
  }

  @Test func aClosedPlayerReleasesItsSound() throws {
    var stage = try Stage()
    _ = stage.steps()
    stage.playback.close(at: stage.now)
    #expect(stage.next() == "discard")
  }
}
