import Foundation
internal import PlayheadLocking
internal import PlayheadKit
import PortableCombine

extension Notification.Name {
  /// An item, the object, has reached its end or its `forwardPlaybackEndTime`. Posted on the main queue.
  public static let AVPlayerItemDidPlayToEndTime = Self("AVPlayerItemDidPlayToEndTimeNotification")
  /// An item, the object, failed after it was ready. Posted on the main queue.
  public static let AVPlayerItemFailedToPlayToEndTime = Self(
    "AVPlayerItemFailedToPlayToEndTimeNotification")
}

/// The key of the error of `AVPlayerItemFailedToPlayToEndTime`.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"

/// The playback of an asset, by one `AVPlayer` at a time. May be used on any thread.
///
/// The asset is opened when the item is the current one of a player, or the next one, or is sought. After it
/// was removed it can be inserted again, and continues where it was left. Source: Apple's documentation of
/// `AVPlayerItem`.
// Sendable is unchecked: all that changes is behind a lock.
open class AVPlayerItem: AVObservableObject, KeyPathObservable, AVSeeking, @unchecked Sendable {
  /// Whether the item can be played.
  @nonexhaustive
  public enum Status: Int, Sendable {
    /// The asset has not been opened.
    case unknown
    /// The asset is open.
    case readyToPlay
    /// The asset could not be opened or read: see `error`.
    case failed
  }

  private struct State {
    /// The counterpart in PlayheadKit. Nil until the item is inserted.
    var player: Player?
    weak var owner: AVPlayer?
    /// The target of a seek while no player had the item.
    var start: MediaTime?
    var forwardEnd = CMTime.invalid
    var watching: [AnyCancellable] = []
  }

  /// Posted as `Notification.Name.AVPlayerItemDidPlayToEndTime`.
  public static let didPlayToEndTimeNotification = Notification.Name
    .AVPlayerItemDidPlayToEndTime
  /// The asset.
  public let asset: AVAsset
  private let loop: PlaybackLoop?
  private let state = Locked(State())

  init(asset: AVAsset, loop: PlaybackLoop?) { (self.asset, self.loop) = (asset, loop) }

  /// Creates an item of an asset. Does not open it.
  public convenience init(asset: AVAsset) { self.init(asset: asset, loop: nil) }
  /// Creates an item of an asset. The keys have no effect: all are loaded before `readyToPlay`.
  public convenience init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) {
    self.init(asset: asset)
  }
  /// Creates an item of the media at a URL. Does not open it.
  public convenience init(url: URL) { self.init(asset: AVURLAsset(url: url)) }

  var player: Player? { state.withLock { $0.player } }

  /// The player that has the item, and its counterpart in PlayheadKit.
  private var attachment: (AVPlayer, Player)? {
    let (owner, player) = state.withLock { ($0.owner, $0.player) }
    guard let owner, let player, owner.queue.items.contains(where: { $0 === player }) else {
      return nil
    }
    return (owner, player)
  }

  var isAttached: Bool { attachment != nil }

  /// Whether playback has reached the end, or `forwardPlaybackEndTime`.
  var isAtEnd: Bool {
    guard let player else { return false }
    let (state, end) = (player.playbackState, forwardPlaybackEndTime)
    return state == .ended || state == .paused && end.isNumeric && currentTime() >= end
  }

  /// Makes the item's counterpart in PlayheadKit, for a player.
  func attach(to owner: AVPlayer) -> Player {
    let player = Player(media: asset.opener, clock: owner.main.clock, audio: owner.audio)
    let (old, start, end) = state.withLock { ($0.player, $0.start.take(), $0.forwardEnd) }
    if end.isNumeric { player.setForwardPlaybackEnd(end.position) }
    if let start = start ?? old?.currentTime() ?? loop?.start, start > .zero {
      player.setStart(start)
    }
    player.setLoop(loop)
    let watching = watch(player, for: owner)
    let before = state.withLock { state in
      defer { (state.player, state.owner, state.watching) = (player, owner, watching) }
      return (state.player, state.watching)
    }
    withExtendedLifetime(before) {}
    return player
  }

  private func watch(_ player: Player, for owner: AVPlayer) -> [AnyCancellable] {
    let changes = [
      player.statusPublisher(queue: nil).map { _ in }.eraseToAnyPublisher(),
      player.playbackStatePublisher(queue: nil).map { _ in }.eraseToAnyPublisher(),
      player.durationPublisher(queue: nil).map { _ in }.eraseToAnyPublisher(),
      player.bufferedRangePublisher(queue: nil).map { _ in }.eraseToAnyPublisher(),
      player.timeControlStatusPublisher(queue: nil).map { _ in }.eraseToAnyPublisher(),
    ]
    return [
      Publishers.MergeMany(changes).sink { [weak owner] in owner?.noteChange() },
      player.statusPublisher(queue: nil).sink { [weak owner, weak self, weak player] status in
        guard case .failed(let error) = status, let owner, let self else { return }
        let wasReady = player?.mediaInfo != nil
        owner.main.async { owner.fail(self, error, wasReady: wasReady) }
      },
      player.didPlayToEndTimePublisher(queue: nil).sink { [weak owner, weak self, weak player] _ in
        guard let owner, let self else { return }
        // The queue has then left the item, so that it can be inserted again.
        player?.whenPublished { owner.main.async { owner.end(self) } }
      },
    ]
  }

  /// Whether the item can be played. Observable.
  open var status: Status {
    switch player?.status {
    case nil, .unknown: .unknown
    case .readyToPlay: .readyToPlay
    case .failed: .failed
    }
  }

  /// The reason for `Status.failed`: a `MediaError`. Observable.
  open var error: (any Error)? { player?.error }

  /// The length of the media; `.indefinite` until it is known. It may grow until the media was read to
  /// the end. Observable.
  open var duration: CMTime { player?.duration.map { CMTime($0.time) } ?? .indefinite }

  /// The position of the playhead.
  open func currentTime() -> CMTime {
    let (start, player) = state.withLock { ($0.start, $0.player) }
    return CMTime(start ?? player?.currentTime() ?? .zero)
  }

  /// The position at which playback ends; `.invalid` for the end of the media.
  open var forwardPlaybackEndTime: CMTime {
    get { state.withLock { $0.forwardEnd } }
    set {
      let player = state.withLock { state in
        state.forwardEnd = newValue
        return state.player
      }
      player?.setForwardPlaybackEnd(newValue.isNumeric ? newValue.position : nil)
      changes.send()
    }
  }

  /// The read-ahead, from the playhead on: at most one `CMTimeRange`. Observable.
  open var loadedTimeRanges: [NSValue] {
    var range = MediaTime.zero..<MediaTime.zero
    player?.bufferedRangePublisher(queue: nil).prefix(1).subscribe(
      Subscribers.Sink(receiveCompletion: { _ in }, receiveValue: { range = $0 }))
    if range.isEmpty { return [] }
    let (start, end) = (CMTime(range.lowerBound), CMTime(range.upperBound))
    return [NSValue(timeRange: CMTimeRange(start: start, end: end))]
  }

  /// Whether playback will probably continue without a stall. Observable.
  open var isPlaybackLikelyToKeepUp: Bool { player?.isPlaybackLikelyToKeepUp ?? false }
  /// Whether all media that was read has been played. Observable.
  open var isPlaybackBufferEmpty: Bool { player?.isPlaybackBufferEmpty ?? true }

  /// Moves the playhead by a number of video frames, and pauses it.
  open func step(byCount count: Int) { attachment?.1.beginStep(byCount: count) }

  /// Moves the playhead: see `AVSeeking`. Without a player the item starts there when it
  /// is inserted, and the handler is called at once.
  open func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
    completionHandler: ((Bool) -> Void)?
  ) {
    guard let target = time.position else { preconditionFailure("\(time) is no time to seek to") }
    guard let (owner, player) = attachment else {
      state.withLock { $0.start = target }
      completionHandler?(true)
      return
    }
    // Unsafe: called once, on the main queue.
    nonisolated(unsafe) let handler = completionHandler
    owner.seek(self) {
      player.beginSeek(to: target) { [main = owner.main] result in
        main.async { handler?((try? result.get()) != nil) }
      }
    }
  }
}
