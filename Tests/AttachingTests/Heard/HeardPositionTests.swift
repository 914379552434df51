import PlayheadAudio
import PlayheadTesting
import PlayheadTimekeeping
import PortableCombine
import Testing

@testable import PlayheadAttaching
@testable import PlayheadCore

/// The position of an attached player is that of the sound that is heard if the sound server states its delay.
@Suite struct HeardPositionTests {
  private let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000_000))
  private let source: FakeSource
  private let server = FakeSoundServer([Self.stream(300)])
  private let player: AttachedPlayer
  private let recorder = RecordingSubscriber<PlayheadProgress, Never>()

  private static func stream(_ milliseconds: Int) -> SoundStream {
    SoundStream(process: 7, latency: .milliseconds(milliseconds))
  }

  init() {
    source = FakeSource(clock)
    player = AttachedPlayer(source, clock: clock, asking: server)
    player.progressPublisher(interval: .milliseconds(250)).subscribe(recorder)
    clock.advance(by: .zero)
  }

  private func play(rate: Rate = .normal) {
    source.tell(.mpd(process: 7, chunk: .milliseconds(20)))
    source.change(
      {
        $0.item = PlayerFacts.Item(identity: "a")
        $0.item?.duration = .seconds(600)
        $0.playback = .playing
        $0.rate = rate
      }, to: .seconds(10))
  }

  /// The player's position less the published one, in milliseconds.
  private func delay() throws -> Double {
    let progress = try #require(player.progressIfKnown)
    return (source.position.seconds - progress.position.seconds) * 1_000
  }

  @Test func theFirstPositionIsThatOfTheSound() throws {
    play()
    clock.advance(by: .milliseconds(100))
    #expect(player.progressIfKnown == nil)
    clock.advance(by: .milliseconds(400))
    #expect(abs(try delay() - 270) < 1)
    let progress = try #require(player.progressIfKnown)
    #expect(progress.clock == .heard && progress.bias == .milliseconds(10))
    #expect(try #require(progress.uncertainty) > .milliseconds(10))
    #expect(try #require(progress.uncertainty) < .milliseconds(12))
    clock.advance(by: .seconds(30))
    #expect(recorder.values.allSatisfy { $0.cause == .interval && $0.clock == .heard })
  }

  @Test func atAnotherRateTheDelayIsMoreMedia() throws {
    play(rate: Rate(2, 1))
    clock.advance(by: .seconds(1))
    #expect(abs(try delay() - 540) < 1)
  }

  @Test func aSmallChangeOfTheDelayTakesTime() throws {
    play()
    clock.advance(by: .seconds(2))
    server.set([Self.stream(304)])
    var positions: [MediaTime] = []
    for _ in 0..<900 {
      clock.advance(by: .milliseconds(10))
      positions.append(try #require(player.progressIfKnown).position)
      #expect((269...275).contains(try delay()))
    }
    #expect(positions == positions.sorted())
    #expect(abs(try delay() - 274) < 1)
    #expect(recorder.values.allSatisfy { $0.cause == .interval })
  }

  @Test func aGreatChangeOfTheDelayIsADiscontinuity() throws {
    play()
    clock.advance(by: .seconds(2))
    server.set([Self.stream(500)])
    clock.advance(by: .seconds(8))
    #expect(abs(try delay() - 470) < 1)
    #expect(recorder.values.filter { $0.cause != .interval }.map(\.cause) == [.seeked])
  }

  @Test func aPausedPlayersStreamIsNotAskedForAgain() throws {
    play()
    clock.advance(by: .seconds(2))
    source.change { $0.playback = .paused }
    let count = server.requestCount
    // A player may end its stream when it is paused.
    server.set([])
    clock.advance(by: .seconds(600))
    #expect(server.requestCount == count)
    #expect(abs(try delay() - 270) < 1)
    server.set([Self.stream(300)])
    source.change { $0.playback = .playing }
    clock.advance(by: .seconds(10))
    #expect(server.requestCount > count)
    #expect(recorder.values.filter { $0.cause != .interval }.map(\.cause) == [.paused, .started])
    #expect(recorder.values.allSatisfy { $0.clock == .heard })
  }

  /// VLC reports a move when it plays on after a pause, sometimes before it reports that it plays. It corrects its sound
  /// then, unless somebody has moved it.
  @Test(arguments: [true, false], [(0.3, true), (30, false)])
  func aMoveToWhereThePlayerIsDropsNoSound(_ isFirst: Bool, _ move: (seconds: Double, keeps: Bool))
    throws
  {
    play()
    source.tell(PlayerSound.mpris("org.mpris.MediaPlayer2.vlc", process: 7, playing: "a.wav"))
    // The latency before VLC adds a block of 50 ms.
    for step in 0..<400 {
      if step == 20 { source.seek(to: .seconds(100), tells: true) }
      if step == 200 { source.change { $0.playback = .paused } }
      let position = source.position + (MediaTime(seconds: move.seconds) ?? .zero)
      if step == 220, isFirst { source.seek(to: position, tells: true) }
      if step == 220 { source.change { $0.playback = .playing } }
      if step == 222, !isFirst { source.seek(to: position, tells: true) }
      for _ in 0..<5 {
        server.set([Self.stream(1_150 - step % 5 * 10)])
        clock.advance(by: .milliseconds(2))
      }
      let bias = player.progressIfKnown?.bias
      if step == 199 { #expect(bias == .milliseconds(15)) }
      if step == 399 { #expect(bias == .milliseconds(move.keeps ? 100 : 15)) }
    }
  }

  /// A VLC that plays on after a pause corrects its sound. Whether it was paused before it was attached to is not known.
  @Test(arguments: [PlayerFacts.Playback.playing, .paused], [nil, 10_000, 24_000])
  func aVLCThatIsAttachedToMayCorrectItsSound(_ playback: PlayerFacts.Playback, _ move: Int?)
    throws
  {
    // The process is known before the file.
    for location in [nil, "a.wav"] {
      source.tell(
        PlayerSound.mpris("org.mpris.MediaPlayer2.vlc", process: 7, playing: location))
      if location != nil { continue }
      source.change(
        {
          $0.item = PlayerFacts.Item(identity: "a")
          $0.item?.duration = .seconds(600)
          $0.playback = playback
        }, to: .seconds(10))
    }
    for time in stride(from: 0, to: 40_000, by: 10) {
      if time == 2_000 { source.change { $0.playback = .playing } }
      if time == move { source.seek(to: .seconds(300), tells: true) }
      server.set([Self.stream(1_150 - time % 50)])
      clock.advance(by: .milliseconds(10))
      let isKnown = time >= (move ?? (playback == .playing ? 30_000 : 33_500)) + 1_000
      let isUnknown = time >= 1_000 && time < move ?? 25_000
      guard isKnown || isUnknown, time % 500 == 0 else { continue }
      #expect(player.progressIfKnown?.bias == .milliseconds(isKnown ? 15 : 100), "\(time) ms")
    }
  }

  /// A player that is moved while it is paused has handed no sound of the position to its output.
  @Test func aPausedPlayerThatIsMovedIsAtItsOwnPosition() throws {
    play()
    clock.advance(by: .seconds(2))
    source.change { $0.playback = .paused }
    clock.advance(by: .seconds(1))
    #expect(abs(try delay() - 270) < 1)
    for position in [20, 40] as [Int64] {
      source.seek(to: .seconds(position), tells: true)
      clock.advance(by: .seconds(2))
      #expect(abs(try delay()) < 1 && player.progressIfKnown?.clock == .heard)
    }
    source.change { $0.playback = .playing }
    clock.advance(by: .seconds(2))
    #expect(abs(try delay() - 270) < 1)
  }

  /// Also to another item, as by the commands `next` and `seekid` of an MPD.
  @Test func aPausedPlayerIsAtItsOwnPositionInAnotherItem() throws {
    play()
    clock.advance(by: .seconds(2))
    source.change { $0.playback = .paused }
    clock.advance(by: .seconds(1))
    source.change(
      {
        $0.item = PlayerFacts.Item(identity: "b")
        $0.item?.duration = .seconds(600)
      }, to: .seconds(30))
    clock.advance(by: .seconds(2))
    #expect(abs(try delay()) < 1 && player.progressIfKnown?.clock == .heard)
    source.change { $0.playback = .playing }
    clock.advance(by: .seconds(2))
    #expect(abs(try delay() - 270) < 1)
  }

  @Test(arguments: [nil, [], [SoundStream(process: 8, latency: .seconds(1))]])
  func withoutAStreamThePositionIsThePlayers(_ streams: [SoundStream]?) throws {
    server.set(streams)
    play()
    clock.advance(by: .seconds(1))
    #expect(abs(try delay()) < 1)
    #expect(player.progressIfKnown?.clock == .player)
  }

  @Test func aServerThatDoesNotAnswerIsNotWaitedFor() throws {
    server.set(nil, answers: false)
    play()
    clock.advance(by: .milliseconds(1_100))
    #expect(abs(try delay()) < 1)
    #expect(player.progressIfKnown?.clock == .player && server.requestCount == 1)
    clock.advance(by: .seconds(60))
    #expect(recorder.values.allSatisfy { $0.cause == .interval && $0.clock == .player })
  }

  @Test func aPlayerWhoseSoundIsNotKnownIsNotAskedFor() throws {
    source.change(
      {
        $0.item = PlayerFacts.Item(identity: "a")
        $0.playback = .playing
      }, to: .seconds(10))
    clock.advance(by: .seconds(10))
    #expect(server.requestCount == 0 && player.progressIfKnown?.clock == .player)
  }

  @Test func aStatedLatencyIsNotMeasured() throws {
    let stated = AttachedPlayer(
      source, clock: clock, latency: .milliseconds(100), asking: server)
    play()
    clock.advance(by: .seconds(1))
    #expect(stated.progressIfKnown?.clock == .heard && server.requestCount == 0)
  }

  @Test func closingEndsTheConnectionToTheServer() {
    play()
    clock.advance(by: .seconds(1))
    let count = server.requestCount
    player.close()
    clock.advance(by: .seconds(60))
    #expect(server.isClosed && server.requestCount == count)
  }
}
