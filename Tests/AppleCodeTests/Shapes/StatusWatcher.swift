import AVFoundation

/// Observes a player and its item by key paths, as wrappers do.
final class StatusWatcher {
  enum Event: Equatable { case status(Int), rate(Float), control(Int), loaded(Double), kind(UInt) }

  private let player: AVPlayer
  private var tokens: [NSKeyValueObservation] = []
  private var itemToken: NSKeyValueObservation?
  private(set) var events: [Event] = []
  var onReady: (() -> Void)?

  init(player: AVPlayer) {
    self.player = player
    tokens.append(
      player.observe(\.currentItem, options: [.initial, .new]) { [weak self] player, change in
        guard let item = change.newValue ?? player.currentItem else { return }
        self?.watch(item)
      })
    tokens.append(
      player.observe(\.rate, options: [.old, .new]) { [weak self] _, change in
        guard let rate = change.newValue, rate != change.oldValue else { return }
        self?.events.append(.rate(rate))
        self?.events.append(.kind(change.kind.rawValue))
      })
    tokens.append(
      player.observe(\.timeControlStatus, options: [.new, .prior]) { [weak self] player, change in
        if change.isPrior { return }
        switch player.timeControlStatus {
        case .paused, .playing, .waitingToPlayAtSpecifiedRate:
          self?.events.append(.control(player.timeControlStatus.rawValue))
        @unknown default: break
        }
      })
    tokens.append(
      player.observe(\.reasonForWaitingToPlay) { player, _ in
        _ = player.reasonForWaitingToPlay == .toMinimizeStalls
      })
  }

  private func watch(_ item: AVPlayerItem) {
    itemToken = item.observe(\.status, options: [.initial, .new]) { [weak self] item, _ in
      self?.events.append(.status(item.status.rawValue))
      if item.status == .readyToPlay { self?.onReady?() }
    }
    tokens.append(
      item.observe(\.loadedTimeRanges) { [weak self] item, _ in
        guard let range = item.loadedTimeRanges.first?.timeRangeValue else { return }
        self?.events.append(.loaded(CMTimeGetSeconds(CMTimeAdd(range.start, range.duration))))
      })
    for path in [
      \AVPlayerItem.isPlaybackBufferEmpty, \.isPlaybackBufferFull, \.isPlaybackLikelyToKeepUp,
    ] {
      tokens.append(
        item.observe(path, options: [.new]) { _, change in _ = change.newValue == true })
    }
  }

  deinit {
    tokens.forEach { $0.invalidate() }
    itemToken?.invalidate()
  }
}
