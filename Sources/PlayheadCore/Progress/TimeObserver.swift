import PortableCombine

/// What ends an observation of a player's time: keep it for as long as the observation is to go on.
///
/// `Player.removeTimeObserver(_:)` ends it, and so does letting go of it. Until then it keeps the
/// player. After the token that AVPlayer's `addPeriodicTimeObserver(forInterval:queue:using:)`
/// gives.
///
/// Unchecked: the subscription may be cancelled from any thread.
public final class TimeObserver: @unchecked Sendable {
  private let subscription: AnyCancellable
  /// Which player it observes.
  let player: ObjectIdentifier

  init(_ subscription: AnyCancellable, of player: Player) {
    self.subscription = subscription
    self.player = ObjectIdentifier(player)
  }

  func end() {
    subscription.cancel()
  }
}
