import Locking
import Synchronization

/// Cancels blocking operations of a media source, from any thread. An interruption is permanent.
public final class Interruption: Sendable {
  /// Set with the lock of `handlers`, but read without it: loops ask after each packet.
  private let hasCome = Atomic(false)
  /// Called by `interrupt`; none after that.
  private let handlers = Locked<[@Sendable () -> Void]>([])

  /// Creates an interruption that has not happened yet.
  public init() {}

  /// Whether `interrupt` has been called.
  public var isInterrupted: Bool { hasCome.load(ordering: .acquiring) }

  /// Interrupts the operations. Further calls have no effect.
  public func interrupt() {
    let waiting = handlers.withLock { handlers in
      defer { handlers = [] }
      hasCome.store(true, ordering: .releasing)
      return handlers
    }
    for handler in waiting { handler() }
  }

  /// Registers a closure that is called once, when the interruption happens or at once if it
  /// already has.
  ///
  /// - Parameter handler: Runs on the thread that calls `interrupt`, or on the calling thread. It
  ///   is retained until then, or as long as this object.
  public func onInterrupt(_ handler: @escaping @Sendable () -> Void) {
    let isOver = handlers.withLock { handlers in
      if !isInterrupted { handlers.append(handler) }
      return isInterrupted
    }
    if isOver { handler() }
  }
}
