import PlayheadCore
import PlayheadTesting
import PlayheadTimekeeping
import PortableCombine
import Testing

@testable import PlayheadAttaching

/// A player that repeats an item or its part plays to the end and begins again.
@Suite struct LoopingPlayerTests {
  private let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000_000))
  private let source: FakeSource
  private let player: AttachedPlayer
  private let recorder = RecordingSubscriber<PlayheadProgress, Never>()

  init() {
    source = FakeSource(clock)
    player = AttachedPlayer(source, clock: clock)
    player.progressPublisher(
      on: .times([.milliseconds(500), .milliseconds(1_000), .milliseconds(1_200)]), until: .closed
    ).subscribe(recorder)
    clock.advance(by: .zero)
  }

  private func begin(
    _ loop: PlayerFacts.Loop? = PlayerFacts.Loop(start: .zero, end: .milliseconds(1_300)),
    duration: MediaTime? = .milliseconds(1_300), at position: MediaTime = .zero,
    rate: Rate = .normal
  ) {
    source.change(
      {
        $0.item = PlayerFacts.Item(identity: "a")
        $0.item?.duration = duration
        ($0.playback, $0.rate, $0.loop) = (.playing, rate, loop)
      }, to: position)
    clock.advance(by: .milliseconds(1))
  }

  /// Plays on, and compares the position in steps of a hundredth of a second.
  private func play(_ count: Int, from start: MediaTime, to end: MediaTime) throws {
    for _ in 0..<count {
      clock.advance(by: .milliseconds(10))
      let progress = try #require(player.progressIfKnown)
      #expect(progress.position >= start && progress.position <= end)
    }
  }

  private var words: [String] {
    recorder.values.map { "\($0.cause) \(($0.position.seconds * 100).rounded() / 100)" }
  }

  @Test func thePassThatIsHeardGoesOnWhenTheNextOneIsRead() throws {
    begin()
    for _ in 0..<3 {
      try play(90, from: .zero, to: .milliseconds(1_300))
      // The position is then -0.4.
      source.jump(to: source.position - .milliseconds(1_300))
      try play(40, from: .zero, to: .milliseconds(1_300))
    }
    let pass = ["boundary 0.5", "boundary 1.0", "boundary 1.2", "looped 0.0"]
    #expect(words == pass + pass + pass)
    #expect(recorder.values.map(\.completedLoops) == [0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3])
    for progress in recorder.values {
      #expect(try #require(progress.uncertainty) < .milliseconds(3))
    }
  }

  @Test func passesAreCountedAtAnotherRate() throws {
    begin(rate: Rate(2, 1))
    try play(25, from: .zero, to: .milliseconds(1_300))
    source.jump(to: source.position - .milliseconds(1_300))
    try play(60, from: .zero, to: .milliseconds(1_300))
    #expect(words.prefix(4) == ["boundary 0.5", "boundary 1.0", "boundary 1.2", "looped 0.0"])
  }

  @Test func severalShortPassesAreReadAhead() throws {
    begin(PlayerFacts.Loop(start: .zero, end: .milliseconds(200)), duration: .milliseconds(200))
    try play(5, from: .zero, to: .milliseconds(200))
    for _ in 0..<2 {
      source.jump(to: source.position - .milliseconds(200))
      try play(1, from: .zero, to: .milliseconds(200))
    }
    for _ in 0..<10 {
      try play(19, from: .zero, to: .milliseconds(200))
      source.jump(to: source.position - .milliseconds(200))
      try play(1, from: .zero, to: .milliseconds(200))
    }
    #expect(recorder.values.count == 10 && recorder.values.allSatisfy { $0.cause == .looped })
  }

  @Test func aPartIsRepeated() throws {
    begin(
      PlayerFacts.Loop(start: .milliseconds(500), end: .milliseconds(1_100)),
      at: .milliseconds(600))
    try play(25, from: .milliseconds(500), to: .milliseconds(1_100))
    source.jump(to: source.position - .milliseconds(600))
    try play(35, from: .milliseconds(500), to: .milliseconds(1_100))
    #expect(words == ["boundary 1.0", "looped 0.5", "boundary 0.5"])
  }

  /// A silent video's last frame is shown until the player has sought.
  @Test func thePositionWaitsAtTheEndForTheNextPass() throws {
    begin()
    try play(126, from: .zero, to: .milliseconds(1_300))
    source.stay(at: .milliseconds(1_260))
    try play(30, from: .zero, to: .milliseconds(1_300))
    #expect(try #require(player.progressIfKnown).position == .milliseconds(1_300))
    source.jump(to: .zero)
    try play(60, from: .zero, to: .milliseconds(1_300))
    #expect(
      words == ["boundary 0.5", "boundary 1.0", "boundary 1.2", "looped 0.02", "boundary 0.5"])
  }

  @Test(arguments: [MediaTime.seconds(5), nil])
  func aPassMayBeShorterThanStated(_ duration: MediaTime?) throws {
    begin(PlayerFacts.Loop(start: .zero, end: duration), duration: duration)
    for _ in 0..<2 {
      try play(90, from: .zero, to: .milliseconds(1_310))
      source.jump(to: source.position - .milliseconds(1_300))
      source.read()
      try play(40, from: .zero, to: .milliseconds(1_310))
    }
    let pass = ["boundary 0.5", "boundary 1.0", "boundary 1.2", "looped 0.0"]
    #expect(words == pass + pass)
  }

  @Test func aPauseBeforeTheEndOfAPassIsOne() throws {
    begin()
    try play(90, from: .zero, to: .milliseconds(1_300))
    source.jump(to: source.position - .milliseconds(1_300))
    source.read()
    try play(15, from: .zero, to: .milliseconds(1_300))
    source.change { $0.playback = .paused }
    try play(100, from: .milliseconds(1_040), to: .milliseconds(1_060))
    source.change { $0.playback = .playing }
    try play(30, from: .zero, to: .milliseconds(1_300))
    #expect(
      words == [
        "boundary 0.5", "boundary 1.0", "paused 1.05", "started 1.05", "boundary 1.2", "looped 0.0",
      ])
  }

  @Test func aSeekBeforeTheEndOfAPassDropsItsSound() throws {
    begin()
    try play(90, from: .zero, to: .milliseconds(1_300))
    source.jump(to: source.position - .milliseconds(1_300))
    source.read()
    try play(5, from: .zero, to: .milliseconds(1_300))
    source.seek(to: .milliseconds(300))
    try play(30, from: .milliseconds(300), to: .milliseconds(610))
    #expect(words == ["boundary 0.5", "seeked 0.3", "boundary 0.5"])
  }

  @Test func theLastPassIsHeardToItsEnd() throws {
    begin()
    try play(90, from: .zero, to: .milliseconds(1_300))
    source.jump(to: source.position - .milliseconds(1_300))
    source.read()
    clock.advance(by: .milliseconds(10))
    source.change { $0.loop = nil }
    try play(50, from: .zero, to: .milliseconds(1_300))
    #expect(words.last == "looped 0.0")
  }

  @Test func aPartThatIsNoLongerRepeatedIsPassed() throws {
    begin(
      PlayerFacts.Loop(start: .milliseconds(500), end: .milliseconds(1_100)),
      at: .milliseconds(600))
    try play(45, from: .milliseconds(500), to: .milliseconds(1_100))
    source.change { $0.loop = nil }
    for _ in 0..<40 {
      clock.advance(by: .milliseconds(10))
      let position = try #require(player.progressIfKnown).position
      let difference = abs(position.seconds - source.position.seconds)
      #expect(difference < 0.002, "\(difference)")
    }
    #expect(words == ["boundary 1.0", "boundary 1.2"])
  }

  /// The loop is ended while the end of a pass is heard, and the player is in the next one.
  @Test func thePassAfterTheEndOfALoopIsPlayedOn() throws {
    begin(
      PlayerFacts.Loop(start: .milliseconds(500), end: .milliseconds(1_100)),
      at: .milliseconds(600))
    try play(40, from: .milliseconds(500), to: .milliseconds(1_100))
    source.jump(to: source.position - .milliseconds(600))
    source.read()
    source.change { $0.loop = nil }
    clock.advance(by: .milliseconds(100))
    #expect(words == ["boundary 1.0", "looped 0.5", "boundary 0.5"])
    for _ in 0..<80 {
      clock.advance(by: .milliseconds(10))
      let position = try #require(player.progressIfKnown).position
      let difference = abs(position.seconds - source.position.seconds)
      #expect(difference < 0.002, "\(difference)")
    }
    #expect(words.suffix(2) == ["boundary 1.0", "boundary 1.2"])
  }

  /// As a player of MPRIS may, by `Seeked`: at the seam, or just after its position has shown that.
  @Test(arguments: [-30, 0, 30])
  func aSeamThatThePlayerReportsIsNoSeek(delay: Int) throws {
    begin()
    try play(127, from: .zero, to: .milliseconds(1_300))
    clock.advance(by: .milliseconds(2 + delay))
    if delay > 0 {
      source.jump(to: .zero)
      source.read()
      clock.advance(by: .milliseconds(10))
      // The report may be late, and state the position at the seam.
      source.seek(to: .zero, tells: true)
      source.jump(to: .milliseconds(10))
    } else {
      source.seek(to: .zero, tells: true)
    }
    try play(20, from: .zero, to: .milliseconds(1_300))
    #expect(words.filter { $0.hasPrefix("looped") }.count == 1, "\(words)")
    #expect(!words.contains { $0.hasPrefix("seeked") }, "\(words)")
  }

  @Test func aSeekThatWasRequestedAtTheEndIsNoSeam() throws {
    begin()
    try play(125, from: .zero, to: .milliseconds(1_300))
    try player.beginSeek(to: .zero)
    source.seek(to: .zero, tells: true)
    try play(20, from: .zero, to: .milliseconds(1_300))
    #expect(words.suffix(1) == ["seeked 0.0"])
  }

  @Test func aSeamAfterASeekThatWasRefusedIsOne() throws {
    begin()
    try play(125, from: .zero, to: .milliseconds(1_300))
    try player.beginSeek(to: .milliseconds(700))
    source.refuse(.seek(to: .milliseconds(700)))
    clock.advance(by: .milliseconds(50))
    source.seek(to: .zero, tells: true)
    try play(20, from: .zero, to: .milliseconds(1_300))
    #expect(words.suffix(1) == ["looped 0.0"])
  }

  @Test func aSeekAfterOneThatWasRefusedIsNoSeam() throws {
    begin()
    try play(125, from: .zero, to: .milliseconds(1_300))
    try player.beginSeek(to: .milliseconds(700))
    try player.beginSeek(to: .zero)
    source.refuse(.seek(to: .milliseconds(700)))
    source.seek(to: .zero, tells: true)
    try play(20, from: .zero, to: .milliseconds(1_300))
    #expect(words.suffix(1) == ["seeked 0.0"])
  }

  /// As of a player that states the position that is heard. Its duration is an estimate, or unknown.
  @Test(
    arguments: [nil, 400, 1_000, 1_280, 1_330, 1_500, 5_000, 60_000] as [Int64?], [false, true])
  func aPassOfAnotherLengthThanStatedIsOne(milliseconds: Int64?, tells: Bool) throws {
    let duration = milliseconds.map { MediaTime.milliseconds($0) }
    begin(PlayerFacts.Loop(start: .zero, end: duration), duration: duration)
    for _ in 0..<3 {
      try play(129, from: .zero, to: .seconds(4))
      clock.advance(by: .milliseconds(10))
      if tells { source.seek(to: .zero, tells: true) } else { source.jump(to: .zero) }
    }
    try play(129, from: .zero, to: .seconds(4))
    // A player that reports a move to the start of a part of known length may have been sought.
    let isKnown = tells && (milliseconds ?? 0) > 1_400
    #expect(words.count { $0.hasPrefix("looped") } == (isKnown ? 0 : 3), "\(words)")
    #expect(words.count { $0.hasPrefix("seeked") } == (isKnown ? 3 : 0), "\(words)")
  }

  @Test func aMoveToTheStartThatIsLaterThanItsPassIsASeek() throws {
    begin(PlayerFacts.Loop(start: .zero, end: nil), duration: nil)
    try play(100, from: .zero, to: .milliseconds(1_300))
    source.read()
    source.jump(to: .milliseconds(600))
    source.read()
    try play(20, from: .zero, to: .milliseconds(1_300))
    #expect(words.contains { $0.hasPrefix("seeked") } && !words.contains { $0.hasPrefix("looped") })
  }

  @Test func aSeekToTheStartOfAPartIsOne() throws {
    begin()
    try play(70, from: .zero, to: .milliseconds(1_300))
    source.seek(to: .zero, tells: true)
    try play(20, from: .zero, to: .milliseconds(1_300))
    #expect(words == ["boundary 0.5", "seeked 0.0"])
  }

  /// As the file that follows without a gap in a list of several.
  @Test func anItemThatIsNotHeardYetIsNoFurtherPass() throws {
    begin()
    source.change(
      {
        $0.item?.identity = "b"
        $0.playback = .playing
      }, to: .milliseconds(-300))
    clock.advance(by: .milliseconds(100))
    #expect(try #require(player.progressIfKnown).position == .zero)
  }

  @Test func aPositionBeyondThePartIsNotHeldAtItsEnd() throws {
    begin(
      PlayerFacts.Loop(start: .zero, end: .milliseconds(400)), at: .milliseconds(600))
    try play(50, from: .milliseconds(600), to: .milliseconds(1_110))
    #expect(words == ["boundary 1.0"])
  }
}
