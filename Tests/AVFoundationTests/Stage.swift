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

  func player(_ item: AVPlayerItem?) -> AVPlayer { AVPlayer(playerItem: item, clock: clock) }

  func queue(_ items: [AVPlayerItem]) -> AVQueuePlayer {
    let player = AVQueuePlayer(playerItem: nil, clock: clock)
    for item in items { player.insert(item, after: nil) }
    return player
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
      .sink { [unowned self] item in
        items.append(item)
        action(item)
      }
  }
}
