import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import PlayheadLocking
import Testing
import PlayheadTimekeeping

/// Media of about 30 frames per second, most of whose times are no whole nanoseconds.
@Suite struct TimebaseTests {
  struct Frames: Sendable, CustomTestStringConvertible {
    var timebase: Timebase
    /// The length of a frame in ticks.
    var ticks: Int64
    var testDescription: String { "\(ticks) × \(timebase)" }

    func start(_ number: Int) -> MediaTime {
      MediaTime(ticks: Int64(number) * ticks, timebase: timebase)
    }

    func packets(_ range: Range<Int>) -> [FakeMedia.Step] {
      FakeMedia.frames(range, frameTicks: ticks)
    }

    /// Creates media whose source has no packet for a time after the first `count` frames.
    func media(
      _ kind: MediaTrack.Kind = .video, pausing pause: Duration = .zero, after count: Int = 0,
      of frameCount: Int = 1_000
    ) -> FakeMedia {
      var track = MediaTrack(index: 0, kind: kind, timebase: timebase)
      track.startTicks = 0
      track.durationTicks = Int64(frameCount) * ticks
      let info = MediaInfo(name: "fake", container: "fake", tracks: [track], isSeekable: true)
      let pauses: [FakeMedia.Step] = count > 0 ? [.pause(pause)] : []
      return FakeMedia(
        info: info, steps: packets(0..<count) + pauses + packets(count..<frameCount))
    }
  }

  static let all = [
    Frames(timebase: .milliseconds, ticks: 33), Frames(timebase: Timebase(1, 30), ticks: 1),
    Frames(timebase: Timebase(1, 15_360), ticks: 512),
    Frames(timebase: Timebase(1, 90_000), ticks: 3_003),
    Frames(timebase: Timebase(1_001, 30_000), ticks: 1),
  ]

  /// The media before the target is read at once, that at the target a second later.
  @Test(arguments: all)
  func aSeekCompletesOnceMediaIsReadAtItsTarget(_ frames: Frames) {
    let stage = Stage(frames.media(pausing: .seconds(1), after: 13))
    stage.load()
    let landings = Locked<[MediaTime]>([])
    stage.player.beginSeek(to: frames.start(13)) { result in
      if let seek = try? result.get() { landings.withLock { $0.append(seek.landed) } }
    }
    stage.advance(milliseconds: 999)
    #expect(landings.withLock { $0 }.isEmpty)
    stage.advance(milliseconds: 1)
    #expect(landings.withLock { $0 } == [frames.start(13)])
  }

  @Test(arguments: all)
  func aFrameSoughtOrSteppedToIsPresented(_ frames: Frames) {
    let stage = Stage(frames.media())
    stage.load()
    for number in [0, 20, 10, 13, 1, 40, 7] {
      stage.player.beginSeek(to: frames.start(number))
      stage.advance(milliseconds: 0)
      #expect(stage.player.currentTime() == frames.start(number))
      #expect(stage.player.currentProgress().frameNumber == number)
    }
    for number in [8, 6, 5, 25, 13, 12] {
      let present = stage.player.currentProgress().frameNumber ?? 0
      stage.player.beginStep(byCount: number - present)
      stage.advance(milliseconds: 0)
      #expect(stage.player.currentTime() == frames.start(number))
      #expect(stage.player.currentProgress().frameNumber == number)
    }
  }

  /// The second pass is read up to the start of the loop when the first one ends.
  @Test(arguments: all)
  func aLoopWaitsAtItsStartUntilMediaIsRead(_ frames: Frames) {
    let stage = Stage(frames.media(pausing: .milliseconds(350), after: 13))
    let recorder = stage.record(interval: .seconds(100))
    stage.player.setLoop(PlaybackLoop(from: frames.start(13), to: frames.start(16)))
    stage.play(milliseconds: 600)
    #expect(recorder.values.map(\.cause) == [.started, .looped])
    #expect(recorder.values.last?.position == frames.start(13))
    #expect(stage.player.timeControlStatus == .waitingToPlayAtSpecifiedRate(.seeking))
    stage.advance(milliseconds: 120)
    #expect(recorder.values.map(\.cause).prefix(3) == [.started, .looped, .resumed])
    #expect(recorder.values.allSatisfy { $0.cause != .stalled })
  }

  /// The source has no more media for a while where the loop ends.
  @Test(arguments: all)
  func aLoopReturnsWhereTheMediaReadEnds(_ frames: Frames) {
    let stage = Stage(frames.media(.audio, pausing: .seconds(100), after: 16))
    let recorder = stage.record(interval: .seconds(100))
    stage.player.setLoop(PlaybackLoop(to: frames.start(16)))
    stage.play(milliseconds: 1_200)
    #expect(recorder.values.map(\.cause) == [.started, .looped, .looped])
    #expect(recorder.values.allSatisfy { $0.state == .playing })
    // The wrap is between two nanoseconds.
    #expect(recorder.values.allSatisfy { $0.due == .zero && $0.position <= .nanoseconds(1) })
  }

  @Test(arguments: all)
  func playbackStopsAtTheForwardEndWhereTheMediaReadEnds(_ frames: Frames) {
    let stage = Stage(frames.media(pausing: .seconds(100), after: 16))
    let recorder = stage.record(interval: .seconds(100))
    stage.player.setForwardPlaybackEnd(frames.start(16))
    stage.play(milliseconds: 1_200)
    #expect(recorder.values.map(\.cause) == [.started, .boundary])
    #expect(stage.player.currentTime() == frames.start(16))
    #expect(stage.player.playbackState == .paused)
  }

  /// A stall is exactly between two frames.
  @Test(arguments: all)
  func aStallIsAtTheEndOfTheMediaRead(_ frames: Frames) {
    let stage = Stage(frames.media(pausing: .seconds(2), after: 13))
    let recorder = stage.record(interval: .seconds(100))
    stage.play(milliseconds: 2_100)
    #expect(recorder.values.map(\.cause) == [.started, .stalled, .resumed])
    #expect(recorder.values.dropFirst().allSatisfy { $0.position == frames.start(13) })
    #expect(stage.player.playedTime == stage.player.currentTime())
  }
}
