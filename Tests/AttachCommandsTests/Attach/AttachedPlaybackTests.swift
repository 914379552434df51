import Dispatch
import PlaybackSession
import PlayheadArguments
import PlayheadKit
import PlayheadOutputs
import PlayheadRecords
import PlayheadLocking
import Testing

@testable import PlayheadAttachCommands
@testable import PlayheadPlayCommands

@Suite struct AttachedPlaybackTests {
  private let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000_000))

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
    let session = try RecordingSession<AttachedPlayback>(options, of: "a")
    let playback = AttachedPlayback(playhead, item, in: session) { _, _ in }
    session.queue.sync { session.begin(playback, remaining: 10) }
    return playback
  }

  @Test func whatIsDueIsWrittenAlsoIfPointsBecomeKnownThen() throws {
    var item = AttachedItem(PlayerFacts.Item(identity: "a"))
    let playback = try begun(item)
    playback.playhead.change(.seeked, to: observation(at: .seconds(2)))
    item.duration = .seconds(10)
    playback.describe(item)
    playback.session.queue.sync {}
    clock.advance(by: .zero)
    #expect(playback.remaining == 9, "the seek")
    clock.advance(by: .seconds(7))
    #expect(playback.remaining == 8, "the point")
    playback.stop(.quit)
    playback.session.queue.sync {}
  }

  @Test func ofDescriptionsThatWaitTheNewestCounts() throws {
    var item = AttachedItem(PlayerFacts.Item(identity: "a"))
    let playback = try begun(item)
    playback.session.queue.sync {
      for duration in 2...10 {
        item.duration = .seconds(duration)
        playback.describe(item)
      }
    }
    playback.session.queue.sync {}
    clock.advance(by: .zero)
    let before = try #require(playback.remaining)
    clock.advance(by: .seconds(8))
    #expect(playback.remaining == before)
    clock.advance(by: .seconds(2))
    #expect(playback.remaining == before - 1)
    playback.stop(.quit)
    playback.session.queue.sync {}
  }

  private final class Reasons: Sendable {
    let all = Locked<[EndReason]>([])
  }

  /// Begins an item with an `--end`, and returns why it ends.
  private func begun(_ item: AttachedItem, end: MediaPoint) throws -> (AttachedPlayback, Reasons) {
    var options = PlayOptions()
    options.isQuiet = true
    options.end = end
    let reasons = Reasons()
    let playhead = ObservedPlayhead(observation(at: .zero), clock: clock)
    let session = try RecordingSession<AttachedPlayback>(options, of: "a")
    let playback = AttachedPlayback(playhead, item, in: session) { _, reason in
      reasons.all.withLock { $0.append(reason) }
    }
    session.queue.sync { session.begin(playback, remaining: nil) }
    return (playback, reasons)
  }

  @Test(arguments: [
    MediaPoint.fromStart(.seconds(4)), .share(millionths: 400_000), .beforeEnd(.seconds(6)),
  ])
  func theAttachmentEndsAtTheEndPoint(end: MediaPoint) throws {
    var item = AttachedItem(PlayerFacts.Item(identity: "a"))
    item.duration = .seconds(10)
    let (playback, reasons) = try begun(item, end: end)
    clock.advance(by: .milliseconds(3_990))
    playback.session.queue.sync {}
    #expect(reasons.all.withLock { $0 } == [])
    clock.advance(by: .milliseconds(10))
    playback.session.queue.sync {}
    #expect(reasons.all.withLock { $0 } == [.endTime])
    playback.stop(.quit)
    playback.session.queue.sync {}
  }

  @Test func theEndPointMayBecomeKnownLater() throws {
    var item = AttachedItem(PlayerFacts.Item(identity: "a"))
    let (playback, reasons) = try begun(item, end: .beforeEnd(.seconds(6)))
    clock.advance(by: .seconds(1))
    playback.session.queue.sync {}
    #expect(reasons.all.withLock { $0 } == [])
    item.duration = .seconds(10)
    playback.describe(item)
    playback.session.queue.sync {}
    clock.advance(by: .seconds(4))
    playback.session.queue.sync {}
    #expect(reasons.all.withLock { $0 } == [.endTime])
  }

  @Test func pointsBeyondTheEndAreReportedOnce() throws {
    var options = PlayOptions()
    try options.schedule.addPoints("1,9.5,12,#3")
    var points = AttachedPoints(options)
    let item = PlayedItem(file: "a", number: 1, of: 1)
    #expect(points.resolve(in: item, lasting: nil) == [])
    let messages = points.resolve(in: item, lasting: .seconds(9)).map { $0.text(about: "a") }
    #expect(
      messages == [
        "a: --at: no chapters", "a: --at 12.000 is after the end of the file (9.000)",
      ])
    #expect(points.resolve(in: item, lasting: .seconds(9)) == [])
    #expect(
      points.finish(at: .seconds(9), in: item).map { $0.text(about: "a") } == [
        "a: --at 9.500 is after the end of the file (9.000)"
      ])
  }
}

extension AttachedPlayback {
  fileprivate var remaining: Int? { recorded?.remaining }
}
