import CombineToolkit
import Dispatch
import Media
import PlayheadCore
import PlayheadTesting
import PortableCombine
import Testing
import Timekeeping

@Suite struct PlaybackStatusTests {
  private static let tags = [Tag(key: "title", value: "A tune")]

  private func makeStage() -> Stage {
    var track = Track(index: 0, kind: .video, timebase: .milliseconds)
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

  @Test func publishesTheStateAsItChanges() {
    let stage = makeStage()
    let states = record(stage.player.statePublisher)
    stage.player.play()
    stage.advance(milliseconds: 1_500)
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
    let tags = record(stage.player.tagsPublisher)
    stage.load()
    #expect(tags.values == [[], Self.tags])
  }

  @Test func publishesTheReadAhead() {
    let stage = makeStage()
    let ranges = record(stage.player.bufferedRangePublisher)
    stage.player.play()
    stage.advance(milliseconds: 900)
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
    let statuses = record(stage.player.playbackStatusPublisher(interval: .seconds(1)))
    #expect(statuses.values.last?.progress == nil)
    #expect(statuses.values.last?.state == .idle)
    stage.player.play()
    stage.advance(milliseconds: 500)
    #expect(statuses.values.last?.state == .playing)
    #expect(statuses.values.last?.progress?.cause == .started)
    #expect(statuses.values.last?.tags == Self.tags)
    #expect(statuses.values.last?.bufferedRange?.isEmpty == false)
    stage.advance(milliseconds: 4_500)
    #expect(statuses.values.last?.state == .ended)
    #expect(statuses.values.last?.progress?.cause == .ended)
    #expect(statuses.values.last?.progress?.position == .seconds(2))
    stage.player.close()
    stage.advance(milliseconds: 0)
    #expect(statuses.isFinished)
    #expect(statuses.violations.isEmpty)
  }

  @Test func lateDemandGetsTheNewestValue() {
    let stage = makeStage()
    let statuses = RecordingSubscriber<PlaybackStatus, Never>(asking: .none)
    stage.player.playbackStatusPublisher(interval: .milliseconds(250)).subscribe(statuses)
    stage.load()
    stage.player.play()
    stage.advance(milliseconds: 600)
    #expect(statuses.values.isEmpty)
    statuses.request(.max(1))
    #expect(statuses.values.map { $0.progress?.position } == [.milliseconds(500)])
    #expect(statuses.values.map { $0.state } == [.playing])
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
    for player in players { player.load() }
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
