import AVFoundation

protocol PlayerWrapperDelegate: AnyObject {
  func wrapper(_ wrapper: PlayerWrapper, didReceive event: String)
}

/// Wraps a player with a delegate, as libraries of players do.
class PlayerWrapper: @unchecked Sendable {
  let player = AVPlayer()
  weak var delegate: PlayerWrapperDelegate?
  private var timeObserver: Any?
  private var boundaryObserver: Any?
  private var notes: [NSObjectProtocol] = []

  var bufferDuration: TimeInterval = 0 {
    didSet { player.currentItem?.preferredForwardBufferDuration = bufferDuration }
  }
  var duration: TimeInterval {
    guard let item = player.currentItem, item.duration.isNumeric else { return 0 }
    return item.duration.seconds
  }
  var bufferedSeconds: TimeInterval {
    player.currentItem?.loadedTimeRanges.last.map { $0.timeRangeValue.end.seconds } ?? 0
  }
  var isLive: Bool { player.currentItem?.duration.isIndefinite == true }
  var seekable: [CMTimeRange] {
    player.currentItem?.seekableTimeRanges.map { $0.timeRangeValue } ?? []
  }

  init() {
    player.allowsExternalPlayback = false
    player.usesExternalPlaybackWhileExternalScreenIsActive = true
    player.automaticallyWaitsToMinimizeStalling = false
    player.preventsDisplaySleepDuringVideoPlayback = false
    timeObserver = player.addPeriodicTimeObserver(
      forInterval: CMTimeMakeWithSeconds(0.5, preferredTimescale: Int32(NSEC_PER_SEC)), queue: nil
    ) { [weak self] time in
      guard let self = self else { return }
      self.delegate?.wrapper(self, didReceive: "time")
    }
  }

  deinit {
    if let timeObserver = timeObserver { player.removeTimeObserver(timeObserver) }
    if let boundaryObserver = boundaryObserver { player.removeTimeObserver(boundaryObserver) }
    notes.forEach { NotificationCenter.default.removeObserver($0) }
  }

  func load(_ asset: AVAsset, from start: TimeInterval? = nil) {
    let item = AVPlayerItem(asset: asset)
    item.audioTimePitchAlgorithm = .spectral
    item.preferredPeakBitRate = 1_000_000
    item.canUseNetworkResourcesForLiveStreamingWhilePaused = true
    observe(item)
    player.replaceCurrentItem(with: item)
    boundaryObserver = player.addBoundaryTimeObserver(
      forTimes: [NSValue(time: CMTime(seconds: 0.001, preferredTimescale: 1000))], queue: .main
    ) { [weak self] in
      guard let self = self else { return }
      self.delegate?.wrapper(self, didReceive: "started")
    }
    if let start = start {
      player.seek(to: CMTime(seconds: start, preferredTimescale: 600)) { [weak self] finished in
        guard let self = self else { return }
        self.delegate?.wrapper(self, didReceive: finished ? "sought" : "seek failed")
      }
    }
  }

  func stop() {
    player.pause()
    player.currentItem?.cancelPendingSeeks()
    player.currentItem?.asset.cancelLoading()
    player.replaceCurrentItem(with: nil)
  }

  private func observe(_ item: AVPlayerItem) {
    let names: [Notification.Name] = [
      .AVPlayerItemDidPlayToEndTime, .AVPlayerItemFailedToPlayToEndTime,
      .AVPlayerItemPlaybackStalled, .AVPlayerItemNewErrorLogEntry, .AVPlayerItemNewAccessLogEntry,
      AVPlayerItem.timeJumpedNotification,
    ]
    for name in names {
      notes.append(
        NotificationCenter.default.addObserver(forName: name, object: item, queue: .main) {
          [weak self] note in
          guard let self = self else { return }
          if let error = note.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? Error {
            self.delegate?.wrapper(self, didReceive: error.localizedDescription)
          }
          if let event = (note.object as? AVPlayerItem)?.errorLog()?.events.last {
            self.delegate?.wrapper(
              self, didReceive: event.errorComment ?? "\(event.errorStatusCode)")
          }
          _ = (note.object as? AVPlayerItem)?.accessLog()?.events.last?.numberOfStalls
          self.delegate?.wrapper(self, didReceive: note.name.rawValue)
        })
    }
  }
}

/// Waits for notifications with `for await`.
func end(of item: AVPlayerItem) async {
  for await note in NotificationCenter.default.notifications(
    named: AVPlayerItem.didPlayToEndTimeNotification, object: item)
  {
    if note.object as? AVPlayerItem === item { return }
  }
}
