import PlayheadLocking
import PlayheadMedia
import PlayheadCore
import PlayheadTestEnvironment
import PlayheadTesting
import Testing
import PlayheadTimekeeping

/// Every call that can be awaited ends without another call, in whatever state the player is.
@Suite struct AwaitedCallTests {
  private static let error = MediaError(.read, of: "fake", reason: .damaged)

  enum Call: CaseIterable {
    case load, seek, seekBack, seekToKeyframe, seekBeyondTheEnd, step, stepBack
    case start, startElsewhere, pauseElsewhere
  }

  enum Situation: CaseIterable {
    case untouched, loading, ready, playing, scheduled, ended, stoppedAtForwardEnd, failed
    case unopenable, unreadable, closed, releasedByAQueue, inAPausedQueue
  }

  private func prepare(_ situation: Situation) -> (Stage, PlayerQueue?) {
    let frames = FakeMedia.frames(0..<100)
    let info = FakeMedia(frameCount: 100).info
    let media: FakeMedia =
      switch situation {
      case .unopenable: FakeMedia(failingWith: Self.error)
      case .unreadable: FakeMedia(info: info, steps: [.failure(Self.error)])
      case .failed: FakeMedia(info: info, steps: frames.prefix(50) + [.failure(Self.error)])
      default: FakeMedia(info: info, steps: frames)
      }
    let stage = Stage(media)
    var queue: PlayerQueue?
    switch situation {
    case .untouched, .unopenable, .unreadable: break
    case .loading: stage.player.beginLoading()
    case .ready: stage.load()
    case .playing: stage.play(milliseconds: 1_000)
    case .scheduled:
      stage.player.beginRate(.normal, atHostTime: stage.clock.now.advanced(by: .seconds(3_600)))
      stage.advance(milliseconds: 10)
    case .ended, .failed: stage.play(milliseconds: 9_000)
    case .stoppedAtForwardEnd:
      stage.player.setForwardPlaybackEnd(.seconds(2))
      stage.play(milliseconds: 9_000)
    case .closed: stage.player.close()
    case .releasedByAQueue:
      queue = PlayerQueue([stage.player], clock: stage.clock)
      queue?.play()
      stage.advance(milliseconds: 9_000)
    case .inAPausedQueue:
      let first = Player(media: FakeMedia(frameCount: 10), clock: stage.clock)
      let second = Player(media: FakeMedia(frameCount: 10), clock: stage.clock)
      queue = PlayerQueue([first, second, stage.player], clock: stage.clock)
      stage.advance(milliseconds: 10)
    }
    return (stage, queue)
  }

  private func carryOut(_ call: Call, on player: Player) async throws(MediaError) {
    let later = player.clock.now.advanced(by: .milliseconds(100))
    switch call {
    case .load: try await player.load()
    case .seek: try await player.seek(to: .seconds(3))
    case .seekBack: try await player.seek(to: .zero)
    case .seekToKeyframe: try await player.seek(to: .milliseconds(2_050), tolerance: .keyframe)
    case .seekBeyondTheEnd: try await player.seek(to: .seconds(3_000))
    case .step: try await player.step(byCount: 3)
    case .stepBack: try await player.step(byCount: -3)
    case .start: try await player.setRate(.normal, atHostTime: later)
    case .startElsewhere: try await player.setRate(.normal, time: .seconds(3), atHostTime: later)
    case .pauseElsewhere: try await player.setRate(.paused, time: .seconds(3), atHostTime: later)
    }
  }

  @Test(arguments: TestEffort.some(Situation.allCases, Call.allCases))
  func anAwaitedCallEnds(in situation: Situation, _ call: Call) async {
    let (stage, queue) = prepare(situation)
    let result = Locked<Result<Void, MediaError>?>(nil)
    let task = Task { [player = stage.player] in
      do throws(MediaError) {
        try await carryOut(call, on: player)
        result.withLock { $0 = .success(()) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
    }
    // No time passes, and the program calls no other method. On a busy machine the task may begin late.
    for _ in 0..<200_000 where result.withLock({ $0 }) == nil {
      stage.advance(milliseconds: 0)
      await Task.yield()
    }
    task.cancel()
    await task.value
    switch result.withLock({ $0 }) {
    case .success: #expect(![.failed, .unopenable, .closed].contains(situation))
    case .failure(let error): #expect(error.reason != .cancelled)
    case nil: Issue.record("The call has no result")
    }
    withExtendedLifetime(queue) {}
  }
}
