import PortableCombine

/// An observation of the position of a player or a queue, which lasts until the observer is released: keep it.
///
/// `removeTimeObserver(_:)` ends it earlier. Until then it retains the player, but not a queue. Modeled on
/// the token that AVPlayer's `addPeriodicTimeObserver(forInterval:queue:using:)` returns.
///
/// Unchecked: the subscription may be cancelled from any thread.
public final class TimeObserver: @unchecked Sendable {
  private let subscription: AnyCancellable
  /// The player or queue that it observes.
  let playhead: ObjectIdentifier

  init(_ subscription: AnyCancellable, of playhead: some Playhead) {
    self.subscription = subscription
    self.playhead = ObjectIdentifier(playhead)
  }

  func end() {
    subscription.cancel()
  }
}
