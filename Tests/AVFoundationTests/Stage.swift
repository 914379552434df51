@testable import AVFoundation
import Combine
import PlayheadMedia
import PlayheadTesting
import PlayheadTimekeeping

/// A clock that a test advances, and players that follow it.
struct Stage {
  let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))

  /// Returns an item of a number of frames of 40 ms.
  func item(frames: Int = 25) -> AVPlayerItem {
    AVPlayerItem(asset: AVAsset(opener: FakeMedia(frameCount: frames)))
  }

  func player(_ item: AVPlayerItem?) -> AVPlayer { make { AVPlayer(playerItem: item) } }

  func queue(_ items: [AVPlayerItem]) -> AVQueuePlayer { make { AVQueuePlayer(items: items) } }

  /// Makes a player that follows the clock, without sound.
  func make<Player: AVPlayer>(_ body: () -> Player) -> Player {
    AVPlayer.$environment.withValue(PlayerEnvironment(clock: clock, audio: nil), operation: body)
  }

  func advance(_ milliseconds: Int = 0) { clock.advance(by: .milliseconds(milliseconds)) }
}

/// The items that reached their end, in order.
final class Ends {
  private(set) var items: [AVPlayerItem] = []
  private var subscription: AnyCancellable?

  init(of object: AVPlayerItem? = nil, then action: @escaping (AVPlayerItem) -> Void = { _ in }) {
    subscription = NotificationCenter.default
      .publisher(for: .AVPlayerItemDidPlayToEndTime, object: object)
      .compactMap { $0.object as? AVPlayerItem }
      .sink { [weak self] item in
        self?.items.append(item)
        action(item)
      }
  }
}
