import Locking

/// The connection of a publisher, which remains open while there are subscribers.
@usableFromInline
final class Connection {
  private enum Phase {
    case idle, connecting
    case connected(any Cancellable)
  }

  private struct State {
    var subscribers = 0
    var phase = Phase.idle
  }

  private let state = Locked(State())
  // Retained here, because the connection does not retain it.
  private let publisher: Any

  @usableFromInline
  init(of publisher: Any) {
    self.publisher = publisher
  }

  /// Adds a subscriber.
  ///
  /// - Returns: Whether the caller must connect.
  @usableFromInline
  func enter() -> Bool {
    state.withLock { state in
      state.subscribers += 1
      guard case .idle = state.phase else { return false }
      state.phase = .connecting
      return true
    }
  }

  /// Stores `activity` while there are subscribers; without subscribers, cancels it immediately.
  @usableFromInline
  func begin(with activity: any Cancellable) {
    let isWanted = state.withLock { state in
      state.phase = state.subscribers > 0 ? .connected(activity) : .idle
      return state.subscribers > 0
    }
    if !isWanted { activity.cancel() }
  }

  /// Removes a subscriber; after the last one, cancels the connection.
  @usableFromInline
  func leave() {
    let ended = state.withLock { state -> (any Cancellable)? in
      state.subscribers -= 1
      guard state.subscribers == 0, case .connected(let activity) = state.phase else { return nil }
      state.phase = .idle
      return activity
    }
    ended?.cancel()
  }
}
