import PlayheadCore
import PortableCombine
import Timekeeping

/// The kinds of properties that clients observe, which the subscription to the player depends on.
struct Interest: Hashable {
  /// Anything that changes by itself.
  var hasState = false
  /// The position, ten times a second.
  var hasPosition = false
  /// The chapter, when it begins.
  var hasChapters = false

  mutating func add(_ observer: Observer) {
    if !observer.triggers.isDisjoint(with: [.position, .state]) { hasState = true }
    if observer.triggers.contains(.position) { hasPosition = true }
    if observer.followsChapters { hasChapters = true }
  }

  mutating func formUnion(_ other: Interest) {
    hasState = hasState || other.hasState
    hasPosition = hasPosition || other.hasPosition
    hasChapters = hasChapters || other.hasChapters
  }

  /// The schedule of updates: every tenth of a second of the host's clock, if the position is observed.
  func schedule(at rate: Rate) -> Schedule {
    var schedule = Schedule.times([])
    if hasPosition {
      let tick = Timebase(reducing: 1, 10 * Int64(rate.denominator)) ?? .milliseconds
      let interval = MediaTime(ticks: Int64(rate.numerator), timebase: tick)
      schedule = schedule.union(.interval(max(interval, .milliseconds(1))))
    }
    return hasChapters ? schedule.union(.chapters) : schedule
  }
}

/// The one subscription to the player for all that clients observe.
struct PlayerFollowing {
  /// The player and the updates of a subscription.
  struct Target: Hashable {
    var player: ObjectIdentifier?
    var rate = Rate.normal
    var interest = Interest()
  }

  var target = Target()
  /// The player of the target, retained so that no other one gets its identity.
  var player: Player?
  var subscriptions: [AnyCancellable] = []
}

extension MPVInterface {
  /// Updates the subscription to the player after observers have changed.
  func interestChanged() {
    let (number, clients) = state.withLock { state in
      state.interestNumber += 1
      return (state.interestNumber, state.clients)
    }
    var interest = Interest()
    for client in clients { client.client?.add(to: &interest) }
    // A later computation includes this change.
    let isLatest = state.withLock { state in
      guard state.interestNumber == number else { return false }
      state.interest = interest
      return true
    }
    if isLatest { follow() }
  }

  /// Subscribes to the current player, unless that has been done.
  func follow() {
    let snapshot = session.snapshot
    let (target, old) = state.withLock { state -> (PlayerFollowing.Target?, PlayerFollowing?) in
      var target = PlayerFollowing.Target()
      if state.interest.hasState, let player = snapshot.player {
        target.player = ObjectIdentifier(player)
        target.rate = snapshot.settings.rate
        target.interest = state.interest
      }
      if state.following.target == target { return (nil, nil) }
      let old = state.following
      state.following = PlayerFollowing(
        target: target, player: target.player == nil ? nil : snapshot.player)
      return (target, old)
    }
    for subscription in old?.subscriptions ?? [] { subscription.cancel() }
    guard let target, let player = snapshot.player, target.player != nil else { return }
    let subscriptions = subscribe(to: player, target)
    let isCurrent = state.withLock { state in
      guard state.following.target == target else { return false }
      state.following.subscriptions = subscriptions
      return true
    }
    if !isCurrent { for subscription in subscriptions { subscription.cancel() } }
  }

  private func subscribe(
    to player: Player, _ target: PlayerFollowing.Target
  ) -> [AnyCancellable] {
    let schedule = target.interest.schedule(at: target.rate)
    let progress = player.progressPublisher(on: schedule, queue: queue)
      .sink { [weak self] progress in self?.receive(progress, of: target) }
    let duration = player.durationPublisher.dropFirst()
      .sink { [weak self] _ in self?.broadcast(.changed(.state)) }
    return [progress, duration]
  }

  private func receive(_ progress: PlayheadProgress, of target: PlayerFollowing.Target) {
    let isCurrent = state.withLock { state in
      state.following.target == target && state.tracker.isCurrent(progress)
    }
    if isCurrent { broadcast(.progress(progress)) }
  }
}
