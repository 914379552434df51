import Dispatch
import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PlayheadLocking
import Testing
import PlayheadTimekeeping

/// Progress without a publisher.
@Suite struct TimeObserverTests {
  @Test func periodicObserversAreCalledUntilRemoved() {
    let stage = Stage(FakeMedia(frameCount: 100))
    let times = Locked<[MediaTime]>([])
    let observer = stage.player.addPeriodicTimeObserver(forInterval: .milliseconds(250)) { time in
      times.withLock { $0.append(time) }
    }
    stage.player.play()
    stage.advance(milliseconds: 600)
    stage.player.pause()
    stage.advance(milliseconds: 100)
    let expected: [MediaTime] = [.zero, .milliseconds(250), .milliseconds(500), .milliseconds(600)]
    #expect(times.withLock { $0 } == expected)
    stage.player.removeTimeObserver(observer)
    stage.player.removeTimeObserver(observer)
    stage.player.play()
    stage.advance(milliseconds: 1_000)
    #expect(times.withLock { $0 } == expected)
  }

  @Test func boundaryObserversAreCalledAtTheirTimesOnly() {
    let stage = Stage(FakeMedia(frameCount: 100))
    let count = Locked(0)
    let observer = stage.player.addBoundaryTimeObserver(
      forTimes: [.milliseconds(300), .zero, .seconds(4), .seconds(40)]
    ) {
      count.withLock { $0 += 1 }
    }
    stage.load()
    stage.player.beginSeek(to: .milliseconds(200))
    stage.advance(milliseconds: 10)
    #expect(count.withLock { $0 } == 0)
    stage.player.play()
    stage.advance(milliseconds: 150)
    #expect(count.withLock { $0 } == 1)
    stage.advance(milliseconds: 5_000)
    #expect(count.withLock { $0 } == 2)
    withExtendedLifetime(observer) {}
  }

  @Test func aReleasedObserverIsNotCalled() {
    let stage = Stage(FakeMedia(frameCount: 100))
    let count = Locked(0)
    _ = stage.player.addPeriodicTimeObserver(forInterval: .milliseconds(250)) { _ in
      count.withLock { $0 += 1 }
    }
    stage.player.play()
    stage.advance(milliseconds: 1_000)
    #expect(count.withLock { $0 } == 0)
  }

  @Test func anObserverIsRemovedFromItsOwnPlayer() async {
    await #expect(processExitsWith: .failure) {
      let (one, two) = (Stage(FakeMedia(frameCount: 1)), Stage(FakeMedia(frameCount: 1)))
      let observer = one.player.addPeriodicTimeObserver(forInterval: .seconds(1)) { _ in }
      two.player.removeTimeObserver(observer)
    }
  }

  @Test func aLoopIsGivenTheNewestAndEndsWithThePlayer() async {
    let stage = Stage(FakeMedia(frameCount: 100))
    var values = stage.player.progress(every: .milliseconds(250), until: .closed)
      .makeAsyncIterator()
    stage.player.play()
    stage.advance(milliseconds: 1_100)
    // The start and the updates until 1000 were not read: the last one is kept.
    let first = await values.next()
    #expect(first?.due == .seconds(1) && first?.skipped == 3)
    stage.advance(milliseconds: 200)
    let second = await values.next()
    #expect(second?.due == .milliseconds(1_250) && second?.skipped == 0)
    stage.advance(milliseconds: 9_000)
    #expect(await values.next()?.cause == .ended)
    stage.player.close()
    stage.advance(milliseconds: 0)
    #expect(await values.next() == nil)
  }

  @Test func aLoopEndsWithItsTask() async {
    let player = Player(media: FakeMedia(frameCount: 100))
    let task = Task {
      var count = 0
      for await _ in player.progress(every: .milliseconds(10)) { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value == 0)
  }

  @Test func theEndOfALoopCancelsItsSubscription() async {
    weak var weakPlayer: Player?
    let clock = ManualHostClock()
    do {
      let player = Player(media: FakeMedia(frameCount: 100), clock: clock)
      weakPlayer = player
      player.play()
      var values = player.progress(every: .milliseconds(250)).makeAsyncIterator()
      clock.advance(by: .milliseconds(300))
      #expect(await values.next() != nil)
    }
    #expect(weakPlayer == nil)
  }
}
