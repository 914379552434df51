import Foundation
internal import PlayheadCore
internal import PlayheadLocking
internal import PlayheadMedia
internal import PlayheadTimekeeping
import PortableCombine

/// The playback of an asset, by one `AVPlayer` at a time. May be used on any thread.
///
/// The asset is opened when the item is the current one of a player, or the next one, or is sought. After it was
/// removed it can be inserted again, and continues where it was left. Source: Apple's documentation of `AVPlayerItem`.
// Sendable is unchecked: all that changes is behind a lock.
open class AVPlayerItem: _AVObservable, _KeyValueCodingAndObserving, @unchecked Sendable {
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
    /// The counterpart in PlayheadCore. Nil until the item is inserted.
    var player: Player?
    /// Whether `player` was inserted into a queue, which may have left it since.
    var isQueued = false
    weak var owner: AVPlayer?
    /// The target of a seek while no player had the item.
    var start: MediaTime?
    var forwardEnd = CMTime.invalid
    var watching: [AnyCancellable] = []
    var loop: PlaybackLoop?
    /// The seek whose handler has not been called.
    weak var pendingSeek: PendingSeek?
    var stallCount = 0
  }

  private let source: AVAsset
  private let state = Locked(State())

  /// Creates an item of an asset. The keys have no effect: all are loaded before `readyToPlay`.
  public init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) { source = asset }
  /// Creates an item of an asset. Does not open it.
  public convenience init(asset: AVAsset) {
    self.init(asset: asset, automaticallyLoadedAssetKeys: nil)
  }
  /// Creates an item of the media at a URL. Does not open it.
  public convenience init(url: URL) { self.init(asset: AVURLAsset(url: url)) }

  /// The asset.
  open var asset: AVAsset { source }

  var player: Player? { state.withLock { $0.player } }

  /// The counterpart in PlayheadCore, once it was inserted into a queue.
  var queuedPlayer: Player? { state.withLock { $0.isQueued ? $0.player : nil } }

  /// Records that the counterpart was inserted into a queue.
  func markQueued(_ player: Player) {
    state.withLock { if $0.player === player { $0.isQueued = true } }
  }

  /// Sets the range that is repeated, of an item that was not inserted yet.
  func setLoop(_ loop: PlaybackLoop) { state.withLock { $0.loop = loop } }

  /// The player that has the item, and its counterpart in PlayheadCore.
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

  /// Makes the item's counterpart in PlayheadCore, for a player.
  func attach(to owner: AVPlayer) -> Player {
    let player = Player(media: source.opener, clock: owner.main.clock, audio: owner.audio)
    let (old, start, end, loop) = state.withLock {
      ($0.player, $0.start.take(), $0.forwardEnd, $0.loop)
    }
    if end.isNumeric { player.setForwardPlaybackEnd(end.position) }
    if let start = start ?? old?.currentTime() ?? loop?.start, start > .zero {
      player.setStart(start)
    }
    player.setLoop(loop)
    let watching = watch(player, for: owner)
    let before = state.withLock { state in
      defer {
        (state.player, state.owner, state.watching) = (player, owner, watching)
        state.isQueued = false
      }
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
      Publishers.MergeMany(changes).sink { [weak owner] in owner?.schedulePublishing() },
      player.statusPublisher(queue: nil).sink { [weak owner, weak self, weak player] status in
        guard let owner, let self else { return }
        if case .readyToPlay = status {
          owner.main.async { self.post(.AVPlayerItemNewAccessLogEntry) }
        }
        guard case .failed(let error) = status else { return }
        let wasReady = player?.mediaInfo != nil
        owner.main.async { owner.fail(self, error, wasReady: wasReady) }
      },
      player.didPlayToEndTimePublisher(queue: nil).sink { [weak owner, weak self, weak player] _ in
        guard let owner, let self else { return }
        // The queue has then left the item, so that it can be inserted again.
        player?.whenPublished { owner.main.async { owner.end(self) } }
      },
      player.timeControlStatusPublisher(queue: nil).sink { [weak owner, weak self] status in
        guard status == .waitingToPlayAtSpecifiedRate(.stalled), let owner, let self else { return }
        self.state.withLock { $0.stallCount += 1 }
        owner.main.async { owner.stall(self) }
      },
      player.movementPublisher.sink { [weak owner, weak self] movement in
        guard case .departed = movement, let owner, let self else { return }
        owner.main.async { self.post(.AVPlayerItemTimeJumped) }
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

  /// The reason for `Status.failed`: an `AVError`. Observable.
  open var error: (any Error)? { player?.error.map { AVError($0) } }

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

  /// Whether reading waits for the playhead, or has reached the end of the media. Observable.
  open var isPlaybackBufferFull: Bool { player?.isPlaybackBufferFull ?? false }
  /// The whole media; empty if they are not open, cannot seek, or their length is not known. Observable.
  open var seekableTimeRanges: [NSValue] {
    guard player?.mediaInfo?.isSeekable == true, duration.isNumeric else { return [] }
    return [NSValue(timeRange: CMTimeRange(start: .zero, duration: duration))]
  }
  /// The playhead as a timebase.
  open var timebase: CMTimebase? {
    guard let (owner, _) = attachment else { return nil }
    return CMTimebase(time: { [weak self] in self?.currentTime() ?? .invalid }) {
      [weak owner, weak self] in
      owner?.currentItem === self && owner?.timeControlStatus == .playing
        ? Double(owner?.rate ?? 0) : 0
    }
  }

  /// The tracks; empty until the item is ready.
  open var tracks: [AVPlayerItemTrack] {
    player?.mediaInfo?.assetTracks.map { AVPlayerItemTrack($0) } ?? []
  }
  /// The width and height of the pictures; zero until the item is ready.
  open var presentationSize: CGSize {
    tracks.compactMap(\.assetTrack).first { $0.mediaType == .video }?.naturalSize ?? .zero
  }
  /// Returns the error as a log; nil without one.
  open func errorLog() -> AVPlayerItemErrorLog? {
    guard let player, let error = player.error.map({ AVError($0) }) else { return nil }
    return AVPlayerItemErrorLog(events: [
      AVPlayerItemErrorLogEvent(
        uri: player.url?.absoluteString, errorStatusCode: error.errorCode,
        errorDomain: AVFoundationErrorDomain, errorComment: error.description)
    ])
  }
  /// Returns the playback as a log; nil until the item is ready.
  open func accessLog() -> AVPlayerItemAccessLog? {
    guard let player, player.mediaInfo != nil else { return nil }
    return AVPlayerItemAccessLog(events: [
      AVPlayerItemAccessLogEvent(
        uri: player.url?.absoluteString, numberOfStalls: state.withLock { $0.stallCount })
    ])
  }

  /// Whether the item is ready.
  open var canPlayFastForward: Bool { status == .readyToPlay }
  /// Whether the item is ready.
  open var canPlaySlowForward: Bool { status == .readyToPlay }
  /// Always false.
  open var canPlayReverse: Bool { false }
  /// Whether the item is ready and has pictures.
  open var canStepForward: Bool { tracks.contains { $0.assetTrack?.mediaType == .video } }
  /// Whether the item is ready, has pictures and can seek.
  open var canStepBackward: Bool { canStepForward && player?.mediaInfo?.isSeekable == true }
  /// Always nil: media have no dates.
  open func currentDate() -> Date? { nil }

  /// Moves the playhead by a number of video frames, and pauses it.
  open func step(byCount count: Int) { attachment?.1.beginStep(byCount: count) }

  /// Moves the playhead at once.
  open func seek(to time: CMTime) { move(to: time, nil) }
  /// Moves the playhead: see `AVPlayer`. Without a player the item starts there when it is inserted, and
  /// the handler is called at once.
  open func seek(to time: CMTime, completionHandler: ((Bool) -> Void)?) {
    move(to: time, completionHandler)
  }
  /// Moves the playhead at once.
  open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
    move(to: time, nil)
  }
  /// Moves the playhead, and calls the handler.
  open func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
    completionHandler: ((Bool) -> Void)?
  ) { move(to: time, completionHandler) }
  /// Returns false: media have no dates. Does not call the handler.
  open func seek(to date: Date, completionHandler: ((Bool) -> Void)?) -> Bool { false }
  /// Calls the handler of the pending seek with false. The playhead remains at its target.
  open func cancelPendingSeeks() { state.withLock { $0.pendingSeek }?.finish(false) }

  func move(to time: CMTime, _ handler: ((Bool) -> Void)?) {
    guard let target = time.position else { preconditionFailure("\(time) is no time to seek to") }
    guard let (owner, player) = attachment else {
      let hasFailed = status == .failed
      if !hasFailed { state.withLock { $0.start = target } }
      handler?(!hasFailed)
      return
    }
    let pending = PendingSeek(handler)
    state.withLock { $0.pendingSeek = pending }
    owner.seek(self) {
      player.beginSeek(to: target) { [main = owner.main] result in
        main.async { pending.finish((try? result.get()) != nil) }
      }
    }
  }

  func post(_ name: Notification.Name, _ userInfo: [AnyHashable: Any]? = nil) {
    NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
  }

  // MARK: Without effect

  /// Has no effect: the pitch remains at every rate.
  @_Inert open var audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm.timeDomain
  /// Has no effect: some seconds are read in advance.
  @_Inert open var preferredForwardBufferDuration: TimeInterval = 0
  /// Has no effect: the first variant is played.
  @_Inert open var preferredPeakBitRate = 0.0
  /// Has no effect.
  @_Inert open var preferredMaximumResolution = CGSize.zero
  /// Has no effect.
  @_Inert open var canUseNetworkResourcesForLiveStreamingWhilePaused = false
}
