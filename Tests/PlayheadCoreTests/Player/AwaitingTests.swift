import PlayheadLocking
import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import Testing
import PlayheadTimekeeping

@Suite struct AwaitingTests {
  /// Advances the clock until the task is done.
  private func finish<Value: Sendable>(_ task: Task<Value, any Error>, _ stage: Stage) async throws
    -> Value
  {
    let isDone = Flag()
    let waiting = Task {
      defer { isDone.set() }
      return try await task.value
    }
    while !isDone.isSet {
      stage.advance(milliseconds: 1)
      await Task.yield()
    }
    return try await waiting.value
  }

  @Test func loadingReturnsTheMediaInfo() async throws {
    let stage = Stage(FakeMedia(frameCount: 100))
    let info = try await finish(Task { [player = stage.player] in try await player.load() }, stage)
    #expect(info == stage.player.mediaInfo && stage.player.status == .readyToPlay)
    // A second call returns at once.
    #expect(try await stage.player.load() == info)
  }

  @Test func seekingReturnsTheLandedPosition() async throws {
    let stage = Stage(FakeMedia(frameCount: 1_000))
    // A seek before loading waits until the media is open.
    let early = Task { [player = stage.player] in try await player.seek(to: .seconds(2.5)) }
    while stage.player.currentTime() != .seconds(2.5) { await Task.yield() }
    stage.load()
    #expect(try await finish(early, stage).landed == .seconds(2.5))
    let result = try await finish(
      Task { [player = stage.player] in
        try await player.seek(to: .milliseconds(5_250), tolerance: .keyframe)
      }, stage)
    #expect(result.landed == .milliseconds(5_200))
  }

  @Test func failuresAreThrown() async throws {
    let stage = Stage(FakeMedia(failingWith: MediaError(.open, of: "a", reason: .notFound)))
    let task = Task { [player = stage.player] in try await player.load() }
    let error = await #expect(throws: MediaError.self) { try await finish(task, stage) }
    #expect(error?.reason == .notFound && stage.player.error == error)
  }

  @Test func closingEndsTheWait() async {
    let stage = Stage(FakeMedia(frameCount: 100))
    let load = Task { [player = stage.player] in try await player.load() }
    let seek = Task { [player = stage.player] in try await player.seek(to: .seconds(1)) }
    while stage.player.currentTime() != .seconds(1) { await Task.yield() }
    stage.player.close()
    for task in [Task { _ = try await load.value }, Task { _ = try await seek.value }] {
      let error = await #expect(throws: MediaError.self) { try await finish(task, stage) }
      #expect(error?.reason == .interrupted)
    }
  }

  @Test func cancellingTheTaskEndsOnlyItsWait() async throws {
    let stage = Stage(FakeMedia(frameCount: 1_000))
    let task = Task { [player = stage.player] in try await player.seek(to: .seconds(3)) }
    while stage.player.currentTime() != .seconds(3) { await Task.yield() }
    task.cancel()
    let error = await #expect(throws: MediaError.self) { try await task.value }
    #expect(error?.reason == .cancelled)
    stage.load()
    #expect(stage.player.currentTime() == .seconds(3) && stage.player.status == .readyToPlay)
  }

  @Test func playUsesTheDefaultRate() {
    let stage = Stage(FakeMedia(frameCount: 100))
    #expect(stage.player.defaultRate == 1)
    stage.player.defaultRate = 2
    stage.play(milliseconds: 500)
    #expect(stage.player.rate == 2 && stage.player.currentTime() == .seconds(1))
    stage.player.setRate(0.5)
    stage.player.pause()
    stage.player.play()
    #expect(stage.player.rate == 2)
  }

  @Test func timeControlStatusHasTheReasonOfAWait() {
    let stage = Stage(FakeMedia(frameCount: 100))
    #expect(stage.player.timeControlStatus == .paused && stage.player.error == nil)
    stage.player.play()
    #expect(stage.player.timeControlStatus == .waitingToPlayAtSpecifiedRate(.starting))
    stage.advance(milliseconds: 40)
    #expect(stage.player.timeControlStatus == .playing)
    stage.advance(milliseconds: 4_000)
    #expect(stage.player.timeControlStatus == .paused)
  }
}

private final class Flag: Sendable {
  private let value = Locked(false)
  var isSet: Bool { value.withLock { $0 } }
  func set() { value.withLock { $0 = true } }
}
