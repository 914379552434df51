import AVFoundation
import Combine
import Foundation
import Testing

/// Code in the shape of that of open-source players. The target's files are built in two language modes, and
/// import nothing but Apple's modules.
@MainActor @Suite struct AppleCodeTests {
  private let url = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("SampleMedia/bbb_small.mp4")
  private let missing = URL(fileURLWithPath: "/nowhere/missing.mp4")

  final class Events: PlayerWrapperDelegate {
    var all: [String] = []
    var onEvent: ((String) -> Void)?
    func wrapper(_ wrapper: PlayerWrapper, didReceive event: String) {
      all.append(event)
      onEvent?(event)
    }
  }

  /// Plays with the system's clock.
  @Test func aWrapperHearsTheEndOnTheMainQueue() async {
    let (wrapper, events) = (PlayerWrapper(), Events())
    wrapper.delegate = events
    // A busy machine may stall.
    wrapper.player.automaticallyWaitsToMinimizeStalling = true
    wrapper.player.isMuted = true
    let asset = AVAsset(url: url)
    let watcher = StatusWatcher(player: wrapper.player)
    wrapper.load(asset, from: asset.duration.seconds - 0.1)
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      events.onEvent = { if $0 == "AVPlayerItemDidPlayToEndTimeNotification" { done.resume() } }
      wrapper.player.play()
    }
    #expect(events.all.contains("sought"))
    #expect(watcher.events.contains(.status(AVPlayerItem.Status.readyToPlay.rawValue)))
    #expect(watcher.events.contains(.rate(1)) && watcher.events.contains(.kind(1)))
    #expect(!wrapper.isLive && wrapper.seekable.count == 1 && wrapper.duration > 0)
    #expect(wrapper.player.currentItem?.accessLog()?.events.first?.numberOfStalls == 0)
    wrapper.stop()
  }

  @Test func anEndIsAwaited() async {
    let item = AVPlayerItem(asset: AVAsset(url: url))
    item.forwardPlaybackEndTime = CMTime(value: 1, timescale: 20)
    let player = AVPlayer(playerItem: item)
    player.isMuted = true
    var ends = NotificationCenter.default.notifications(
      named: AVPlayerItem.didPlayToEndTimeNotification, object: item
    ).makeAsyncIterator()
    player.play()
    #expect(await ends.next()?.object as? AVPlayerItem === item)
    #expect(item.currentTime().seconds == 0.05)
  }

  @Test func aMissingFileIsReported() async {
    let (wrapper, events) = (PlayerWrapper(), Events())
    wrapper.delegate = events
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      events.onEvent = { if $0 == "AVPlayerItemNewErrorLogEntryNotification" { done.resume() } }
      wrapper.load(AVAsset(url: missing))
    }
    #expect(events.all.contains { $0.contains("missing.mp4") })
    #expect(await !wrapper.player.seek(to: .zero))
    let error = wrapper.player.currentItem?.error
    #expect((error as? AVError)?.code == .unknown)
    #expect((error as NSError?)?.domain == AVFoundationErrorDomain)
    #expect(error?.localizedDescription.hasSuffix("missing.mp4: No such file or directory") == true)
  }

  @Test func subclassesHaveApplesInitializers() {
    let players = [
      PlainPlayer(), PlainPlayer(url: missing), PlainPlayer(playerItem: nil), PlainQueue(),
      PlainQueue(url: url), PlainQueue(items: [PlainItem(url: url)]),
      StationQueue(station: "a", items: [EntryItem(url: url, entry: 1)]), RecordingPlayer(),
    ]
    #expect(
      players.map { $0.currentItem == nil } == [true, false, true, true, false, false, false, true])
    #expect((players[1].currentItem?.asset as? AVURLAsset)?.url == missing)
    #expect(AVAsset(url: missing) is AVURLAsset)
    #expect(PlainItem(asset: AVAsset(url: missing)).duration.isIndefinite)
    #expect(EntryItem(url: missing, entry: 2).duration.seconds == 60)
    #expect(StubAsset(url: missing).statusOfValue(forKey: "duration", error: nil) == .loaded)
  }

  @Test func mocksReplaceTheMethodsOfPlayers() {
    let player = RecordingPlayer()
    var times: [Double] = []
    let token = player.addPeriodicTimeObserver(forInterval: .zero, queue: nil) {
      times.append($0.seconds)
    }
    player.observers[0]?(CMTime(value: 3, timescale: 2))
    player.removeTimeObserver(token)
    player.play()
    player.seek(to: CMTime.zero)
    player.seek(to: CMTime.zero) { _ in }
    player.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero)
    player.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
    player.rate = 0
    #expect(times == [1.5] && player.observers.isEmpty)
    #expect(
      player.calls == [
        "play", "seek", "seek with handler", "exact seek", "exact seek with handler", "rate",
      ])
    #expect(ownNames().count == 4)
  }

  @Test func publishersFollowAPlayer() async {
    let player = AVPlayer(url: url)
    player.isMuted = true
    var subscriptions = Set<AnyCancellable>()
    let (time, status) = await withCheckedContinuation {
      (done: CheckedContinuation<(CMTime, AVPlayerItem.Status), Never>) in
      player.currentTimePublisher(every: 0.04).filter { $0 > .zero }
        .combineLatest(player.itemStatusPublisher().filter { $0 != .unknown })
        .first()
        .sink { done.resume(returning: $0) }.store(in: &subscriptions)
      player.play()
    }
    #expect(time > .zero && status == .readyToPlay)
    #expect(player.currentItem?.timebase.map { CMTimebaseGetTime($0) > .zero } == true)
  }

  @Test func aModelOnTheMainActorFollowsItsPlayer() async {
    let model = PlayerModel(player: AVPlayer(url: url))
    model.player.isMuted = true
    var subscriptions = Set<AnyCancellable>()
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      model.$seconds.combineLatest(model.$length, model.$isReady)
        .first { $0 > 0 && $1 > 0 && $2 }
        .sink { _ in done.resume() }
        .store(in: &subscriptions)
      model.toggle()
    }
    await model.skip(by: 60)
    #expect(model.player.currentTime().seconds == model.player.currentItem?.duration.seconds)
    model.stop()
  }

  @Test func aQueueIsRefilled() {
    let queue = RepeatingQueue(urls: [url, url])
    queue.player.advanceToNextItem()
    queue.player.advanceToNextItem()
    #expect(queue.played == 2 && queue.player.items().count >= 2)
    queue.loopFirst()
    #expect(queue.player.items().count == 1)
  }

  @Test func keysOfAssetsAreLoaded() async throws {
    let loader = AssetLoader()
    func outcome(_ url: URL) async -> AssetLoader.Outcome {
      await withCheckedContinuation { (done: CheckedContinuation<AssetLoader.Outcome, Never>) in
        loader.load(url) { done.resume(returning: $0) }
      }
    }
    guard case .ready(let item) = await outcome(url) else { throw Failure() }
    #expect((item.asset as? AVURLAsset)?.url == url)
    guard case .failed(let error) = await outcome(missing) else { throw Failure() }
    #expect(error?.localizedDescription.contains("missing.mp4") == true)
    let summary = try await MediaSummary(of: AVAsset(url: url))
    #expect(size(of: AVAsset(url: url)) == summary.size)
    #expect(artwork(of: AVAsset(url: url)).picture == nil)
    #expect(summary.size.width > 0 && summary.frameRate > 0 && summary.seconds > 0)
  }

  struct Failure: Error {}
}
