import Dispatch
import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import Synchronization
import Testing
import PlayheadTimekeeping

/// Tests with real threads and the real clock. They check order, counts and bounds, never durations.
@Suite struct RealClockTests {
  @Test(arguments: [nil, DispatchQueue(label: "own"), .global()])
  func aFileIsPlayedThroughInTime(queue: DispatchQueue?) throws {
    let player = Player(media: FakeMedia(frameCount: 10))
    let done = DispatchSemaphore(value: 0)
    let recorder = RecordingSubscriber<PlayheadProgress, Never>(
      onValue: { _, value in
        if value.cause == .ended { done.signal() }
        return .none
      })
    let start = SystemHostClock.shared.now
    player.progressPublisher(
      interval: .milliseconds(20), queue: queue ?? DispatchQueue(label: "fresh")
    ).subscribe(recorder)
    player.play()
    done.wait()
    let values = recorder.values
    #expect(values.first?.cause == .started)
    #expect(values.last?.position == .milliseconds(400))
    #expect(values.last?.state == .ended)
    #expect(values.map(\.position) == values.map(\.position).sorted())
    #expect(values.allSatisfy { $0.position >= $0.due })
    let updates =
      values.reduce(0) { $0 + $1.skipped } + values.filter { $0.cause == .interval }.count
    #expect(updates == 19)
    let played = try #require(values.last).hostInstant.nanoseconds - start.nanoseconds
    #expect(played >= 400_000_000)
    #expect(recorder.violations.isEmpty)
    player.close()
  }

  /// The cancellation may or may not coincide with a delivery.
  @Test func cancellingFramesOnAnotherThreadDeliversNoCompletion() {
    let player = Player(media: FakeMedia(frameCount: 10), decoding: .video)
    player.beginLoading()
    let queue = DispatchQueue(label: "frames")
    for round in 0..<1_000 {
      // Recording subscribers are safe on any thread but not marked Sendable.
      nonisolated(unsafe) let recorder = RecordingSubscriber<PresentedFrame, Never>()
      player.framePublisher(queue: queue).subscribe(recorder)
      DispatchQueue.concurrentPerform(iterations: 2) { index in
        for _ in 0..<(index == 0 ? 40 : round % 40) { recorder.request(.max(1)) }
        if index == 1 { recorder.cancel() }
      }
      queue.sync {}
      #expect(recorder.completion == nil)
    }
    player.close()
  }

  @Test func controlFromManyThreadsNeverBreaksTheContract() {
    let player = Player(media: FakeMedia(frameCount: 5_000))
    // Recording subscribers are safe on any thread but not marked Sendable.
    nonisolated(unsafe) let recorder = RecordingSubscriber<PlayheadProgress, Never>(
      asking: .max(1), onValue: { _, _ in .max(1) })
    player.progressPublisher(interval: .milliseconds(1), queue: .global()).subscribe(recorder)
    player.play()
    DispatchQueue.concurrentPerform(iterations: 400) { index in
      switch index % 5 {
      case 0: player.pause()
      case 1: player.play()
      case 2: player.beginSeek(to: .milliseconds(Int64(index) * 37))
      case 3: player.setRate(Rate(Int32(index % 16 + 1), 1))
      default: recorder.request(.max(1))
      }
    }
    let gone = DispatchSemaphore(value: 0)
    let end = player.statusPublisher(queue: nil).sink(
      receiveCompletion: { _ in gone.signal() }, receiveValue: { _ in })
    player.close()
    gone.wait()
    #expect(recorder.violations.isEmpty)
    withExtendedLifetime(end) {}
  }

  @Test func nothingFollowsCancelOnTheDeliveryQueue() {
    let player = Player(media: FakeMedia(frameCount: 5_000))
    let queue = DispatchQueue(label: "delivery")
    let seen = DispatchSemaphore(value: 0)
    let recorder = RecordingSubscriber<PlayheadProgress, Never>(onValue: { _, _ in
      seen.signal()
      return .none
    })
    player.progressPublisher(interval: .milliseconds(1), queue: queue).subscribe(recorder)
    player.setRate(Rate(16, 1))
    seen.wait()
    let count = queue.sync {
      recorder.cancel()
      return recorder.values.count
    }
    queue.sync {}
    #expect(recorder.values.count == count)
    #expect(recorder.violations.isEmpty)
    player.close()
  }

  /// Releasing a player whose worker is blocked interrupts the worker.
  @Test func aReleasedPlayerInterruptsItsBlockedWorker() {
    let media = BlockingMedia()
    do {
      let player = Player(media: media)
      player.beginLoading()
      media.isBlocked.wait()
    }
    media.wasInterrupted.wait()
  }
}

/// Blocks in `open` until it is interrupted.
private final class BlockingMedia: MediaOpener {
  let name = "blocking"
  let isBlocked = DispatchSemaphore(value: 0)
  let wasInterrupted = DispatchSemaphore(value: 0)

  func open(interruption: Interruption) throws(MediaError) -> any MediaSource {
    let bell = DispatchSemaphore(value: 0)
    interruption.onInterrupt { bell.signal() }
    isBlocked.signal()
    bell.wait()
    wasInterrupted.signal()
    throw MediaError(.open, of: name, reason: .interrupted)
  }
}
