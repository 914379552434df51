import Locking

/// The connection of a publisher that is kept up while there are subscribers.
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
  // Held, since what it returns on connecting need not hold it.
  private let publisher: Any

  @usableFromInline
  init(of publisher: Any) {
    self.publisher = publisher
  }

  /// Counts one more subscriber; true if the caller is to connect.
  @usableFromInline
  func enter() -> Bool {
    state.withLock { state in
      state.subscribers += 1
      guard case .idle = state.phase else { return false }
      state.phase = .connecting
      return true
    }
  }

  /// Keeps `activity` while there are subscribers: if none is left, ends it at once.
  @usableFromInline
  func begin(with activity: any Cancellable) {
    let isWanted = state.withLock { state in
      state.phase = state.subscribers > 0 ? .connected(activity) : .idle
      return state.subscribers > 0
    }
    if !isWanted { activity.cancel() }
  }

  /// Counts one subscriber less; ends the activity after the last.
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
