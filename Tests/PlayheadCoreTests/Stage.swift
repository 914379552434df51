import Dispatch
import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import PlayheadTimekeeping

/// A player on a manual clock.
protocol PlayerStage {
  var clock: ManualHostClock { get }
  var player: Player { get }
}

extension PlayerStage {
  /// Loads the media and fills the read-ahead.
  func load() {
    player.beginLoading()
    clock.advance(by: .zero)
  }

  func advance(milliseconds: Int) {
    clock.advance(by: .milliseconds(milliseconds))
  }

  /// Starts playback and advances the clock.
  func play(milliseconds: Int) {
    player.play()
    advance(milliseconds: milliseconds)
  }
}

/// A player with one subscriber to its progress.
struct Stage: PlayerStage {
  let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))
  let player: Player

  init(_ media: FakeMedia) {
    player = Player(media: media, clock: clock)
  }

  /// Creates a subscriber with an initial demand and the demand that it returns for each value.
  func record(
    interval: MediaTime = .milliseconds(250), asking demand: Subscribers.Demand = .unlimited,
    again: Subscribers.Demand = .none
  ) -> RecordingSubscriber<PlayheadProgress, Never> {
    let recorder = RecordingSubscriber<PlayheadProgress, Never>(
      asking: demand, onValue: { _, _ in again })
    player.progressPublisher(interval: interval).subscribe(recorder)
    return recorder
  }
}

extension FakeMedia {
  /// Creates media whose source has no packet for a time after the first `count` frames.
  static func pausing(
    for pause: Duration, after count: Int, of frameCount: Int, isSeekable: Bool = true
  ) -> FakeMedia {
    FakeMedia(
      info: FakeMedia(frameCount: frameCount, isSeekable: isSeekable).info,
      steps: frames(0..<count) + [.pause(pause)] + frames(count..<frameCount))
  }
}

extension RecordingSubscriber where Input == PlayheadProgress {
  /// Each value as `cause position state`, the position in milliseconds, and `+n` for n skipped.
  var story: [String] {
    values.map { value in
      let position = value.position.nanoseconds(rounding: .down)
      let milliseconds =
        position % 1_000_000 == 0 ? "\(position / 1_000_000)" : "\(Double(position) / 1e6)"
      let skipped = value.skipped == 0 ? "" : " +\(value.skipped)"
      return "\(value.cause.rawValue) \(milliseconds) \(value.state.rawValue)\(skipped)"
    }
  }
}
