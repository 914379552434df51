import Locking

/// Cuts short whatever a media source is blocked in, from any thread and once for all.
public final class Interruption: Sendable {
  private enum State {
    case waiting(handlers: [@Sendable () -> Void])
    case interrupted
  }

  private let state = Locked(State.waiting(handlers: []))

  public init() {}

  public var isInterrupted: Bool {
    state.withLock { state in
      if case .interrupted = state { true } else { false }
    }
  }

  /// Interrupts; a second time is nothing.
  public func interrupt() {
    let handlers = state.withLock { state -> [@Sendable () -> Void] in
      guard case .waiting(let handlers) = state else { return [] }
      state = .interrupted
      return handlers
    }
    for handler in handlers { handler() }
  }

  /// Has `handler` called once when the interruption comes, on the thread it comes from; at once
  /// where it has come. The handler is kept until then, or for as long as this object.
  public func onInterrupt(_ handler: @escaping @Sendable () -> Void) {
    let hasCome = state.withLock { state in
      guard case .waiting(let handlers) = state else { return true }
      state = .waiting(handlers: handlers + [handler])
      return false
    }
    if hasCome { handler() }
  }
}
