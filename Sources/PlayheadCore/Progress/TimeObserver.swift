import PortableCombine

/// An observation of a player's position, which lasts until the observer is released.
///
/// `Player.removeTimeObserver(_:)` ends it earlier. Until then it retains the player. Modeled on
/// the token that AVPlayer's `addPeriodicTimeObserver(forInterval:queue:using:)` returns.
///
/// Unchecked: the subscription may be cancelled from any thread.
public final class TimeObserver: @unchecked Sendable {
  private let subscription: AnyCancellable
  /// The player that it observes.
  let player: ObjectIdentifier

  init(_ subscription: AnyCancellable, of player: Player) {
    self.subscription = subscription
    self.player = ObjectIdentifier(player)
  }

  /// Ends the observation.
  func end() {
    subscription.cancel()
  }
}
