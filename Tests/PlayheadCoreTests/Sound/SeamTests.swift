import PlayheadAudio
import PlayheadCore
import PlayheadMedia
import PlayheadTesting
import PlayheadTimekeeping
import PortableCombine
import PlayheadTestEnvironment
import Testing

/// The sound at the seam of two items if something changes there, on the manual clock.
@Suite struct SeamTests {
  private let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))
  private let opener: FakeAudioOpener
  private let audio: AudioPlayback

  init() { self.init(FakeAudioDevice()) }

  private init(_ device: FakeAudioDevice) {
    opener = FakeAudioOpener(clock: clock, devices: [device])
    audio = AudioPlayback(output: opener)
  }

  /// Players of a second each. The first presented sample of file k is sample k · 48,000 of its container.
  private func players(_ numbers: Int...) -> [Player] {
    numbers.map { number in
      var info = SoundStage.info()
      info.tracks[0].startTicks = Int64(number) * 1_000
      let frames = FakeMedia.frames(0..<50, frameTicks: 20, start: Int64(number) * 1_000)
      return Player(media: FakeMedia(info: info, steps: frames), clock: clock, audio: audio)
    }
  }

  /// A player as those, but its source has no packet for a time after half a second of media.
  private func player(
    _ number: Int, pausingForMilliseconds time: Int64, seconds: Int = 1, isSeekable: Bool = true
  ) -> Player {
    var info = SoundStage.info(isSeekable: isSeekable)
    info.tracks[0].startTicks = Int64(number) * 1_000
    var steps = FakeMedia.frames(0..<seconds * 50, frameTicks: 20, start: Int64(number) * 1_000)
    steps.insert(.pause(.milliseconds(time)), at: 25)
    return Player(media: FakeMedia(info: info, steps: steps), clock: clock, audio: audio)
  }

  private func advance(_ milliseconds: Int) { clock.advance(by: .milliseconds(milliseconds)) }

  /// The runs of samples heard until now, in milliseconds of all containers; silence is left out.
  private var heard: [ClosedRange<Int64>] {
    var runs: [ClosedRange<Int64>] = []
    for sample in opener.outputs.flatMap(\.takenSamples).compactMap(FakeSound.sample(ofValue:)) {
      if let last = runs.last, last.upperBound + 1 == sample {
        runs[runs.count - 1] = last.lowerBound...sample
      } else {
        runs.append(sample...sample)
      }
    }
    return runs.map { $0.lowerBound / 48...$0.upperBound / 48 }
  }

  private func pauseAtSeam(_ queue: PlayerQueue) -> AnyCancellable {
    queue.progressPublisher(interval: .seconds(100)).sink { [weak queue] in
      if $0.cause == .ended { queue?.pause() }
    }
  }

  @Test func aQueueThatIsPausedAtASeamIsSilentAfterWhatTheDeviceHadTaken() throws {
    let players = players(0, 1, 2)
    let queue = PlayerQueue(players, clock: clock)
    let pause = pauseAtSeam(queue)
    queue.play()
    advance(5_000)
    #expect(queue.currentItem === players[1] && queue.rate.isPaused)
    let end = try #require(heard.last?.upperBound)
    #expect(heard.count == 1 && end < 1_100, "\(heard)")
    #expect(players[1].currentTime() == .zero)
    queue.play()
    advance(5_000)
    // The second item is paused at its end, too.
    #expect(heard.count == 1 && heard[0].upperBound < 2_100, "\(heard)")
    queue.play()
    advance(5_000)
    #expect(heard == [0...2_999])
    withExtendedLifetime(pause) {}
  }

  @Test(arguments: [0, 10, 40, 200])
  func aQueueThatIsPausedSoonAfterASeamIsSilent(afterMilliseconds delay: Int) {
    let players = players(0, 1)
    let queue = PlayerQueue(players, clock: clock)
    queue.play()
    while queue.currentItem === players[0] { advance(1) }
    advance(delay)
    queue.pause()
    advance(3_000)
    #expect(heard.count == 1 && heard[0].upperBound < 1_100 + Int64(delay), "\(heard)")
    #expect(players[1].currentTime() < .milliseconds(Int64(delay) + 80))
    queue.play()
    advance(3_000)
    #expect(heard == [0...1_999])
  }

  @Test(arguments: [900, 500, 200])
  func anInsertedItemIsHeardAtTheSeamAndNotTheOneAfterIt(atMilliseconds instant: Int) {
    let players = players(0, 2)
    let queue = PlayerQueue(players, clock: clock)
    let inserted = self.players(1)[0]
    queue.play()
    advance(instant)
    queue.insert(inserted, after: players[0])
    advance(5_000)
    #expect(heard == [0...2_999])
  }

  /// The device has taken all samples of the first item, and runs out of them, before it has played them.
  @Test(arguments: [190, 150, 100, 30])
  func anItemThatComesLateDoesNotMoveTheOneBefore(millisecondsBeforeEnd rest: Int64) throws {
    var device = FakeAudioDevice()
    device.latency = .milliseconds(200)
    let stage = SeamTests(device)
    let players = stage.players(0, 1)
    let recorders = players.map { player in
      let recorder = RecordingSubscriber<PlayheadProgress, Never>()
      player.progressPublisher(interval: .seconds(100)).subscribe(recorder)
      return recorder
    }
    let queue = PlayerQueue([players[0]], clock: stage.clock)
    queue.play()
    while players[0].currentTime() < .milliseconds(1_000 - rest) { stage.advance(1) }
    queue.insert(players[1], after: players[0])
    stage.advance(2_000)
    func instant(_ cause: ProgressCause, of index: Int) throws -> HostInstant {
      try #require(recorders[index].values.first { $0.cause == cause }).hostInstant
    }
    let start = try instant(.started, of: 0)
    let length = try start.duration(to: instant(.ended, of: 0))
    #expect(abs((length - .seconds(1)) / .milliseconds(1)) < 2)
    let next = try instant(.started, of: 1)
    let heard = stage.opener.outputs[0].samplesHeard(at: next)
    let later = stage.opener.outputs[0].samplesHeard(at: next.advanced(by: .milliseconds(3)))
    #expect(abs(heard - 48_000) < 96 && later > 48_000, "\(start.duration(to: next)): \(heard)")
  }

  @Test(arguments: [1_000, 900, 300])
  func aRemovedItemIsNotHeard(atMilliseconds instant: Int) {
    let players = players(0, 5, 1)
    let queue = PlayerQueue(players, clock: clock)
    queue.play()
    advance(instant)
    queue.remove(players[1])
    advance(5_000)
    // Unless the device has taken a part.
    #expect(
      heard == [0...1_999] || heard.first == 0...999 && heard.last == 1_000...1_999, "\(heard)")
    #expect(heard.count < 3 || heard[1].count <= 20, "\(heard)")
  }

  @Test(arguments: [990, 950, 700])
  func anActionThatBecomesPauseStopsTheSoundAtTheEnd(atMilliseconds instant: Int) throws {
    let players = players(0, 1)
    let queue = PlayerQueue(players, clock: clock)
    queue.play()
    advance(instant)
    let taken = Int64(opener.outputs[0].takenSamples.count / 48)
    queue.actionAtItemEnd = .pause
    advance(3_000)
    #expect(heard.count == 1 && heard[0].upperBound <= max(1_010, taken + 10), "\(heard)")
  }

  @Test func aPlayerThatWaitsIsHeardWhenTheOneBeforeIsPaused() {
    let players = players(0, 1)
    players[0].play()
    advance(300)
    players[1].play()
    advance(300)
    #expect(players[1].playbackState == .stalled)
    players[0].pause()
    advance(300)
    #expect(players[1].playbackState == .playing)
    advance(2_000)
    #expect(players[1].playbackState == .ended)
    players[0].play()
    advance(2_000)
    #expect(players[0].playbackState == .ended)
    #expect(heard.first?.lowerBound == 0 && heard.last?.upperBound == 999)
    #expect(heard.contains { $0 == 1_000...1_999 }, "\(heard)")
  }

  /// The sound before has been written to its end, so that the player that waits has written samples behind it.
  @Test(arguments: [700, 800, 900])
  func aPlayerThatWaitsIsHeardWhenTheOneBeforeIsPausedNearItsEnd(atMilliseconds instant: Int) {
    let players = players(0, 1)
    players[0].play()
    advance(300)
    players[1].play()
    advance(instant - 300)
    #expect(players[1].playbackState == .stalled)
    players[0].pause()
    advance(300)
    #expect(players[1].playbackState == .playing)
    advance(2_000)
    #expect(players[1].playbackState == .ended)
    players[0].play()
    advance(2_000)
    #expect(players[0].playbackState == .ended)
    #expect(heard.contains { $0 == 1_000...1_999 } && heard.last?.upperBound == 999, "\(heard)")
  }

  /// While the last samples before the pause are heard, the other player starts the device again.
  @Test(arguments: [20, 60, 150])
  func aPausedPlayerStandsWhileAnotherOnePlays(afterMilliseconds time: Int) throws {
    var device = FakeAudioDevice()
    device.latency = .milliseconds(200)
    let stage = SeamTests(device)
    let players = stage.players(0, 1)
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    players[0].progressPublisher(interval: .milliseconds(10)).subscribe(recorder)
    players[1].beginLoading()
    players[0].play()
    stage.advance(600)
    players[0].pause()
    stage.advance(time)
    players[1].play()
    stage.advance(500)
    #expect(players[1].playbackState == .playing)
    let pause = try #require(recorder.values.last)
    #expect(pause.cause == .paused && pause.position <= .milliseconds(610), "\(pause)")
    #expect(players[0].currentTime() == pause.position)
    stage.advance(2_000)
    players[0].play()
    stage.advance(2_000)
    #expect(stage.heard.last?.upperBound == 999, "\(stage.heard)")
  }

  /// The device has taken all samples of the paused player, and goes on with those of the other one.
  @Test(arguments: TestEffort.some([810, 850, 900, 950, 990], [0, 10, 40]))
  func aPlayerPausedNearItsEndStandsWhileAnotherOnePlays(
    atMilliseconds instant: Int, afterMilliseconds time: Int
  ) throws {
    for playsFirst in [false, true] {
      var device = FakeAudioDevice()
      device.latency = .milliseconds(200)
      let stage = SeamTests(device)
      let players = stage.players(0, 1)
      let recorder = RecordingSubscriber<PlayheadProgress, Never>()
      players[0].progressPublisher(interval: .seconds(100)).subscribe(recorder)
      players[1].beginLoading()
      players[0].play()
      while players[0].currentTime() < .milliseconds(Int64(instant)) { stage.advance(1) }
      if playsFirst {
        players[1].play()
        stage.advance(time)
      }
      players[0].pause()
      if !playsFirst {
        stage.advance(time)
        players[1].play()
      }
      stage.advance(500)
      #expect(players[1].playbackState == .playing)
      let pause = try #require(recorder.values.last)
      #expect(pause.cause == .paused || pause.cause == .ended, "\(playsFirst) \(pause)")
      #expect(pause.position <= .seconds(1) && players[0].currentTime() == pause.position)
      stage.advance(2_000)
      #expect(players[1].playbackState == .ended)
      #expect(stage.heard.last?.upperBound == 1_999, "\(stage.heard)")
    }
  }

  @Test func aPlayerThatSeeksKeepsTheOutput() {
    let players = players(0, 1)
    players[0].play()
    advance(300)
    players[1].play()
    players[0].beginSeek(to: .milliseconds(100))
    advance(300)
    #expect(players[0].playbackState == .playing && players[1].playbackState == .stalled)
    advance(3_000)
    #expect(heard.last == 1_000...1_999 || heard.last?.upperBound == 1_999)
  }

  @Test(arguments: [0, 300, 1_000, 2_500], [false, true])
  func aPlayerWithoutMediaLetsAnotherOnePlayAndContinuesAfterIt(
    afterMilliseconds time: Int, isSeekable: Bool
  ) {
    let players =
      [player(0, pausingForMilliseconds: 4_000, isSeekable: isSeekable)] + players(1)
    players[0].play()
    advance(time)
    players[1].play()
    // The player that stalls keeps the output for a second.
    advance(max(1_700 - time, 200))
    #expect(players[0].playbackState == .stalled && players[1].playbackState == .playing)
    advance(1_100)
    #expect(players[1].playbackState == .ended && heard == [0...499, 1_000...1_999], "\(heard)")
    advance(8_000)
    #expect(players[0].playbackState == .ended)
    #expect(heard == [0...499, 1_000...1_999, 500...999], "\(heard)")
  }

  @Test func aPlayerThatHasMediaAgainWaitsForTheOneThatPlays() {
    let players = [
      player(0, pausingForMilliseconds: 1_800), player(1, pausingForMilliseconds: 0, seconds: 3),
    ]
    players[0].play()
    advance(100)
    players[1].play()
    // The first one has no media for 1.8 s from the start on, and again when it reads from there.
    for time in [1_700, 2_200] {
      advance(time)
      #expect(players[0].playbackState == .stalled && players[1].playbackState == .playing)
    }
    advance(4_000)
    #expect(players.allSatisfy { $0.playbackState == .ended })
    #expect(heard == [0...499, 1_000...3_999, 500...999], "\(heard)")
  }

  @Test func aPlayerThatIsWithoutMediaForAMomentKeepsTheOutput() {
    let players = [player(0, pausingForMilliseconds: 1_300)] + players(1)
    players[0].play()
    advance(100)
    players[1].play()
    advance(4_000)
    #expect(players.allSatisfy { $0.playbackState == .ended })
    #expect(heard == [0...1_999], "\(heard)")
  }

  @Test(arguments: [[4_000, 4_000, 0], [4_000, 0, 0], [0, 4_000, 0], [4_000, 4_000, 4_000]])
  func eachOfThreePlayersIsHeardAlthoughOthersAreWithoutMedia(_ pauses: [Int64]) {
    let players = pauses.enumerated().map { player($0, pausingForMilliseconds: $1) }
    for player in players {
      player.play()
      advance(50)
    }
    advance(3_700)
    #expect(players[2].currentTime() > .zero, "\(heard)")
    advance(30_000)
    #expect(players.allSatisfy { $0.playbackState == .ended }, "\(players.map(\.playbackState))")
    #expect(
      Set(heard.flatMap { Array($0) }) == Set(0...2_999)
        && heard.reduce(0) { $0 + $1.count } == 3_000, "\(heard)")
  }

  @Test func anItemWithoutMediaIsFollowedByTheNextOneOnlyAtItsEnd() {
    let players = [player(0, pausingForMilliseconds: 4_000)] + players(1)
    let queue = PlayerQueue(players, clock: clock)
    queue.play()
    advance(8_000)
    #expect(heard == [0...1_999], "\(heard)")
  }

  /// The device has taken what it had, and the one that waits for media asks it nothing.
  @Test func aPausedPlayerAsksNothingWhileAnotherOnePlays() throws {
    var info = SoundStage.info()
    info.tracks[0].startTicks = 5_000
    let frames = FakeMedia.frames(0..<500, frameTicks: 20, start: 5_000)
    let long = Player(media: FakeMedia(info: info, steps: frames), clock: clock, audio: audio)
    let players = players(0)
    players[0].play()
    advance(300)
    long.play()
    advance(100)
    players[0].pause()
    advance(2_000)
    let output = try #require(opener.outputs.last)
    let count = output.status.answeredRequestCount
    advance(5_000)
    #expect(long.playbackState == .playing)
    #expect(output.status.answeredRequestCount - count < 150)
  }

  /// The device gives back what it has taken of the second item, and of the first one.
  @Test(arguments: [700, 900, 950, 990], [0, 5, 100])
  func samplesThatTheDeviceGivesBackAreHeardAfterAPause(
    atMilliseconds instant: Int, changedAfterMilliseconds time: Int
  ) throws {
    for removes in [false, true] {
      var device = FakeAudioDevice()
      device.latency = .milliseconds(200)
      device.returnedSampleCount = 7_200
      let stage = SeamTests(device)
      let players = stage.players(0, 1)
      let queue = PlayerQueue(players, clock: stage.clock)
      queue.play()
      while players[0].currentTime() < .milliseconds(Int64(instant)) { stage.advance(1) }
      queue.pause()
      stage.advance(time)
      if removes { queue.remove(players[1]) }
      stage.advance(500)
      #expect(queue.currentItem === players[0])
      let position = players[0].currentTime()
      let heard = try #require(stage.opener.outputs.last).samplesHeard(at: stage.clock.now)
      #expect(abs(position.seconds - min(heard / 48_000, 1)) < 0.001, "\(position) \(heard)")
      // It keeps what it has played of the second item.
      let last = removes ? max(999, Int64((heard / 48).rounded(.up)) - 1) : 1_999
      queue.play()
      stage.advance(3_000)
      #expect(stage.heard == [0...last], "\(instant) \(time) \(stage.heard)")
    }
  }

  @Test func anItemThatNoLongerFollowsReadsNothingWhilePlaybackIsPaused() throws {
    let players = players(0, 1)
    let queue = PlayerQueue(players, clock: clock)
    queue.play()
    advance(900)
    queue.pause()
    advance(500)
    queue.remove(players[1])
    advance(500)
    let output = try #require(opener.outputs.last)
    let count = output.status.answeredRequestCount
    advance(2_000)
    #expect(output.status.answeredRequestCount == count)
    queue.play()
    advance(2_000)
    #expect(heard == [0...999])
  }

  @Test func anItemThatFollowsAScheduledOneStartsAtOnce() {
    let players = players(0, 1)
    let queue = PlayerQueue(players, clock: clock)
    advance(100)
    queue.beginRate(.normal, atHostTime: clock.now.advanced(by: .milliseconds(200)))
    advance(5_000)
    #expect(heard == [0...1_999])
  }
}
