import PlayheadAudio
import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import Testing
import PlayheadTimekeeping

/// A queue whose players share one output on the manual clock.
@Suite struct GaplessTests {
  private let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))

  /// The players of one queue, and their reports.
  private struct Files {
    let opener: FakeAudioOpener
    let players: [Player]
    let queue: PlayerQueue
    let progress: RecordingSubscriber<PlayheadProgress, Never>

    var output: FakeAudioOutput { opener.outputs[opener.outputs.count - 1] }
    var samples: [Int64?] { output.takenSamples.map(FakeSound.sample(ofValue:)) }

    func instants(of cause: ProgressCause) -> [HostInstant] {
      progress.values.filter { $0.cause == cause }.map(\.hostInstant)
    }
  }

  /// Creates files of a second each. The first presented sample of file k is sample k · 48,000 of its
  /// container, so that each sample identifies its file.
  private func files(
    _ count: Int, devices: [FakeAudioDevice] = [FakeAudioDevice()],
    media: (Int) -> FakeMedia? = { _ in nil }
  ) -> Files {
    let opener = FakeAudioOpener(clock: clock, devices: devices)
    let audio = AudioPlayback(output: opener)
    let players = (0..<count).map { number in
      Player(media: media(number) ?? sound(number), clock: clock, audio: audio)
    }
    let queue = PlayerQueue(players, clock: clock)
    let progress = RecordingSubscriber<PlayheadProgress, Never>(asking: .unlimited)
    queue.progressPublisher(interval: .seconds(100)).subscribe(progress)
    return Files(opener: opener, players: players, queue: queue, progress: progress)
  }

  private func sound(_ number: Int, sampleRate: Int = SoundStage.sampleRate) -> FakeMedia {
    var info = SoundStage.info()
    info.tracks[0].startTicks = Int64(number) * 1_000
    info.tracks[0].sampleRate = sampleRate
    return FakeMedia(
      info: info,
      steps: FakeMedia.frames(0..<50, frameTicks: 20, start: Int64(number) * 1_000))
  }

  private func numbers(_ range: Range<Int>) -> [Int64?] { range.map { Int64($0) } }

  private func advance(_ milliseconds: Int) { clock.advance(by: .milliseconds(milliseconds)) }

  /// Describes the first difference.
  private func difference(_ samples: [Int64?], _ expected: [Int64?]) -> String? {
    let end = max(samples.count, expected.count)
    let index = (0..<end).first {
      $0 >= samples.count || $0 >= expected.count || samples[$0] != expected[$0]
    }
    return index.map {
      "sample \($0) of \(samples.count): \(samples.dropFirst($0).prefix(3)) for \(expected.dropFirst($0).prefix(3))"
    }
  }

  /// Whether the device has played all samples in order, without silence between.
  private func hasNoGap(_ files: Files, until end: HostInstant, seconds: Double) -> Bool {
    let start = HostInstant(nanoseconds: end.nanoseconds - Int64(seconds * 1e9) - 1_000_000)
    let heard = files.output.samplesHeard(at: end) - files.output.samplesHeard(at: start)
    return abs(heard - seconds * 48_000) <= 49
  }

  @Test func tenFilesAreHeardWithoutAGap() {
    let files = files(10)
    files.queue.play()
    advance(12_000)
    #expect(files.opener.attemptCount == 1)
    #expect(difference(files.samples, numbers(0..<480_000)) == nil)
    #expect(
      files.progress.values.map(\.cause)
        == (0..<10).flatMap { _ in [ProgressCause.started, .ended] })
    let (starts, ends) = (files.instants(of: .started), files.instants(of: .ended))
    #expect(Array(starts.dropFirst()) == Array(ends.dropLast()))
    for (start, end) in zip(starts, ends) {
      #expect(abs(end.nanoseconds - start.nanoseconds - 1_000_000_000) < 1_000_000)
    }
    #expect(hasNoGap(files, until: ends[9], seconds: 10))
    #expect(files.output.isClosed)
  }

  @Test func thePositionInEachFileIsThatOfWhatIsHeard() {
    let files = files(3)
    files.queue.play()
    advance(200)
    for _ in 0..<260 {
      advance(10)
      guard let player = files.queue.currentItem,
        let index = files.players.firstIndex(where: { $0 === player })
      else { continue }
      let heard = files.output.samplesHeard(at: clock.now) / 48_000 - Double(index)
      #expect(abs(player.currentTime().seconds - heard) < 0.001, "in file \(index)")
    }
  }

  @Test func aPauseNearTheEndOfAFileLosesNoSample() {
    let files = files(3)
    files.queue.play()
    advance(1_000)
    for _ in 0..<8 {
      files.queue.pause()
      advance(500)
      let heard = files.output.samplesHeard(at: clock.now)
      advance(500)
      #expect(files.output.samplesHeard(at: clock.now) == heard)
      files.queue.play()
      advance(30)
    }
    advance(4_000)
    #expect(difference(files.samples, numbers(0..<144_000)) == nil)
    #expect(files.progress.values.last?.cause == .ended)
    #expect(files.instants(of: .started).count >= 3)
  }

  /// The device has taken the first samples of the next file before a pause.
  @Test func theNextFileStartsWhereItWasHeardBeforeAPause() throws {
    let files = files(2)
    files.queue.play()
    advance(1_020)
    files.queue.pause()
    advance(500)
    let heard = files.output.samplesHeard(at: clock.now) - 48_000
    #expect(heard > 480)
    files.queue.play()
    advance(100)
    let start = try #require(files.progress.values.last { $0.cause == .started })
    #expect(abs(start.position.seconds * 48_000 - heard) < 48)
    advance(2_000)
    #expect(difference(files.samples, numbers(0..<96_000)) == nil)
  }

  /// Its sound was written before the pause, and cannot be read again.
  @Test func afterAPauseAtTheEndOfAFileANextOneThatCannotSeekLosesNoSound() {
    let files = files(2) { number in
      number == 0
        ? nil
        : FakeMedia(
          info: SoundStage.info(isSeekable: false),
          steps: FakeMedia.frames(0..<50, frameTicks: 20))
    }
    files.queue.play()
    advance(1_020)
    files.queue.pause()
    advance(500)
    files.queue.play()
    advance(3_000)
    #expect(difference(files.samples, numbers(0..<48_000) + numbers(0..<48_000)) == nil)
  }

  @Test func aSeekBackDiscardsWhatFollowedAndItIsHeardLater() throws {
    let files = files(2)
    files.queue.play()
    advance(1_020)
    files.players[0].beginSeek(to: .milliseconds(500))
    advance(3_000)
    let samples = files.samples
    let seam = try #require(samples.lastIndex(of: 24_000))
    #expect(samples[..<seam].allSatisfy { ($0 ?? -1) < 50_000 })
    #expect(difference(Array(samples[seam...]), numbers(24_000..<96_000)) == nil)
    #expect(files.instants(of: .ended).count == 2)
    #expect(files.instants(of: .started)[1] == files.instants(of: .ended)[0])
  }

  @Test func theNextFileFollowsAForwardEndWithoutAGap() {
    let files = files(3)
    for player in files.players { player.setForwardPlaybackEnd(.milliseconds(500)) }
    files.queue.play()
    advance(4_000)
    let expected = (0..<3).flatMap { numbers($0 * 48_000..<$0 * 48_000 + 24_000) }
    #expect(difference(files.samples, expected) == nil)
    let (starts, ends) = (files.instants(of: .started), files.instants(of: .boundary))
    #expect(ends.count == 3 && Array(starts.dropFirst()) == Array(ends.dropLast()))
    #expect(ends.last.map { hasNoGap(files, until: $0, seconds: 1.5) } == true)
  }

  @Test func aFileThatCannotSeekIsPlayedAfterItsSoundWasDiscarded() {
    // The second file is so short that it has been written to its end.
    let files = files(2) { number in
      number == 0
        ? nil
        : FakeMedia(
          info: SoundStage.info(isSeekable: false), steps: FakeMedia.frames(0..<2, frameTicks: 20))
    }
    files.queue.play()
    advance(1_020)
    files.players[0].beginSeek(to: .milliseconds(500))
    advance(3_000)
    #expect(files.instants(of: .ended).count == 2)
    #expect(files.players[1].currentTime() == .milliseconds(40))
  }

  @Test(arguments: [500, 1_020])
  func theNextFileBeginsWithItsFirstSample(afterMilliseconds time: Int) throws {
    let files = files(3)
    files.queue.play()
    advance(time)
    let heard = files.samples.count
    files.queue.advanceToNextItem()
    advance(3_000)
    let samples = files.samples
    let seam = try #require(samples.lastIndex(of: 48_000))
    // The device had taken samples of the first file, and maybe of the second.
    #expect(seam <= heard + 960)
    #expect(difference(Array(samples[seam...]), numbers(48_000..<144_000)) == nil)
    #expect(files.instants(of: .ended).count == 2)
    #expect(files.opener.attemptCount == 1)
  }

  @Test func aFileWithAnotherSampleRateIsConverted() {
    let files = files(3) { $0 == 1 ? sound(1, sampleRate: 24_000) : nil }
    files.queue.play()
    advance(5_000)
    let second: [Int64?] = (48_000..<96_000).map { $0 / 2 }
    #expect(
      difference(files.samples, numbers(0..<48_000) + second + numbers(96_000..<144_000)) == nil)
    #expect(files.opener.attemptCount == 1)
  }

  @Test func aFileWithoutSoundIsPlayedBetweenOthers() {
    let files = files(3) { $0 == 1 ? FakeMedia(frameCount: 25) : nil }
    files.queue.play()
    advance(5_000)
    #expect(files.instants(of: .ended).count == 3)
    let (starts, ends) = (files.instants(of: .started), files.instants(of: .ended))
    #expect(starts[1] == ends[0])
    let samples = files.opener.outputs.flatMap {
      $0.takenSamples.map(FakeSound.sample(ofValue:))
    }
    #expect(difference(samples, numbers(0..<48_000) + numbers(96_000..<144_000)) == nil)
  }

  @Test func afterALossNearASeamBothFilesGoOn() throws {
    var device = FakeAudioDevice()
    device.events = [(.milliseconds(1_030), .loss(.lost))]
    let files = files(2, devices: [device, FakeAudioDevice()])
    files.queue.play()
    advance(5_000)
    #expect(files.opener.attemptCount == 2)
    let first = Int(try #require(files.samples.first ?? nil))
    #expect(first < 48_000 && first > 40_000)
    #expect(difference(files.samples, numbers(first..<96_000)) == nil)
    #expect(files.instants(of: .ended).count == 2)
  }

  @Test func nothingOfTheNextFileIsHeardIfTheQueuePausesAtTheEnd() {
    let files = files(2)
    files.queue.actionAtItemEnd = .pause
    files.queue.play()
    advance(3_000)
    #expect(difference(files.samples, numbers(0..<48_000)) == nil)
    #expect(files.instants(of: .ended).count == 1)
  }

  @Test func theNextFileBeginsAtTheRateOfTheQueue() {
    let files = files(3)
    files.queue.setRate(2)
    advance(4_000)
    let (starts, ends) = (files.instants(of: .started), files.instants(of: .ended))
    #expect(starts.count == 3)
    for (start, end) in zip(starts, ends) {
      #expect(abs(end.nanoseconds - start.nanoseconds - 500_000_000) < 20_000_000)
    }
    #expect(Array(starts.dropFirst()) == Array(ends.dropLast()))
  }

  @Test func aPlayerThatStartsGoesBeforeOneThatWaits() {
    let opener = FakeAudioOpener(clock: clock)
    let audio = AudioPlayback(output: opener)
    let players = (0..<2).map { Player(media: sound($0), clock: clock, audio: audio) }
    players[1].beginLoading()
    advance(500)
    players[0].play()
    advance(2_000)
    #expect(players[0].playbackState == .ended)
    players[1].play()
    advance(2_000)
    #expect(players[1].playbackState == .ended)
    let samples = opener.outputs[0].takenSamples.map(FakeSound.sample(ofValue:))
    #expect(difference(samples, numbers(0..<96_000)) == nil)
  }
}
