import PlayheadLocking
import PlayheadMedia
import PlaybackSession
import PlayheadCore
import PlayheadTesting
import Testing
import PlayheadTimekeeping

/// A file of fake media on a manual clock.
@Suite struct SessionFileTests {
  private final class Stage {
    let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))
    let file: SessionFile

    /// Opens a file of 10 s.
    init(
      isSeekable: Bool = true, end: MediaTime? = nil, isEstimate: Bool = false,
      isGrowing: Bool = false
    ) {
      var info = FakeMedia(frameCount: 250, isSeekable: isSeekable).info
      info.isDurationEstimated = isEstimate
      let player = Player(
        media: FakeMedia(info: info, steps: FakeMedia.frames(0..<250)), clock: clock)
      file = SessionFile(
        PlayerQueue.Entry(player), player: player, start: .seconds(1), end: end,
        isGrowing: isGrowing,
        locate: { target throws(SessionRefusal) in
          guard case .chapters(1) = target else { throw .impossible("no chapter", file: "a") }
          return .seconds(7)
        })
      player.beginLoading()
      clock.advance(by: .zero)
    }

    /// Returns where a seek leads from 4 s; nil if it is refused.
    func seek(_ target: SeekTarget) -> MediaTime? {
      file.player.beginSeek(to: .seconds(4))
      clock.advance(by: .zero)
      return try? file.position(of: target)
    }
  }

  @Test(arguments: [
    (SeekTarget.position(.seconds(3)), Int64?(3)), (.position(.seconds(-3)), 0),
    (.offset(.seconds(2)), 6),
    (.offset(.seconds(-2)), 2), (.offset(.seconds(-9)), 0), (.offset(.seconds(99)), 10),
    (.fraction(0), 0), (.fraction(0.5), 5), (.fraction(1), 10), (.fraction(1.1), nil),
    (.fraction(.nan), nil), (.chapters(1), 7), (.chapters(2), nil),
  ])
  func aTargetIsAPosition(target: SeekTarget, seconds: Int64?) {
    let stage = Stage()
    // At the end the exact duration is known.
    stage.file.player.beginSeek(to: .seconds(10))
    stage.clock.advance(by: .zero)
    #expect(stage.seek(target) == seconds.map { .seconds($0) })
  }

  /// The target was once reported as the position and the duration, also in the last record.
  @Test func aPositionBeyondADeclaredEndIsThatEnd() throws {
    let stage = Stage()
    #expect(stage.file.player.duration?.isExact == false)
    #expect(stage.seek(.position(.seconds(1_000))) == .seconds(10))
    #expect(Stage(isEstimate: true).seek(.position(.seconds(1_000))) == .seconds(1_000))
    #expect(Stage(isGrowing: true).seek(.position(.seconds(1_000))) == .seconds(1_000))
  }

  @Test func aSourceThatCannotSeekGoesForwardOnly() throws {
    let stage = Stage(isSeekable: false)
    #expect(!stage.file.canSeek)
    stage.file.player.play()
    stage.clock.advance(by: .seconds(2))
    try stage.file.expectSeek(to: .offset(.seconds(1)))
    #expect(throws: SessionRefusal.notSeekable) {
      try stage.file.expectSeek(to: .offset(.seconds(-1)))
    }
  }

  @Test func theFileRepeatsThePartThatIsPlayed() throws {
    let stage = Stage(end: .seconds(3))
    var settings = SessionSettings()
    try settings.apply(.setFileLoop(.times(2)))
    stage.file.apply(settings, hasSound: false)
    stage.file.player.beginSeek(to: .seconds(2))
    stage.file.player.play()
    stage.clock.advance(by: .milliseconds(1_500))
    #expect(stage.file.player.currentTime() == .milliseconds(1_500))
    // The same settings do not begin to count again.
    stage.file.apply(settings, hasSound: false)
    stage.clock.advance(by: .seconds(2))
    #expect(stage.file.player.currentTime() == .milliseconds(3_500))
  }

  @Test func movementsAreFollowedUntilTheFileEnds() {
    let stage = Stage()
    let count = Locked(0)
    stage.file.player.play()
    stage.clock.advance(by: .zero)
    stage.file.followMovements { _ in count.withLock { $0 += 1 } }
    // Its arrival at the start.
    #expect(count.withLock { $0 } == 1)
    stage.file.player.beginSeek(to: .seconds(5))
    stage.clock.advance(by: .zero)
    #expect(count.withLock { $0 } == 3)
    stage.file.stopFollowing()
    stage.file.player.beginSeek(to: .seconds(6))
    stage.clock.advance(by: .zero)
    #expect(count.withLock { $0 } == 3)
  }
}
