import Foundation
internal import PlayheadLocking
internal import PlayheadMedia

/// The events of items. They arrive on the main queue, except `schedulePublishing` and `seek`.
extension AVPlayer {
  func schedulePublishing() {
    main.async { [weak self] in self?.publishChanges() }
  }

  func publishChanges() {
    let isKnown = currentItem.map { $0.status != .unknown } ?? false
    let items = state.withLock { state in
      state.isReady = state.isReady || isKnown
      return state.items
    }
    for item in items { item.changes.send() }
    changes.send()
    (self as? AVQueuePlayer)?.forgetPlayedItems()
  }

  func end(_ item: AVPlayerItem) {
    pauseAtEnd(of: item)
    publishChanges()
    item.post(.AVPlayerItemDidPlayToEndTime)
  }

  func stall(_ item: AVPlayerItem) {
    if !automaticallyWaitsToMinimizeStalling, item === currentItem {
      queue.pause()
      publishChanges()
    }
    item.post(.AVPlayerItemPlaybackStalled)
  }

  func fail(_ item: AVPlayerItem, _ error: MediaError, wasReady: Bool) {
    if !(self is AVQueuePlayer), item === currentItem { queue.pause() }
    publishChanges()
    item.post(.AVPlayerItemNewErrorLogEntry)
    guard wasReady else { return }
    item.post(
      .AVPlayerItemFailedToPlayToEndTime,
      [AVPlayerItemFailedToPlayToEndTimeErrorKey: AVError(error)])
  }

  /// Performs a seek of an item. If playback was to continue from its end, it does so.
  func seek(_ item: AVPlayerItem, _ body: () -> Void) {
    let continues = item.isAtEnd && item === currentItem && actionAtItemEnd == .none
    pauseAtEnd(of: item)
    body()
    if continues { queue.setRate(queue.rate) }
    publishChanges()
  }

  private func pauseAtEnd(of item: AVPlayerItem) {
    guard actionAtItemEnd == .pause, item === currentItem, item.isAtEnd else { return }
    queue.pause()
  }
}
