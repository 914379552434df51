@testable import AVFoundation
import Combine
import PlayheadMedia
import PlayheadTesting
import PlayheadTimekeeping
import Testing

@Suite struct AVPlayerItemTests {
  private let stage = Stage()
  private let half = CMTime(value: 1, timescale: 2)
  private let error = MediaError(.read, of: "fake", reason: .damaged)

  private func item(_ steps: [FakeMedia.Step]) -> AVPlayerItem {
    AVPlayerItem(
      asset: AVAsset(opener: FakeMedia(info: FakeMedia(frameCount: 25).info, steps: steps)))
  }

  /// Media that stall after 0.4 seconds, for 2 seconds.
  private func stalling() -> AVPlayerItem {
    item(
      FakeMedia.frames(0..<10) + [.pause(.seconds(2))] + FakeMedia.frames(10..<25))
  }

  @Test func aSeekInAFailedItemDoesNotFinish() {
    let broken = MediaError(.open, of: "fake", reason: .damaged)
    var results: [Bool] = []
    for isQueue in [false, true] {
      for failing in [
        AVPlayerItem(asset: AVAsset(opener: FakeMedia(failingWith: broken))),
        item(FakeMedia.frames(0..<10) + [.failure(error)]),
      ] {
        let player = isQueue ? stage.queue([failing]) : stage.player(failing)
        failing.seek(to: .positiveInfinity) { results.append($0) }
        player.play()
        stage.advance(2_000)
        #expect(failing.status == .failed)
        failing.seek(to: .zero) { results.append($0) }
        player.seek(to: half) { results.append($0) }
        stage.advance()
      }
    }
    #expect(results == Array(repeating: false, count: 12))
  }

  @Test func aStallIsNotifiedAndPlaybackContinues() {
    let item = stalling()
    let player = stage.player(item)
    let stalls = Recorder(.AVPlayerItemPlaybackStalled, of: item)
    player.play()
    stage.advance(1_000)
    #expect(stalls.count == 1 && player.rate == 1)
    #expect(player.reasonForWaitingToPlay == .toMinimizeStalls && item.isPlaybackBufferEmpty)
    stage.advance(4_000)
    #expect(item.currentTime().seconds == 1 && item.accessLog()?.events.first?.numberOfStalls == 1)
  }

  @Test func aStallPausesAPlayerThatDoesNotWait() {
    let item = stalling()
    let player = stage.player(item)
    var values: [Bool] = []
    let observation = player.observe(\.automaticallyWaitsToMinimizeStalling, options: .new) {
      values.append($1.newValue ?? true)
    }
    player.automaticallyWaitsToMinimizeStalling = false
    let stalls = Recorder(.AVPlayerItemPlaybackStalled, of: item)
    player.play()
    stage.advance(1_000)
    #expect(stalls.count == 1 && player.rate == 0 && player.timeControlStatus == .paused)
    #expect(player.reasonForWaitingToPlay == nil && values == [false])
    let position = item.currentTime()
    stage.advance(3_000)
    #expect(item.currentTime() == position && position < .init(value: 1, timescale: 1))
    player.play()
    stage.advance(1_000)
    #expect(item.currentTime().seconds == 1)
    withExtendedLifetime(observation) {}
  }

  @Test func jumpsAreNotified() {
    let item = stage.item()
    let player = stage.player(item)
    let jumps = Recorder(AVPlayerItem.timeJumpedNotification, of: item)
    player.play()
    stage.advance(100)
    #expect(jumps.count == 0)
    player.seek(to: half)
    stage.advance(100)
    player.pause()
    item.step(byCount: 1)
    stage.advance(100)
    #expect(jumps.count == 2)
  }

  @Test func aPendingSeekIsCancelledOnce() {
    let item = stage.item()
    let player = stage.player(item)
    var results: [Bool] = []
    player.seek(to: half) { results.append($0) }
    item.cancelPendingSeeks()
    item.cancelPendingSeeks()
    #expect(results == [false])
    stage.advance(100)
    #expect(results == [false] && player.currentTime() == half)
  }

  @Test func rangesAndBuffersDescribeTheMedia() {
    let item = stage.item()
    #expect(item.seekableTimeRanges.isEmpty && item.timebase == nil && item.accessLog() == nil)
    #expect(item.errorLog() == nil && item.tracks.isEmpty && !item.isPlaybackBufferFull)
    let player = stage.player(item)
    var isFull: [Bool] = []
    let subscription = item.publisher(for: \.isPlaybackBufferFull).sink { isFull.append($0) }
    player.rate = 2
    stage.advance(250)
    let second = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
    #expect(item.seekableTimeRanges.map(\.timeRangeValue) == [second] && isFull == [false, true])
    #expect(item.timebase?.time == half && item.timebase?.rate == 2)
    #expect(item.tracks.map { $0.assetTrack?.mediaType } == [.video])
    player.pause()
    #expect(item.timebase.map { CMTimebaseGetRate($0) } == 0)
    withExtendedLifetime(subscription) {}
  }

  @Test func anErrorIsInTheLog() throws {
    let item = item(FakeMedia.frames(0..<10) + [.failure(error)])
    let player = stage.player(item)
    let entries = Recorder(AVPlayerItem.newErrorLogEntryNotification, of: item)
    player.play()
    stage.advance(2_000)
    let event = try #require(item.errorLog()?.events.first)
    #expect(entries.count == 1 && event.errorComment == error.description)
    #expect(!event.errorDomain.isEmpty)
  }

  @Test func namesWithoutEffectKeepTheirValues() {
    let (item, player) = (stage.item(), stage.player(nil))
    (player.allowsExternalPlayback, item.preferredPeakBitRate) = (false, 1)
    (item.audioTimePitchAlgorithm, item.preferredForwardBufferDuration) = (.varispeed, 3)
    #expect(!player.allowsExternalPlayback && item.preferredPeakBitRate == 1)
    #expect(item.audioTimePitchAlgorithm == .varispeed && item.preferredForwardBufferDuration == 3)
  }
}

/// Counts the notifications of an item.
private final class Recorder {
  private(set) var count = 0
  private var subscription: AnyCancellable?

  init(_ name: Notification.Name, of item: AVPlayerItem) {
    subscription = NotificationCenter.default.publisher(for: name, object: item)
      .sink { [unowned self] _ in count += 1 }
  }
}
