import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import Testing
import PlayheadTimekeeping

/// Sound that begins again, also on a source that cannot seek.
@Suite struct RestartedSoundTests {
  @Test(arguments: [true, false])
  func aSeekToWhereThePlayheadIsDoesNotHang(hasPlayed: Bool) {
    let stage = SoundStage(seconds: 3, isSeekable: false)
    stage.load()
    if hasPlayed {
      stage.play(milliseconds: 500)
      stage.player.pause()
    }
    stage.player.beginSeek(to: stage.player.currentTime())
    stage.play(milliseconds: 5_000)
    #expect(stage.player.playbackState == .ended)
    #expect(stage.player.currentTime() == .seconds(3))
  }

  @Test(arguments: [true, false], [20, 1_160, 10_000])
  func playbackContinuesBeyondAForwardEnd(isSeekable: Bool, length: Int) {
    let media = FakeMedia(
      info: SoundStage.info(isSeekable: isSeekable),
      steps: FakeMedia.frames(0..<length / 20, frameTicks: 20))
    let stage = SoundStage(media)
    stage.player.setForwardPlaybackEnd(.milliseconds(500))
    stage.play(milliseconds: 2_000)
    stage.play(milliseconds: length + 2_000)
    #expect(stage.player.playbackState == .ended, "\(stage.player.currentTime())")
  }

  @Test(arguments: [true, false], [1, 10_000, 20_000, 30_000])
  func aStartLessThanASampleBeforeTheEndReachesTheEnd(isSeekable: Bool, nanoseconds: Int64) {
    let stage = SoundStage(seconds: 2, isSeekable: isSeekable)
    stage.load()
    stage.player.beginSeek(to: .nanoseconds(2_000_000_000 - nanoseconds))
    stage.play(milliseconds: 1_000)
    #expect(stage.player.playbackState == .ended)
  }

  /// The second item has written all of its sound when that of the first one is read.
  @Test func anItemWhoseSoundComesLateIsHeardBeforeTheNextOne() {
    let clock = ManualHostClock()
    let audio = AudioPlayback(output: FakeAudioOpener(clock: clock))
    let sounds: [[FakeMedia.Step]] = [
      [.pause(.milliseconds(300))] + FakeMedia.frames(0..<10, frameTicks: 20),
      FakeMedia.frames(0..<5, frameTicks: 20),
    ]
    let players = sounds.map { steps in
      Player(media: FakeMedia(info: SoundStage.info(), steps: steps), clock: clock, audio: audio)
    }
    let queue = PlayerQueue(players, clock: clock)
    queue.play()
    clock.advance(by: .seconds(3))
    #expect(queue.currentItem == nil)
    #expect(players.map { $0.currentTime() } == [.milliseconds(200), .milliseconds(100)])
  }
}
