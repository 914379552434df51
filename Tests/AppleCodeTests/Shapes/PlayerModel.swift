import AVFoundation
import Combine

/// What an app needs of a player, so that tests replace it.
protocol PlayerType: AnyObject {
  var rate: Float { get set }
  var volume: Float { get set }
  var currentItem: AVPlayerItem? { get }
  var status: AVPlayer.Status { get }
  var automaticallyWaitsToMinimizeStalling: Bool { get set }
  var allowsExternalPlayback: Bool { get set }
  func play()
  func pause()
  func currentTime() -> CMTime
  func replaceCurrentItem(with item: AVPlayerItem?)
  func seek(to time: CMTime)
  func seek(to time: CMTime, completionHandler: @escaping (Bool) -> Void)
  func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
    completionHandler: @escaping (Bool) -> Void)
  func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping (CMTime) -> Void
  ) -> Any
  func removeTimeObserver(_ observer: Any)
}

extension AVPlayer: PlayerType {}

protocol ItemType: AnyObject {
  var duration: CMTime { get }
  var loadedTimeRanges: [NSValue] { get }
  var seekableTimeRanges: [NSValue] { get }
  var preferredForwardBufferDuration: TimeInterval { get set }
  func cancelPendingSeeks()
  func seek(to time: CMTime, completionHandler: ((Bool) -> Void)?)
}

extension AVPlayerItem: ItemType {}

/// A model on the main actor, as views observe it.
@MainActor final class PlayerModel: ObservableObject {
  @Published private(set) var isPlaying = false
  @Published private(set) var seconds = 0.0
  @Published private(set) var length = 0.0
  @Published private(set) var isReady = false
  let player: AVPlayer
  private var token: Any?
  private var observation: NSKeyValueObservation?
  private var subscriptions = Set<AnyCancellable>()

  init(player: AVPlayer = AVPlayer()) {
    self.player = player
    player.publisher(for: \.timeControlStatus)
      .map { $0 == .playing }
      .removeDuplicates()
      .receive(on: DispatchQueue.main)
      .assign(to: &$isPlaying)
    player.publisher(for: \.currentItem?.duration)
      .compactMap { $0 }
      .filter { $0.isNumeric }
      .map { CMTimeGetSeconds($0) }
      .receive(on: DispatchQueue.main)
      .sink { [weak self] in self?.length = $0 }
      .store(in: &subscriptions)
    observation = player.observe(\.currentItem?.status, options: [.initial, .new]) {
      [weak self] player, _ in
      let isReady = player.currentItem?.status == .readyToPlay
      Task { @MainActor in self?.isReady = isReady }
    }
    token = player.addPeriodicTimeObserver(
      forInterval: CMTime(value: 1, timescale: 25), queue: .main
    ) { [weak self] time in
      MainActor.assumeIsolated { self?.seconds = time.seconds }
    }
  }

  func toggle() {
    if player.timeControlStatus == .paused { player.play() } else { player.pause() }
  }

  func skip(by seconds: Double) async {
    let target = player.currentTime() + CMTime(seconds: seconds, preferredTimescale: 600)
    await player.seek(to: target, toleranceBefore: .zero, toleranceAfter: .zero)
  }

  func stop() {
    if let token { player.removeTimeObserver(token) }
    token = nil
    observation?.invalidate()
    player.replaceCurrentItem(with: nil)
  }
}

/// Repeats a list, by the end of each item.
final class RepeatingQueue {
  let player = AVQueuePlayer()
  private let urls: [URL]
  private var looper: AVPlayerLooper?
  private var observation: NSKeyValueObservation?
  private(set) var played = 0

  init(urls: [URL]) {
    self.urls = urls
    refill()
    observation = player.observe(\.currentItem, options: [.old, .new]) { [weak self] _, change in
      guard let self = self, let old = change.oldValue ?? nil, old !== change.newValue ?? nil
      else { return }
      self.played += 1
      if self.player.items().count < 2 { self.refill() }
    }
  }

  func loopFirst() {
    observation?.invalidate()
    looper = AVPlayerLooper(
      player: player, templateItem: AVPlayerItem(url: urls[0]),
      timeRange: CMTimeRange(start: .zero, duration: CMTimeMake(value: 1, timescale: 10)))
  }

  private func refill() {
    for url in urls {
      let item = AVPlayerItem(
        asset: AVURLAsset(url: url), automaticallyLoadedAssetKeys: ["playable"])
      if player.canInsert(item, after: player.items().last) {
        player.insert(item, after: player.items().last)
      }
    }
  }
}
