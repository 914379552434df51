import PlayheadMedia
@testable import PlayheadCore
import PlayheadTesting
import PortableCombine
import Testing
import PlayheadTimekeeping

@Suite struct WatchedTests {
  @Test func playedRangesAreExactAcrossSeeksPausesAndRates() {
    let stage = Stage(FakeMedia(frameCount: 1_000))
    stage.play(milliseconds: 1_500)
    stage.player.pause()
    stage.advance(milliseconds: 4_000)
    stage.player.beginSeek(to: .seconds(10))
    stage.player.setRate(Rate(2, 1))
    stage.advance(milliseconds: 1_000)
    stage.player.beginSeek(to: .seconds(1))
    stage.advance(milliseconds: 1_000)
    #expect(
      stage.player.playedRanges == [.zero..<(.seconds(3)), .seconds(10)..<(.seconds(12))])
    #expect(stage.player.playedTime == .milliseconds(5_500))
  }

  @Test func stallsAddUpAndDoNotCountAsPlayed() {
    let info = FakeMedia(frameCount: 1, isSeekable: false).info
    let steps =
      FakeMedia.frames(0..<25) + [.pause(.seconds(3))] + FakeMedia.frames(25..<40)
      + [.pause(.seconds(1))] + FakeMedia.frames(40..<60)
    let stage = Stage(FakeMedia(info: info, steps: steps))
    stage.play(milliseconds: 1_500)
    #expect(stage.player.stalledTime == .milliseconds(500))
    #expect(stage.player.isPlaybackBufferEmpty && !stage.player.isPlaybackLikelyToKeepUp)
    stage.advance(milliseconds: 8_500)
    #expect(stage.player.stalledTime == .milliseconds(2_400))
    #expect(stage.player.playedTime == .milliseconds(2_400))
    #expect(stage.player.playedRanges == [.zero..<(.milliseconds(2_400))])
    #expect(!stage.player.isPlaybackBufferEmpty && stage.player.isPlaybackLikelyToKeepUp)
  }

  /// A stall that is detected late counts from the instant when the playhead reached its limit.
  @Test func aStallThatIsDetectedLateCountsFromItsStart() {
    let stage = Stage(.pausing(for: .seconds(9), after: 25, of: 50, isSeekable: false))
    stage.play(milliseconds: 500)
    stage.clock.skip(by: .milliseconds(1_500))
    #expect(stage.player.stalledTime == .seconds(1))
    #expect(stage.player.currentTime() == .seconds(1))
  }

  @Test func eachProgressValueCarriesWhatThePlayerReportsAtItsInstant() {
    var info = FakeMedia(frameCount: 1).info
    info.chapters = [
      Chapter(start: .milliseconds(500), end: .seconds(1), title: "one"),
      Chapter(start: .seconds(1), end: .seconds(9), title: "two"),
    ]
    let steps = FakeMedia.frames(0..<25) + [.pause(.seconds(3))] + FakeMedia.frames(25..<100)
    let stage = Stage(FakeMedia(info: info, steps: steps))
    let player = stage.player
    var reported: [[String]] = []
    let recorder = RecordingSubscriber<PlayheadProgress, Never>(onValue: { _, _ in
      reported.append([
        "\(player.playedTime)", "\(player.stalledTime)", "\(player.currentChapter?.index ?? -1)",
      ])
      return .none
    })
    player.progressPublisher(interval: .milliseconds(250)).subscribe(recorder)
    stage.play(milliseconds: 6_000)
    player.beginSeek(to: .milliseconds(100))
    player.setRate(Rate(2, 1))
    stage.advance(milliseconds: 9_000)
    let carried = recorder.values.map {
      ["\($0.playedTime)", "\($0.stalledTime)", "\($0.chapter?.index ?? -1)"]
    }
    #expect(carried == reported && carried.count > 20)
    let last = recorder.values.last
    #expect(last?.cause == .ended && last?.chapter?.title == "two")
    #expect(last?.playedTime == player.playedTime && last?.stalledTime == player.stalledTime)
  }

  @Test func bufferPropertiesFollowTheReadAhead() {
    let stage = Stage(.pausing(for: .seconds(3), after: 25, of: 75, isSeekable: false))
    func record(_ publisher: AnyPublisher<Bool, Never>) -> RecordingSubscriber<Bool, Never> {
      let recorder = RecordingSubscriber<Bool, Never>()
      publisher.subscribe(recorder)
      return recorder
    }
    let keepingUp = record(stage.player.isPlaybackLikelyToKeepUpPublisher(queue: nil))
    let empty = record(stage.player.isPlaybackBufferEmptyPublisher(queue: nil))
    stage.play(milliseconds: 900)
    #expect(keepingUp.values == [false, true])
    #expect(empty.values == [true, false])
    stage.advance(milliseconds: 9_000)
    #expect(keepingUp.values == [false, true, false, true])
    #expect(empty.values == [true, false, true, false])
  }

  @Test func adjacentRangesAreMerged() {
    func range(_ start: Int64, _ end: Int64) -> Range<MediaTime> {
      .milliseconds(start)..<(.milliseconds(end))
    }
    var played = PlayedMedia()
    for (start, end) in [(5, 6), (1, 2), (3, 4), (9, 9), (2, 3), (7, 9), (0, 1)] as [(Int64, Int64)]
    {
      played.insert(range(start, end))
    }
    #expect(played.ranges == [range(0, 4), range(5, 6), range(7, 9)])
    played.insert(range(3, 8), times: 2)
    #expect(played.ranges == [range(0, 9)])
    #expect(played.time == .milliseconds(17))
  }

  @Test func itsMemoryIsBounded() {
    var played = PlayedMedia()
    for index in 0..<Int64(4_097) {
      let start = index * 10 + (index == 77 ? -1 : 0)
      played.insert(.milliseconds(start)..<(.milliseconds(start + 1)))
    }
    #expect(played.ranges.count == PlayedMedia.greatestRangeCount)
    #expect(played.time == .milliseconds(4_097))
    #expect(played.ranges.allSatisfy { !$0.isEmpty })
    #expect(played.ranges.contains(.milliseconds(760)..<(.milliseconds(770))))
  }
}
