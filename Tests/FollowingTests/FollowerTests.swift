import Dispatch
import PlayheadCore
import PlayheadMedia
import PlayheadTesting
import PlayheadTimekeeping
import PortableCombine
import Testing

@testable import PlayheadFollowing

/// Two players of fake media on a manual clock.
@Suite struct FollowerTests {
  private let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))
  private let leader: Player
  private let player: Player

  init() {
    leader = Player(media: FakeMedia(frameCount: 2_500), clock: clock)
    player = Player(media: FakeMedia(frameCount: 2_500), clock: clock)
  }

  private func advance(seconds: Int) {
    for _ in 0..<seconds * 10 { clock.advance(by: .milliseconds(100)) }
  }

  private var difference: MediaTime { player.currentTime() - leader.currentTime() }

  @Test func thePlayerDoesWhatTheLeaderDoes() {
    let follower = Follower(of: leader, player, offset: .milliseconds(3_350))
    advance(seconds: 1)
    #expect(follower.status == .waiting && follower.difference == nil)
    leader.play()
    advance(seconds: 3)
    #expect(follower.status == .locked && player.playbackState == .playing)
    #expect(difference == .milliseconds(3_350))
    #expect(follower.difference.map { $0.behind == .zero && $0.uncertainty == .zero } == true)
    leader.beginSeek(to: .seconds(50))
    advance(seconds: 3)
    #expect(difference == .milliseconds(3_350))
    leader.setRate(1.5)
    advance(seconds: 3)
    #expect(player.rate == 1.5 && difference == .milliseconds(3_350))
    leader.pause()
    advance(seconds: 3)
    #expect(player.playbackState == .paused && difference == .milliseconds(3_350))
    leader.play()
    leader.beginSeek(to: .seconds(98))
    advance(seconds: 5)
    #expect(player.playbackState != .playing)
  }

  @Test func aDifferenceIsCorrectedByTheRate() {
    let follower = Follower(of: leader, player)
    leader.play()
    advance(seconds: 5)
    let statuses = RecordingSubscriber<Follower.Status, Never>()
    follower.statusPublisher(queue: nil).subscribe(statuses)
    player.beginSeek(to: leader.currentTime() - .milliseconds(6))
    advance(seconds: 5)
    #expect(statuses.values == [.locked, .converging, .locked])
    #expect(abs(difference.seconds) < 0.001 && player.rate == .normal)
  }

  /// Also to where it was sent once, and soon after that.
  @Test(arguments: [1, 5]) func aPausedPlayerThatItsUserMovesIsBroughtBack(_ pause: Int) {
    let follower = Follower(of: leader, player, offset: .seconds(2))
    leader.beginSeek(to: .seconds(10))
    advance(seconds: 5)
    for position in [MediaTime.seconds(20), .seconds(30)] {
      leader.beginSeek(to: position)
      advance(seconds: pause)
      player.beginSeek(to: .seconds(70))
      advance(seconds: 3)
      #expect(player.currentTime() == position + .seconds(2), "\(position)")
      #expect(player.playbackState == .paused && follower.status == .locked)
    }
  }

  @Test func aPlayerOfAPipeDoesNotFollow() {
    let piped = Player(media: FakeMedia(frameCount: 2_500, isSeekable: false), clock: clock)
    let follower = Follower(of: leader, piped)
    leader.setRate(1)
    advance(seconds: 1)
    #expect(follower.status == .left("it cannot be sought"))
  }

  /// A pipe or a picture is left alone until it is over.
  @Test(arguments: [(2_500, false), (1, true)])
  func anItemOfAQueueThatCannotFollowIsLeftAlone(frameCount: Int, isSeekable: Bool) throws {
    let media = FakeMedia(frameCount: frameCount, isSeekable: isSeekable)
    let queue = PlayerQueue([Player(media: media, clock: clock), player], clock: clock)
    let follower = Follower(of: leader, queue)
    advance(seconds: 1)
    leader.play()
    advance(seconds: 3)
    #expect(follower.status == .waiting && queue.currentItem?.currentTime() == .zero)
    queue.advanceToNextItem()
    advance(seconds: 3)
    #expect(follower.status == .locked && player.playbackState == .playing)
    #expect(abs(difference.seconds) < 0.001)
  }

  @Test func aCancelledFollowerLeavesThePlayerAtItsRate() {
    let follower = Follower(of: leader, player)
    leader.setRate(1.5)
    advance(seconds: 5)
    #expect(player.rate == 1.5)
    follower.cancel()
    #expect(player.rate == .normal)
    leader.pause()
    advance(seconds: 2)
    #expect(player.playbackState == .playing)
    follower.cancel()
    #expect(player.rate == .normal)
  }

  @Test func aPausedPlayerStaysPaused() {
    var follower: Follower? = Follower(of: leader, player)
    leader.setRate(1.5)
    advance(seconds: 5)
    leader.pause()
    advance(seconds: 2)
    #expect(follower?.status == .locked)
    follower = nil
    advance(seconds: 1)
    #expect(player.playbackState == .paused)
  }

  @Test func aPositionIsFollowedForATimeAfterItIsLost() {
    var settings = FollowerSettings()
    settings.freewheel = .seconds(2)
    let clock = clock
    let follower = Follower(
      reading: {
        let elapsed = clock.now.nanoseconds - 1_000_000_000
        guard elapsed < 5_000_000_000 else { return nil }
        return PlayheadProgress(
          position: .nanoseconds(elapsed), hostInstant: clock.now, rate: .normal, state: .playing,
          cause: .requested)
      }, player, offset: .seconds(1), settings: settings)
    advance(seconds: 4)
    #expect(follower.status == .locked && player.currentTime() == .seconds(5))
    advance(seconds: 2)
    #expect(follower.status == .freewheeling && player.playbackState == .playing)
    advance(seconds: 2)
    #expect(follower.status == .lost && player.playbackState == .paused)
  }

  /// A player with a greatest rate, which it states by refusing others.
  private final class LimitedPlayer: PlayheadTransport {
    let player: Player
    init(_ player: Player) { self.player = player }
    var clock: any HostClock { player.clock }
    var progressIfKnown: PlayheadProgress? { player.progressIfKnown }
    func progressPublisher(
      on schedule: Schedule, until completion: ProgressCompletion, queue: DispatchQueue
    ) -> ScheduledProgressPublisher {
      player.progressPublisher(on: schedule, until: completion, queue: queue)
    }
    func play() { player.play() }
    func pause() { player.pause() }
    func beginSeek(to position: MediaTime) { player.beginSeek(to: position) }
    func setRate(_ rate: Rate) throws(TransportRefusal) {
      if rate > 1.5 { throw .unsupported("the player plays at 1.5 at most") }
      player.setRate(rate)
    }
  }

  @Test func aRefusedRateLeavesThePlayerAtRateOneUntilItIsAccepted() {
    let follower = Follower(of: leader, LimitedPlayer(player))
    player.beginLoading()
    leader.setRate(1.25)
    advance(seconds: 5)
    #expect(player.rate == 1.25)
    leader.setRate(2)
    advance(seconds: 3)
    #expect(player.rate == .normal)
    leader.setRate(1.25)
    leader.beginSeek(to: .zero)
    advance(seconds: 40)
    #expect(abs(player.rate.doubleValue - 1.25) < 0.01 && follower.status != .seeking)
  }

  @Test func aPlayerThatCannotBeSoughtIsLeft() {
    let player = PlayerQueue(clock: clock)
    let follower = Follower(of: leader, player)
    leader.play()
    advance(seconds: 2)
    #expect(follower.status == .waiting)
  }
}
