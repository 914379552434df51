import Locking

/// Cancels blocking operations of a media source, from any thread. An interruption is permanent.
public final class Interruption: Sendable {
  private enum State {
    case waiting(handlers: [@Sendable () -> Void])
    case interrupted
  }

  private let state = Locked(State.waiting(handlers: []))

  /// Creates an interruption that has not happened yet.
  public init() {}

  /// Whether `interrupt` has been called.
  public var isInterrupted: Bool {
    state.withLock { state in
      if case .interrupted = state { true } else { false }
    }
  }

  /// Interrupts the operations. Further calls have no effect.
  public func interrupt() {
    let handlers = state.withLock { state -> [@Sendable () -> Void] in
      guard case .waiting(let handlers) = state else { return [] }
      state = .interrupted
      return handlers
    }
    for handler in handlers { handler() }
  }

  /// Registers a closure that is called once, when the interruption happens or at once if it
  /// already has.
  ///
  /// - Parameter handler: Runs on the thread that calls `interrupt`, or on the calling thread. It
  ///   is retained until then, or as long as this object.
  public func onInterrupt(_ handler: @escaping @Sendable () -> Void) {
    let hasCome = state.withLock { state in
      guard case .waiting(let handlers) = state else { return true }
      state = .waiting(handlers: handlers + [handler])
      return false
    }
    if hasCome { handler() }
  }
}
