import Dispatch
import PlayheadLocking
import Synchronization
import PlayheadTimekeeping

/// Cancels blocking operations of a media source, from any thread. An interruption is permanent.
public final class Interruption: Sendable {
  /// Set with the lock of `handlers`, but read without it: loops ask after each packet.
  private let hasCome = Atomic(false)
  /// Called by `interrupt`; none after that.
  private let handlers = Locked<[Handler]>([])

  /// A handler. Its identity allows to remove it.
  private final class Handler: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

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
    for handler in waiting { handler.run() }
  }

  /// Registers a closure that is called once, when the interruption happens or at once if it
  /// already has.
  ///
  /// - Parameter handler: Runs on the thread that calls `interrupt`, or on the calling thread. It
  ///   is retained until then, or as long as this object.
  public func onInterrupt(_ handler: @escaping @Sendable () -> Void) {
    register(Handler(handler))
  }

  /// The number of registered handlers.
  package var handlerCount: Int { handlers.withLock(\.count) }

  /// Calls `body` with a registered handler, which may still run on another thread when this returns.
  package func onInterrupt<Result, Failure: Error>(
    _ handler: @escaping @Sendable () -> Void, during body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let registered = Handler(handler)
    register(registered)
    defer { handlers.withLock { $0.removeAll { $0 === registered } } }
    return try body()
  }

  private func register(_ handler: Handler) {
    let isOver = handlers.withLock { handlers in
      if !isInterrupted { handlers.append(handler) }
      return isInterrupted
    }
    if isOver { handler.run() }
  }
}

extension Interruption {
  /// Blocks for this time, or until the interruption happens.
  package func wait(for delay: Duration) {
    let bell = DispatchSemaphore(value: 0)
    let nanoseconds = HostInstant(nanoseconds: 0).advanced(by: delay).nanoseconds
    onInterrupt {
      bell.signal()
    } during: {
      _ = bell.wait(timeout: .now() + .nanoseconds(Int(clamping: nanoseconds)))
    }
  }
}
