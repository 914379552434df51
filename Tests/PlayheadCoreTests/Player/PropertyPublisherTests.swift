import CombineToolkit
import Dispatch
import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import Testing
import PlayheadTimekeeping

/// What a user interface shows of a player, combined from its publishers.
private struct Display: Equatable {
  var progress: PlayheadProgress?
  var state: PlaybackState?
  var tags: [PlayheadMedia.MediaTag]?
  var bufferedRange: Range<MediaTime>?
}

@Suite struct PropertyPublisherTests {
  private static let tags = [MediaTag(key: "title", value: "A tune")]

  private func makeStage() -> Stage {
    var track = MediaTrack(index: 0, kind: .video, timebase: .milliseconds)
    track.startTicks = 0
    track.durationTicks = 2_000
    var info = MediaInfo(name: "fake", container: "fake", tracks: [track], isSeekable: true)
    info.tags = Self.tags
    // The second half arrives late, so that the playhead stalls.
    return Stage(
      FakeMedia(
        info: info,
        steps: FakeMedia.frames(0..<25) + [.pause(.seconds(2))] + FakeMedia.frames(25..<50)))
  }

  private func record<P: Publisher>(_ publisher: P) -> RecordingSubscriber<P.Output, P.Failure> {
    let recorder = RecordingSubscriber<P.Output, P.Failure>()
    publisher.subscribe(recorder)
    return recorder
  }

  private func makeDisplay(
    of player: Player, interval: MediaTime
  ) -> some Publisher<Display, Never> {
    player.progressPublisher(interval: interval)
      .reduceLatest(
        player.playbackStatePublisher(queue: nil), player.tagsPublisher(queue: nil),
        player.bufferedRangePublisher(queue: nil)
      ) {
        Display(progress: $0, state: $1, tags: $2, bufferedRange: $3)
      }
  }

  @Test func publishesTheStateAsItChanges() {
    let stage = makeStage()
    let states = record(stage.player.playbackStatePublisher(queue: nil))
    stage.play(milliseconds: 1_500)
    #expect(states.values.last == .stalled)
    stage.advance(milliseconds: 5_000)
    stage.player.close()
    stage.advance(milliseconds: 0)
    // The player also stalls before the first packet.
    #expect(
      states.values == [
        .idle, .loading, .stalled, .playing, .stalled, .playing, .ended, .closed,
      ])
    #expect(states.isFinished)
    #expect(states.violations.isEmpty)
  }

  @Test func publishesTagsOnceTheMediaIsOpen() {
    let stage = makeStage()
    let tags = record(stage.player.tagsPublisher(queue: nil))
    stage.load()
    #expect(tags.values == [[], Self.tags])
  }

  @Test func publishesTheReadAhead() {
    let stage = makeStage()
    let ranges = record(stage.player.bufferedRangePublisher(queue: nil))
    stage.play(milliseconds: 900)
    let steps = MediaTime.milliseconds(500)...MediaTime.seconds(1)
    #expect(ranges.values.last.map { steps.contains($0.upperBound) } == true)
    // A stall publishes the exact range.
    stage.advance(milliseconds: 200)
    #expect(ranges.values.last == .seconds(1)..<(.seconds(1)))
    stage.advance(milliseconds: 5_000)
    #expect(ranges.values.last == .seconds(2)..<(.seconds(2)))
    #expect(ranges.values.allSatisfy { $0.lowerBound <= $0.upperBound })
    // The range is published in steps, not for each packet.
    #expect(ranges.values.count < 12)
  }

  @Test func oneValueCarriesAll() {
    let stage = makeStage()
    let displays = record(makeDisplay(of: stage.player, interval: .seconds(1)))
    #expect(displays.values.last?.progress == nil)
    #expect(displays.values.last?.state == .idle)
    stage.play(milliseconds: 500)
    #expect(displays.values.last?.state == .playing)
    #expect(displays.values.last?.progress?.cause == .started)
    #expect(displays.values.last?.tags == Self.tags)
    #expect(displays.values.last?.bufferedRange?.isEmpty == false)
    stage.advance(milliseconds: 4_500)
    #expect(displays.values.last?.state == .ended)
    #expect(displays.values.last?.progress?.cause == .ended)
    #expect(displays.values.last?.progress?.position == .seconds(2))
    stage.player.close()
    stage.advance(milliseconds: 0)
    #expect(displays.isFinished)
    #expect(displays.violations.isEmpty)
  }

  @Test func lateDemandGetsTheNewestValue() {
    let stage = makeStage()
    let displays = RecordingSubscriber<Display, Never>(asking: .none)
    makeDisplay(of: stage.player, interval: .milliseconds(250)).subscribe(displays)
    stage.load()
    stage.play(milliseconds: 600)
    #expect(displays.values.isEmpty)
    displays.request(.max(1))
    #expect(displays.values.map { $0.progress?.position } == [.milliseconds(500)])
    #expect(displays.values.map { $0.state } == [.playing])
  }

  /// Combines the positions of several players into one value: the greatest distance between them.
  @Test func positionsOfSeveralPlayersCombine() {
    let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))
    let players = (0..<3).map { _ in Player(media: FakeMedia(frameCount: 250), clock: clock) }
    let apart = record(
      players
        .map { $0.progressPublisher(interval: .milliseconds(500)) }
        .combineLatest
        .map { progress -> MediaTime? in
          // Extrapolate each position to the newest reading, because the players' updates are due
          // at different instants.
          let now = progress.map(\.hostInstant).max() ?? HostInstant(nanoseconds: 0)
          let positions = progress.map { $0.position(at: now) }
          guard let least = positions.min(), let greatest = positions.max() else { return nil }
          return greatest.subtracting(least)
        }
        .removeDuplicates())
    for player in players { player.beginLoading() }
    clock.advance(by: .zero)
    players[0].play()
    clock.advance(by: .milliseconds(120))
    players[1].play()
    clock.advance(by: .milliseconds(80))
    #expect(apart.values.isEmpty)
    players[2].play()
    clock.advance(by: .seconds(1))
    #expect(apart.values == [.milliseconds(200)])
    players[0].pause()
    clock.advance(by: .milliseconds(300))
    players[0].play()
    clock.advance(by: .seconds(1))
    // The first was paused for 0.3 s. It is 0.1 s behind the last, and 0.18 s behind the second.
    #expect(apart.values.last == .milliseconds(180))
    #expect(apart.violations.isEmpty)
  }
}
