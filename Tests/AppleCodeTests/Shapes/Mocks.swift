import AVFoundation

/// Players that record calls, as the tests of apps have them.
class RecordingPlayer: AVPlayer, @unchecked Sendable {
  var calls: [String] = []
  var stubbedTime = CMTime.zero
  var observers: [Int: (CMTime) -> Void] = [:]

  override init() { super.init() }
  override init(url: URL) { super.init(url: url) }
  override init(playerItem item: AVPlayerItem?) { super.init(playerItem: item) }

  override func play() { calls.append("play") }
  override func pause() { calls.append("pause") }
  override func currentTime() -> CMTime { stubbedTime }
  override var status: AVPlayer.Status { .readyToPlay }
  override var currentItem: AVPlayerItem? { super.currentItem }
  override var reasonForWaitingToPlay: AVPlayer.WaitingReason? { nil }
  override var rate: Float { didSet { calls.append("rate") } }
  override func replaceCurrentItem(with item: AVPlayerItem?) {
    calls.append("replace")
    super.replaceCurrentItem(with: item)
  }

  override func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping (CMTime) -> Void
  ) -> Any {
    observers[observers.count] = block
    return observers.count - 1
  }
  override func addBoundaryTimeObserver(
    forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping () -> Void
  ) -> Any {
    calls.append("boundaries \(times.count)")
    return super.addBoundaryTimeObserver(forTimes: times, queue: queue, using: block)
  }
  override func removeTimeObserver(_ observer: Any) {
    guard let key = observer as? Int else { return super.removeTimeObserver(observer) }
    observers[key] = nil
  }

  override func seek(to time: CMTime) { calls.append("seek") }
  override func seek(to time: CMTime, completionHandler: @escaping (Bool) -> Void) {
    calls.append("seek with handler")
    completionHandler(true)
  }
  override func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
    calls.append("exact seek")
  }
  override func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
    completionHandler: @escaping (Bool) -> Void
  ) {
    calls.append("exact seek with handler")
    super.seek(
      to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter,
      completionHandler: completionHandler)
  }
  override func seek(to date: Date) { calls.append("date") }
  override func seek(to date: Date, completionHandler: @escaping (Bool) -> Void) {
    completionHandler(false)
  }
}

/// Subclasses without own initializers.
class PlainPlayer: AVPlayer, @unchecked Sendable {}
class PlainQueue: AVQueuePlayer, @unchecked Sendable {
  override func advanceToNextItem() { super.advanceToNextItem() }
}
class PlainItem: AVPlayerItem, @unchecked Sendable {}

/// An item that counts its seeks, and has a number.
final class EntryItem: AVPlayerItem, @unchecked Sendable {
  let entry: Int
  var seeks = 0

  init(url: URL, entry: Int) {
    self.entry = entry
    super.init(asset: AVURLAsset(url: url), automaticallyLoadedAssetKeys: ["playable", "duration"])
  }

  override var asset: AVAsset { StubAsset(url: URL(fileURLWithPath: "/stub")) }
  override var tracks: [AVPlayerItemTrack] { [] }
  override var error: Error? { nil }
  override func errorLog() -> AVPlayerItemErrorLog? { nil }
  override var status: AVPlayerItem.Status { .readyToPlay }
  override var duration: CMTime { CMTimeMake(value: 60, timescale: 1) }
  override func seek(to time: CMTime, completionHandler: ((Bool) -> Void)?) {
    seeks += 1
    super.seek(to: time, completionHandler: completionHandler)
  }
}

/// A queue with its own designated initializer.
final class StationQueue: AVQueuePlayer, @unchecked Sendable {
  let station: String
  init(station: String, items: [AVPlayerItem]) {
    self.station = station
    super.init(items: items)
    actionAtItemEnd = .advance
  }
}

final class StubAsset: AVURLAsset, @unchecked Sendable {
  override var url: URL { super.url.appendingPathComponent("stub") }
  override var isPlayable: Bool { true }
  override var duration: CMTime { CMTimeMakeWithSeconds(12, preferredTimescale: 600) }
  override func loadValuesAsynchronously(
    forKeys keys: [String], completionHandler handler: (() -> Void)? = nil
  ) { handler?() }
  override func statusOfValue(
    forKey key: String, error outError: NSErrorPointer
  ) -> AVKeyValueStatus { .loaded }
}
