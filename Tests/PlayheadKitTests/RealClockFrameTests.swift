import Dispatch
import PlayheadKit
import PlayheadTesting
import Testing

/// Decoding on threads of its own: order and counts, never a duration.
@Suite struct RealClockFrameTests {
  @Test(arguments: ["bbb.mp4", "bbb_start3600.ts"])
  func framesComeInOrderAndAreCounted(file: String) throws {
    let player = Player(path: FrameFacts.path(file), decoding: .all)
    let (ready, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let queue = DispatchQueue(label: "frames")
    let recorder = RecordingSubscriber<PresentedFrame, Never>(onValue: { _, _ in
      ready.signal()
      return .none
    })
    player.framePublisher(queue: queue).subscribe(recorder)
    let progress = RecordingSubscriber<PlayheadProgress, Never>(onValue: { _, value in
      if value.state == .ended { done.signal() }
      return .none
    })
    player.progressPublisher(interval: .seconds(1), queue: queue).subscribe(progress)
    player.load()
    // The picture of the beginning comes to a player that stands.
    ready.wait()
    player.seek(to: .milliseconds(4_500))
    player.play()
    done.wait()
    queue.sync {}
    let counts = player.frameCounts
    #expect(counts.published == recorder.values.count)
    #expect(counts.decoded >= counts.published + counts.late)
    for track in player.decodedTracks {
      let positions = recorder.values.filter { $0.timing.track == track }.map(\.position)
        .drop { $0 < .milliseconds(4_500) }
      #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 })
      #expect(!positions.isEmpty)
    }
    #expect(recorder.faults.isEmpty && recorder.completion == nil)
    player.close()
  }

  @Test func closingWhileItDecodesEndsEverything() {
    let closed = DispatchSemaphore(value: 0)
    for _ in 0..<10 {
      let player = Player(path: FrameFacts.path("bbb.mp4"), decoding: .all)
      let recorder = RecordingSubscriber<PresentedFrame, Never>(
        onValue: { _, _ in
          player.close()
          return .none
        }, onCompletion: { _ in closed.signal() })
      player.framePublisher(queue: DispatchQueue(label: "frames")).subscribe(recorder)
      player.setRate(Rate(16, 1))
      closed.wait()
      #expect(recorder.isFinished && recorder.faults.isEmpty)
      recorder.cancel()
    }
  }
}
