import PlayheadKit
import PlayheadTesting
import Testing

/// Asynchronous code that a manual clock advances.
@Suite struct AsyncClockTests {
  private let clock = ManualHostClock()

  @Test func aSeekEndsWithoutTimePassing() async throws {
    for _ in 0..<50 {
      let player = Player(media: FakeMedia(frameCount: 100), clock: clock)
      let start = clock.now
      let result = try await clock.advance(by: .zero) {
        try await player.seek(to: .seconds(2))
      }
      #expect(result.landed == .seconds(2) && clock.now == start)
    }
  }

  @Test func theErrorOfTheOperationIsThrown() async {
    let player = Player(
      media: FakeMedia(failingWith: .init(.damaged, operation: .open)), clock: clock)
    await #expect(throws: MediaError(.open, of: "fake", reason: .damaged)) {
      try await clock.advance(by: .zero) { () async throws(MediaError) in try await player.load() }
    }
  }

  @Test func aLoopOverProgressEndsWithTheMedia() async throws {
    let player = Player(media: FakeMedia(frameCount: 75), clock: clock)
    let positions = await clock.advance(by: .seconds(5)) {
      var positions: [MediaTime] = []
      let progress = player.progress(every: .seconds(1))
      player.play()
      for await value in progress {
        positions.append(value.position)
        if value.state == .ended { break }
      }
      return positions
    }
    #expect(positions.last == .seconds(3) && positions == positions.sorted())
    #expect(clock.now == HostInstant(nanoseconds: 5_000_000_000))
  }

  /// As often as a machine is busy, a loop gets all values, because the clock itself runs the operation.
  @Test func aLoopMissesNothing() async {
    for _ in 0..<50 {
      let player = Player(media: FakeMedia(frameCount: 250), clock: clock)
      let values = await clock.advance(by: .seconds(10)) {
        var values: [PlayheadProgress] = []
        let progress = player.progress(every: .milliseconds(100))
        player.play()
        for await value in progress { values.append(value) }
        return values
      }
      #expect(values.count == 101 && values.allSatisfy { $0.skipped == 0 })
    }
  }

  @Test func aPartOfTheOperationMayRunOnAnActor() async throws {
    let player = Player(media: FakeMedia(frameCount: 100), clock: clock)
    let landed = try await clock.advance(by: .zero) {
      async let result = player.seek(to: .seconds(1))
      await MainActor.run { MainActor.assertIsolated() }
      return try await result.landed
    }
    #expect(landed == .seconds(1))
  }

  @Test func cancellingTheTaskCancelsTheOperation() async {
    let media = FakeMedia(steps: [.pause(.seconds(86_400))])
    let player = Player(media: media, clock: clock)
    let waiting = Task { [clock] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await clock.advance(by: .zero) { try await player.load() }
    }
    await #expect(throws: MediaError.self) { try await waiting.value }
  }

  @MainActor @Test func theWorkRunsOnTheActorOfTheCaller() async throws {
    let player = Player(media: FakeMedia(frameCount: 50), clock: clock)
    var count = 0
    let subscription = player.progressPublisher(interval: .milliseconds(500)).sink { _ in
      MainActor.assertIsolated()
      count += 1
    }
    player.play()
    await clock.advance(by: .seconds(3)) {}
    #expect(count == 5)
    subscription.cancel()
  }
}
