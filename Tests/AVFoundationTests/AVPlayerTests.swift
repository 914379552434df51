@testable import AVFoundation
import Combine
import PlayheadMedia
import PlayheadTesting
import Testing
import PlayheadTimekeeping

@Suite struct AVPlayerTests {
  private let stage = Stage()
  private let half = CMTime(value: 1, timescale: 2)

  @Test func aPeriodicObserverIsCalledAtOnceAtIntervalsAndAtStartSeekAndEnd() {
    let player = stage.player(stage.item())
    var times: [Double] = []
    let token = player.addPeriodicTimeObserver(forInterval: half, queue: nil) {
      times.append($0.seconds)
    }
    stage.advance()
    #expect(times == [0])
    player.play()
    stage.advance(600)
    #expect(times == [0, 0, 0.5])
    player.seek(to: CMTime(seconds: 0.9, preferredTimescale: 600))
    stage.advance(300)
    #expect(times.dropFirst(3).first == 0.9 && times.last == 1)
    player.removeTimeObserver(token)
    player.seek(to: .zero)
    stage.advance(2_000)
    #expect(times.last == 1)
  }

  @Test func observersFollowTheCurrentItemAndEndWithThePlayer() {
    var player: AVPlayer? = stage.player(nil)
    var (times, crossings) = ([Double](), 0)
    _ = player?.addPeriodicTimeObserver(forInterval: .positiveInfinity, queue: nil) {
      times.append($0.seconds)
    }
    _ = player?.addBoundaryTimeObserver(forTimes: [NSValue(time: half)], queue: nil) {
      crossings += 1
    }
    player?.play()
    stage.advance()
    #expect(times == [] && player?.reasonForWaitingToPlay == .noItemToPlay)
    for _ in 0..<2 {
      player?.replaceCurrentItem(with: stage.item())
      stage.advance(600)
    }
    #expect(crossings == 2 && times == [0, 0, 0, 0])
    player = nil
    stage.advance(2_000)
    #expect(crossings == 2 && times == [0, 0, 0, 0])
  }

  @Test func keyPathsPublishTheCurrentValueAndChanges() {
    let item = stage.item()
    let player = stage.player(nil)
    var statuses: [AVPlayerItem.Status] = []
    var ofPlayer: [AVPlayerItem.Status?] = []
    var (rates, news) = ([Float](), [Float]())
    var control: [AVPlayer.TimeControlStatus] = []
    var durations: [Double] = []
    let subscriptions = [
      item.publisher(for: \.status).sink { statuses.append($0) },
      item.publisher(for: \.duration).sink { durations.append($0.seconds) },
      player.publisher(for: \.currentItem?.status).sink { ofPlayer.append($0) },
      player.publisher(for: \.rate).sink { rates.append($0) },
      player.publisher(for: \.rate, options: .new).sink { news.append($0) },
      player.publisher(for: \.timeControlStatus).sink { control.append($0) },
    ]
    player.replaceCurrentItem(with: item)
    stage.advance()
    player.defaultRate = 2
    player.play()
    #expect(player.rate == 2 && player.timeControlStatus == .playing)
    stage.advance(600)
    #expect(statuses == [.unknown, .readyToPlay] && ofPlayer == [nil, .unknown, .readyToPlay])
    #expect(rates == [0, 2, 0] && news == [2, 0])
    #expect(control.first == .paused && control.last == .paused && control.contains(.playing))
    #expect(durations.count == 2 && durations[0].isNaN && durations[1] == 1)
    withExtendedLifetime(subscriptions) {}
  }

  @Test func anObservationReportsOldAndNewValues() {
    let player = stage.player(stage.item())
    var changes: [[Float?]] = []
    let observation = player.observe(\.volume, options: [.old, .new]) { player, change in
      changes.append([player.volume, change.oldValue, change.newValue])
    }
    player.volume = 0.5
    player.volume = 0.5
    #expect(changes == [[0.5, 1, 0.5]])
    observation.invalidate()
    player.volume = 1
    #expect(changes.count == 1)
  }

  @Test func anObservationDoesNotRetainThePlayer() {
    var player: AVPlayer? = stage.player(stage.item())
    weak let released = player
    let observation = player?.observe(\.volume, options: [.initial, .new]) { _, _ in }
    stage.advance()
    player = nil
    stage.advance()
    #expect(released == nil)
    withExtendedLifetime(observation) {}
  }

  @Test func theEndIsNotifiedAndPauses() {
    let item = stage.item()
    let player = stage.player(item)
    let ends = Ends(of: item)
    player.play()
    stage.advance(1_500)
    #expect(ends.items == [item] && player.rate == 0 && player.currentItem === item)
    #expect(
      player.timeControlStatus == .paused && player.currentTime() == CMTime(value: 1, timescale: 1))
    player.seek(to: .zero)
    stage.advance(500)
    #expect(player.currentTime() == .zero)
    player.play()
    stage.advance(1_500)
    #expect(ends.items == [item, item])
  }

  @Test func withoutAnActionAtTheEndASeekContinues() {
    let item = stage.item()
    let player = stage.player(item)
    player.actionAtItemEnd = .none
    let ends = Ends(of: item) { $0.seek(to: .zero, completionHandler: nil) }
    player.play()
    stage.advance(2_500)
    #expect(ends.items.count == 2 && player.rate == 1 && player.currentTime() == half)
  }

  @Test func anItemEndsAtItsForwardPlaybackEndTime() {
    let item = stage.item()
    item.forwardPlaybackEndTime = half
    let player = stage.player(item)
    let ends = Ends(of: item)
    player.play()
    stage.advance(800)
    #expect(ends.items.count == 1 && player.currentTime() == half && player.rate == 0)
  }

  @Test func aSeekSaysWhetherItFinished() {
    let player = stage.player(stage.item())
    var finished: [Bool] = []
    player.seek(to: .positiveInfinity) { finished.append($0) }
    player.seek(to: half, toleranceBefore: .zero, toleranceAfter: .zero) { finished.append($0) }
    stage.advance()
    #expect(finished == [false, true] && player.currentTime() == half)
    stage.player(nil).seek(to: .zero) { finished.append($0) }
    #expect(finished == [false, true, false])
  }

  @Test func mediaThatCannotBeOpenedFailTheItem() throws {
    let error = MediaError(.open, of: "fake", reason: .damaged)
    let item = AVPlayerItem(asset: AVAsset(opener: FakeMedia(failingWith: error)))
    let player = stage.player(item)
    player.play()
    stage.advance(100)
    #expect(item.status == .failed && (item.error as? AVError)?.underlying == error)
    #expect(player.currentItem === item && player.rate == 0 && player.status == .readyToPlay)
    #expect(item.duration.isIndefinite && item.loadedTimeRanges == [])
  }

  @Test func aReadErrorIsNotified() {
    let error = MediaError(.read, of: "fake", reason: .damaged)
    let media = FakeMedia(
      info: FakeMedia(frameCount: 25).info, steps: FakeMedia.frames(0..<10) + [.failure(error)])
    let item = AVPlayerItem(asset: AVAsset(opener: media))
    let player = stage.player(item)
    var errors: [AVError?] = []
    let subscription = NotificationCenter.default
      .publisher(for: .AVPlayerItemFailedToPlayToEndTime, object: item)
      .sink {
        errors.append($0.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? AVError)
      }
    player.play()
    stage.advance(2_000)
    #expect(errors.map(\.?.underlying) == [error] && item.status == .failed)
    withExtendedLifetime(subscription) {}
  }

  @Test func ratesAreLimited() {
    let player = stage.player(nil)
    for (rate, limited) in [(-1, 0), (0.01, 0.1), (100, 16), (1.1, 1.1), (.nan, 0)]
      as [(Float, Float)]
    {
      player.rate = rate
      #expect(player.rate == limited)
    }
  }

  @Test func anAssetLoadsItsProperties() async throws {
    let asset = AVAsset(opener: FakeMedia(frameCount: 25))
    let (duration, isPlayable) = try await asset.load(.duration, .isPlayable)
    #expect(duration.seconds == 1 && isPlayable && asset.duration.seconds == 1)
    let broken = AVAsset(
      opener: FakeMedia(failingWith: MediaError(.open, of: "fake", reason: .notFound)))
    await #expect(throws: AVError.self) { try await broken.load(.duration) }
    #expect(broken.duration.isIndefinite)
  }
}
