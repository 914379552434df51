import Dispatch
import PlaybackSession
import PlayheadKit
import Testing

@testable import PlayheadAttachCommands
@testable import PlayheadPlayCommands

@Suite struct AttachedPlaybackTests {
  private let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000_000))
  private let queue = DispatchQueue(label: "playhead.test")

  private func observation(at position: MediaTime) -> PlayheadObservation {
    PlayheadObservation(
      timeline: Timeline(mediaAnchor: position, hostAnchor: clock.now, rate: .normal),
      uncertainty: .zero, drift: 0, rate: .normal, state: .playing)
  }

  /// Begins to write ten records: one of them a second before the end, once the duration is known.
  private func begun(_ item: AttachedItem) throws -> AttachedPlayback {
    var options = PlayOptions()
    options.isQuiet = true
    try options.schedule.addPoints("-1")
    let playhead = ObservedPlayhead(observation(at: .zero), clock: clock)
    let playback = AttachedPlayback(playhead, item, on: queue) { _ in }
    let outputs = try SessionOutputs(options)
    queue.sync { playback.begin(1, of: "a", to: outputs, remaining: 10) { SessionSettings() } }
    return playback
  }

  @Test func whatIsDueIsWrittenAlsoIfPointsBecomeKnownThen() throws {
    var item = AttachedItem(PlayerFacts.Item(identity: "a"))
    let playback = try begun(item)
    playback.playhead.change(.seeked, to: observation(at: .seconds(2)))
    item.duration = .seconds(10)
    playback.describe(item)
    queue.sync {}
    clock.advance(by: .zero)
    #expect(playback.remaining == 9, "the seek")
    clock.advance(by: .seconds(7))
    #expect(playback.remaining == 8, "the point")
    playback.stop(.quit)
    queue.sync {}
  }

  @Test func ofDescriptionsThatWaitTheNewestCounts() throws {
    var item = AttachedItem(PlayerFacts.Item(identity: "a"))
    let playback = try begun(item)
    queue.sync {
      for duration in 2...10 {
        item.duration = .seconds(duration)
        playback.describe(item)
      }
    }
    queue.sync {}
    clock.advance(by: .zero)
    let before = try #require(playback.remaining)
    clock.advance(by: .seconds(8))
    #expect(playback.remaining == before)
    clock.advance(by: .seconds(2))
    #expect(playback.remaining == before - 1)
    playback.stop(.quit)
    queue.sync {}
  }
}
