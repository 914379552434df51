import Dispatch
import PlaybackSession
import PlayheadCore
import PortableCombine
import PlayheadTimekeeping

/// The kinds of properties that clients observe, which the subscription to the player depends on.
struct Interest: OptionSet {
  let rawValue: Int

  /// Anything that changes by itself.
  static let state = Interest(rawValue: 1)
  /// The position, ten times a second.
  static let position = Interest(rawValue: 2)
  /// The chapter, when it begins.
  static let chapters = Interest(rawValue: 4)

  /// The schedule of updates: every tenth of a second of the host's clock, if the position is observed.
  func schedule(at rate: Rate) -> Schedule {
    var schedule = Schedule.times([])
    if contains(.position) {
      let tick = Timebase(reducing: 1, 10 * Int64(rate.denominator)) ?? .milliseconds
      let interval = MediaTime(ticks: Int64(rate.numerator), timebase: tick)
      schedule = schedule.union(.interval(max(interval, .milliseconds(1))))
    }
    return contains(.chapters) ? schedule.union(.chapters) : schedule
  }
}

/// The player and the updates of the one subscription for all that clients observe.
private struct FollowedPlayer: Equatable {
  var player: Player
  var rate: Rate
  var interest: Interest

  /// Creates the target of a subscription; nil if the clients observe nothing of a player.
  init?(_ snapshot: SessionSnapshot, _ interest: Interest) {
    guard interest.contains(.state), let player = snapshot.player else { return nil }
    (self.player, rate, self.interest) = (player, snapshot.settings.rate, interest)
  }

  static func == (one: FollowedPlayer, other: FollowedPlayer) -> Bool {
    one.player === other.player && one.rate == other.rate && one.interest == other.interest
  }

  /// Publishes the updates, and nil when the duration has changed.
  func updates(on queue: DispatchQueue) -> AnyPublisher<PlayheadProgress?, Never> {
    player.progressPublisher(on: interest.schedule(at: rate), queue: queue)
      .map(Optional.some)
      .merge(
        with: player.durationPublisher(queue: nil).dropFirst().map { _ in PlayheadProgress?.none }
      )
      .eraseToAnyPublisher()
  }
}

extension MPVInterface {
  /// Follows the current player as the clients' observers need it.
  func followPlayer() -> AnyCancellable {
    snapshots.combineLatest(interests)
      .map { FollowedPlayer($0, $1) }
      .removeDuplicates()
      .map { [queue] in $0?.updates(on: queue) ?? Empty().eraseToAnyPublisher() }
      .switchToLatest()
      .sink { [weak self] in self?.receive($0) }
  }

  /// Updates the subscription to the player after observers have changed.
  func interestChanged() {
    owner.run {
      interests.send(clients.reduce(into: []) { $0.formUnion($1.interest) })
    }
  }

  private func receive(_ progress: PlayheadProgress?) {
    guard let progress else { return broadcast(.changed(.state)) }
    if tracker.isCurrent(progress) { broadcast(.progress(progress)) }
  }
}
