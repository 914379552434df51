import Dispatch
import PlayheadLocking
import PortableCombine
import PlayheadTimekeeping

/// A subscription to a player's frames. It drives a timer of the player's clock on the delivery
/// queue, armed for the next requested frame while playback runs, and disarmed otherwise.
///
/// All deliveries happen in the timer's handler, so they are serial. The player's `FrameMachine` decides which frame
/// the subscriber receives. The subscription retains the player and the subscriber until it is cancelled or completed.
///
/// Unchecked: the subscriber is read under the lock, and called only by the timer's handler.
final class FrameSubscription<Downstream: Subscriber>: Subscription, PlaybackObserver, Delivering,
  CustomStringConvertible, @unchecked Sendable
where Downstream.Input == PresentedFrame, Downstream.Failure == Never {
  private struct State {
    /// Nil once cancelled or completed.
    var downstream: Downstream?
    var player: Player?
    var timer: (any HostTimer)?
    /// Whether the subscriber has its subscription; nothing is delivered before.
    var isActive = false
  }

  private let state: Locked<State>

  /// Registers with the player. Nothing is delivered before `activate`.
  init(player: Player, track: Int?, queue: DispatchQueue, downstream: Downstream) {
    state = Locked(State(downstream: downstream, player: player))
    let delivering: any Delivering = self
    let timer = player.clock.makeTimer(on: queue) { delivering.deliver() }
    state.withLock { $0.timer = timer }
    let id = ObjectIdentifier(self)
    player.withFrames { frames, _, _ in frames.listen(id, to: track) }
    _ = player.add(self)
  }

  /// Starts deliveries, now that the subscriber has its subscription.
  func activate() {
    state.withLock { $0.isActive = true }
    wake()
  }

  func request(_ demand: Subscribers.Demand) {
    add(demand)
    wake()
  }

  private func add(_ demand: Subscribers.Demand) {
    if demand == .none { return }
    let id = ObjectIdentifier(self)
    state.withLock { $0.player }?.withFrames { frames, playback, now in
      frames.request(demand, id, playback, at: now)
    }
  }

  func cancel() {
    release()
  }

  func playbackChanged(_ change: PlaybackChange) {
    wake()
  }

  func clockJumped() {
    wake()
  }

  func framesCame() {
    wake()
  }

  func playerClosed() {
    wake()
  }

  private func wake() {
    state.withLock { $0.timer }?.fire()
  }

  var description: String { "PlayerFrames" }

  func deliver() {
    let id = ObjectIdentifier(self)
    // Many frames that are due at once must not keep the queue from other work.
    for _ in 0..<64 {
      let (downstream, player, timer) = state.withLock { state in
        state.isActive ? (state.downstream, state.player, state.timer) : (nil, nil, nil)
      }
      guard let downstream, let player else { return }
      switch player.withFrames({ frames, playback, now in
        frames.nextDelivery(to: id, playback, at: now)
      }) {
      case .deliver(let frame): add(downstream.receive(frame))
      case .wait(let instant):
        timer?.arm(at: instant)
        return
      case .complete:
        if release() { downstream.receive(completion: .finished) }
      }
    }
    wake()
  }

  /// Releases everything outside the lock, because deinitializers may call back. Returns false if it was done before.
  @discardableResult private func release() -> Bool {
    let (player, timer, downstream) = state.withLock { state in
      (state.player.take(), state.timer.take(), state.downstream.take())
    }
    let id = ObjectIdentifier(self)
    player?.remove(self)
    player?.withFrames { frames, _, _ in _ = frames.listeners.removeValue(forKey: id) }
    timer?.cancel()
    return withExtendedLifetime(downstream) { downstream != nil }
  }
}
