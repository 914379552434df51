internal import PlayheadCore
internal import PlayheadLocking
internal import PlayheadTimekeeping
import PortableCombine

/// Repeats an item, or a part of it, without gaps, until it is released.
///
/// Source: Apple's documentation of `AVPlayerLooper`. One copy of the item is repeated, so that
/// `AVPlayerItemDidPlayToEndTime` is posted only after `disableLooping()`.
// Sendable is unchecked: all that changes is behind a lock.
open class AVPlayerLooper: _AVObservable, _KeyValueCodingAndObserving, @unchecked Sendable {
  /// Whether the looper repeats.
  @nonexhaustive
  public enum Status: Int, Sendable {
    /// The media has not been opened.
    case unknown
    /// The looper repeats.
    case ready
    /// The media cannot be opened, read or repeated: see `error`.
    case failed
    /// Looping was disabled.
    case cancelled
  }

  private struct State {
    var isDisabled = false
    var watching: AnyCancellable?
  }

  private let item: AVPlayerItem
  private let state = Locked(State())

  /// Repeats an item on a player, whose other items are removed.
  ///
  /// - Parameters:
  ///   - player: Plays a copy of the item.
  ///   - templateItem: The item to copy.
  ///   - timeRange: The part to repeat; invalid or empty for the whole media.
  public init(
    player: AVQueuePlayer, templateItem: AVPlayerItem, timeRange: CMTimeRange = .invalid
  ) {
    let isPart = timeRange.isValid && timeRange.duration > .zero && timeRange.start >= .zero
    let end = isPart && timeRange.end.isNumeric ? timeRange.end.position : nil
    let start = isPart ? timeRange.start.position : nil
    item = AVPlayerItem(asset: templateItem.asset)
    super.init()
    item.setLoop(PlaybackLoop(from: start ?? .zero, to: end))
    player.removeAllItems()
    player.insert(item, after: nil)
    let watching = item.player?.progressPublisher(on: .times([]), queue: .main)
      .sink { [weak self] _ in self?.changes.send() }
    state.withLock { $0.watching = watching }
  }

  deinit { disableLooping() }

  /// The copy that plays.
  open var loopingPlayerItems: [AVPlayerItem] { [item] }
  /// How often playback has returned to the start. Observable.
  open var loopCount: Int { item.player?.currentProgress().completedLoops ?? 0 }
  /// Whether the looper repeats. Observable.
  open var status: Status {
    if state.withLock({ $0.isDisabled }) { return .cancelled }
    return item.status == .failed ? .failed : item.status == .readyToPlay ? .ready : .unknown
  }
  /// The reason for `Status.failed`.
  open var error: (any Error)? { item.error }

  /// Ends looping: playback continues to the end of the item.
  open func disableLooping() {
    state.withLock { $0.isDisabled = true }
    item.player?.setLoop(nil)
    changes.send()
  }
}
