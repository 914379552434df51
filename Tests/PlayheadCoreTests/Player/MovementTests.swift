import PlayheadLocking
import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import Testing
import PlayheadTimekeeping

/// Departures and arrivals of the playhead.
@Suite struct MovementTests {
  /// Records movements as `departed TARGET` and `arrived TARGET LANDED STATE @INSTANT`, in
  /// milliseconds; the instant is counted from the start of the clock.
  private final class Journal: Sendable {
    private let entries = Locked<[String]>([])
    private let following = Locked<AnyCancellable?>(nil)

    init(_ player: Player) {
      let cancellable = player.movementPublisher.sink { [weak self] movement in
        let text = Self.text(movement)
        self?.entries.withLock { $0.append(text) }
      }
      following.withLock { $0 = cancellable }
    }

    /// Returns the movements since the last call.
    func take() -> [String] {
      entries.withLock { entries in
        defer { entries = [] }
        return entries
      }
    }

    private static func text(_ movement: PlayheadMovement) -> String {
      func milliseconds(_ time: MediaTime) -> Int64 {
        time.nanoseconds(rounding: .down) / 1_000_000
      }
      switch movement {
      case .departed(let target): return "departed \(milliseconds(target))"
      case .arrived(let result, let progress):
        let instant = progress.hostInstant.nanoseconds / 1_000_000 - 1_000
        let (target, landed) = (milliseconds(result.target), milliseconds(result.landed))
        return "arrived \(target) \(landed) \(progress.state) @\(instant)"
      }
    }
  }

  @Test func thePlayheadArrivesAtTheStartOnceWhenPlaybackBegins() {
    let stage = Stage(FakeMedia(frameCount: 50))
    let journal = Journal(stage.player)
    stage.load()
    stage.advance(milliseconds: 500)
    #expect(journal.take() == [])
    stage.play(milliseconds: 100)
    #expect(journal.take() == ["arrived 0 0 playing @500"])
    stage.player.pause()
    stage.play(milliseconds: 100)
    #expect(journal.take() == [])
  }

  @Test func aPausedPlayheadArrivesAtTheStartToo() {
    let stage = Stage(FakeMedia(frameCount: 50))
    let journal = Journal(stage.player)
    stage.load()
    stage.player.pause()
    stage.advance(milliseconds: 0)
    #expect(journal.take() == ["arrived 0 0 paused @0"])
  }

  /// A file that begins at a point is sought before it is open.
  @Test func aSeekBeforeTheMediaIsOpenIsNoDeparture() {
    let stage = Stage(FakeMedia(frameCount: 50))
    let journal = Journal(stage.player)
    stage.player.beginSeek(to: .milliseconds(800))
    stage.load()
    stage.play(milliseconds: 100)
    #expect(journal.take() == ["arrived 800 800 playing @0"])
  }

  @Test func aStartAtAHostInstantArrivesThen() {
    let stage = Stage(FakeMedia(frameCount: 50))
    let journal = Journal(stage.player)
    stage.load()
    stage.player.beginRate(
      .normal, time: .milliseconds(400),
      atHostTime: stage.clock.now.advanced(by: .milliseconds(300)))
    stage.advance(milliseconds: 299)
    #expect(journal.take() == [])
    stage.advance(milliseconds: 2)
    #expect(journal.take() == ["arrived 400 400 playing @300"])
  }

  @Test func aSeekArrivesWhenItsMediaIsReadAndThePlayheadMovesOn() {
    let stage = Stage(.pausing(for: .seconds(1), after: 15, of: 100))
    let journal = Journal(stage.player)
    stage.load()
    stage.player.beginSeek(to: .milliseconds(600))
    stage.player.play()
    stage.advance(milliseconds: 500)
    #expect(journal.take() == ["departed 600"])
    stage.advance(milliseconds: 1_000)
    #expect(journal.take() == ["arrived 600 600 playing @1000"])
  }

  @Test func aSeekToAKeyframeArrivesThere() {
    let stage = Stage(FakeMedia(frameCount: 500))
    let journal = Journal(stage.player)
    stage.load()
    stage.player.pause()
    stage.advance(milliseconds: 0)
    _ = journal.take()
    stage.player.beginSeek(to: .milliseconds(15_001), tolerance: .keyframe)
    stage.advance(milliseconds: 0)
    #expect(journal.take() == ["departed 15001", "arrived 15001 14800 paused @0"])
  }

  @Test func aSeekThatIsReplacedDoesNotArrive() {
    let stage = Stage(FakeMedia(frameCount: 500))
    stage.load()
    stage.play(milliseconds: 0)
    let journal = Journal(stage.player)
    _ = journal.take()
    stage.player.beginSeek(to: .seconds(9))
    stage.player.beginSeek(to: .seconds(15))
    stage.advance(milliseconds: 0)
    #expect(
      journal.take() == ["departed 9000", "departed 15000", "arrived 15000 15000 playing @0"])
  }

  @Test func aStepDepartsAndArrivesOnce() {
    let stage = Stage(FakeMedia(frameCount: 50))
    stage.load()
    stage.play(milliseconds: 0)
    let journal = Journal(stage.player)
    _ = journal.take()
    stage.player.beginStep(byCount: 2)
    stage.advance(milliseconds: 0)
    #expect(journal.take() == ["departed 80", "arrived 80 80 paused @0"])
  }

  @Test func eachReturnOfALoopDepartsAndArrives() {
    let stage = Stage(FakeMedia(frameCount: 100))
    stage.load()
    stage.player.setLoop(PlaybackLoop(from: .milliseconds(200), to: .milliseconds(1_000)))
    stage.play(milliseconds: 0)
    let journal = Journal(stage.player)
    _ = journal.take()
    stage.advance(milliseconds: 1_900)
    #expect(
      journal.take() == [
        "departed 200", "arrived 200 200 playing @1000", "departed 200",
        "arrived 200 200 playing @1800",
      ])
  }

  @Test func aSeekThatFailsAtOnceIsNoMovement() {
    let stage = Stage(FakeMedia(frameCount: 50, isSeekable: false))
    stage.load()
    stage.play(milliseconds: 500)
    let journal = Journal(stage.player)
    _ = journal.take()
    stage.player.beginSeek(to: .zero)
    stage.advance(milliseconds: 0)
    #expect(journal.take() == [])
  }

  @Test func aSubscriberIsInformedOfTheNewestMovementFirst() {
    let stage = Stage(FakeMedia(frameCount: 50))
    stage.load()
    #expect(Journal(stage.player).take() == [])
    stage.play(milliseconds: 100)
    #expect(Journal(stage.player).take() == ["arrived 0 0 playing @0"])
  }
}
