import PlayheadLocking

/// The connection of a publisher, which remains open while there are subscribers.
///
/// One thread at a time connects or cancels. It also connects for a subscriber that arrives before
/// it has cancelled, so that no subscriber depends on a connection that is ending.
@usableFromInline
final class Connection {
  private enum Phase {
    case idle, changing
    case connected(any Cancellable)
  }

  private struct State {
    var subscribers = 0
    var phase = Phase.idle
  }

  private let state = Locked(State())
  private let makeActivity: () -> any Cancellable

  /// Creates a connection. `connect` retains the publisher.
  @usableFromInline
  init(connect: @escaping () -> any Cancellable) {
    makeActivity = connect
  }

  /// Adds a subscriber. Returns whether the caller must call `connect()`.
  @usableFromInline
  func enter() -> Bool {
    state.withLock { state in
      state.subscribers += 1
      guard case .idle = state.phase else { return false }
      state.phase = .changing
      return true
    }
  }

  /// Connects while there are subscribers.
  @usableFromInline
  func connect() {
    var isWanted = true
    while isWanted {
      let activity = makeActivity()
      let isKept = state.withLock { state in
        if state.subscribers > 0 { state.phase = .connected(activity) }
        return state.subscribers > 0
      }
      if isKept { return }
      isWanted = cancel(activity)
    }
  }

  /// Removes a subscriber; after the last one, cancels the connection.
  @usableFromInline
  func leave() {
    let ended = state.withLock { state -> (any Cancellable)? in
      state.subscribers -= 1
      guard state.subscribers == 0, case .connected(let activity) = state.phase else { return nil }
      state.phase = .changing
      return activity
    }
    if let ended, cancel(ended) { connect() }
  }

  /// Cancels a connection. Returns whether the caller must connect again, for a subscriber that has arrived since.
  private func cancel(_ activity: any Cancellable) -> Bool {
    activity.cancel()
    return state.withLock { state in
      if state.subscribers == 0 { state.phase = .idle }
      return state.subscribers > 0
    }
  }
}
