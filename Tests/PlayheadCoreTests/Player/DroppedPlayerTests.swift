import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import PlayheadLocking
import Testing
import PlayheadTimekeeping

/// Pending requests end when the player is released.
@Suite struct DroppedPlayerTests {
  private let clock = ManualHostClock()

  @Test(arguments: [false, true], [false, true])
  func aSeekIsToldOnce(isClosed: Bool, isOpen: Bool) {
    let seeks = Locked<[MediaError.Reason]>([])
    let steps = Locked(0)
    weak var weakPlayer: Player?
    do {
      let media =
        isOpen
        ? FakeMedia(
          info: FakeMedia(frameCount: 1).info,
          steps: FakeMedia.frames(0..<10) + [.pause(.seconds(100))])
        : FakeMedia(frameCount: 100)
      let player = Player(media: media, clock: clock)
      if isOpen {
        player.beginLoading()
        clock.advance(by: .zero)
      }
      player.beginSeek(to: .seconds(3)) { result in
        if case .failure(let error) = result { seeks.withLock { $0.append(error.reason) } }
      }
      if isOpen { clock.advance(by: .zero) }
      if isClosed { player.close() }
      player.beginStep(byCount: 1) { _ in steps.withLock { $0 += 1 } }
      weakPlayer = player
    }
    #expect(weakPlayer == nil)
    clock.advance(by: .zero)
    // If the player was not closed, the step ended first.
    #expect(seeks.withLock { $0 } == [isClosed ? .interrupted : .cancelled])
    #expect(steps.withLock { $0 } == 1)
    #expect(!clock.advanceToNext())
  }

  @Test func aClosedPlayerCompletesItsPublishers() {
    let recorder = RecordingSubscriber<Player.Status, Never>()
    let states = RecordingSubscriber<PlaybackState, Never>()
    do {
      let player = Player(media: FakeMedia(frameCount: 100), clock: clock)
      player.statusPublisher(queue: nil).subscribe(recorder)
      player.playbackStatePublisher(queue: nil).subscribe(states)
      player.close()
    }
    clock.advance(by: .zero)
    #expect(recorder.isFinished)
    #expect(states.completion == .finished)
    #expect(recorder.violations.isEmpty && states.violations.isEmpty)
  }
}
