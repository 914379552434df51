import Dispatch
import PlayheadKit
import PlayheadTesting
import PlayheadTestEnvironment
import Testing

/// Decoding on real threads. The tests check order and counts, never durations.
@Suite struct RealClockFrameTests {
  @Test(arguments: ["bbb.mp4", "bbb_start3600.ts"])
  func framesArriveInOrderAndAreCounted(file: String) throws {
    let player = Player(path: Repository.sample(file), decoding: .all)
    let target = MediaTime.milliseconds(4_500)
    let (ready, sought) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let done = DispatchSemaphore(value: 0)
    let queue = DispatchQueue(label: "frames")
    let recorder = RecordingSubscriber<PresentedFrame, Never>(onValue: { _, frame in
      (frame.position < target ? ready : sought).signal()
      return .none
    })
    player.framePublisher(queue: queue).subscribe(recorder)
    let progress = RecordingSubscriber<PlayheadProgress, Never>(onValue: { _, value in
      if value.state == .ended { done.signal() }
      return .none
    })
    player.progressPublisher(interval: .seconds(1), queue: queue).subscribe(progress)
    player.beginLoading()
    // A paused player delivers one picture, however slow the machine is: first the one at the
    // beginning, then the one at the target.
    ready.wait()
    player.beginSeek(to: target)
    sought.wait()
    player.play()
    done.wait()
    queue.sync {}
    let counts = player.frameCounts
    #expect(counts.published == recorder.values.count)
    #expect(counts.decoded >= counts.published + counts.late)
    for track in player.decodedTracks {
      let positions = recorder.values.filter { $0.timing.track == track }.map(\.position)
        .drop { $0 < target }
      #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 })
    }
    #expect(recorder.violations.isEmpty && recorder.completion == nil)
    player.close()
  }

  @Test func closingWhileDecodingFinishesThePublisher() {
    let closed = DispatchSemaphore(value: 0)
    for _ in 0..<10 {
      let player = Player(path: Repository.sample("bbb.mp4"), decoding: .all)
      let recorder = RecordingSubscriber<PresentedFrame, Never>(
        onValue: { _, _ in
          player.close()
          return .none
        }, onCompletion: { _ in closed.signal() })
      player.framePublisher(queue: DispatchQueue(label: "frames")).subscribe(recorder)
      player.setRate(Rate(16, 1))
      closed.wait()
      #expect(recorder.isFinished && recorder.violations.isEmpty)
      recorder.cancel()
    }
  }
}
