#if DEBUG
  import Synchronization

  /// Observes the locks of a thread, for tests that decide which thread continues. Only debug builds have observers.
  package protocol LockObserver: AnyObject, Sendable {
    /// Called before the thread takes a lock.
    func willLock()
    /// Called after the thread has released a lock.
    func didUnlock()
  }

  package enum LockObservation {
    @TaskLocal private static var observer: (any LockObserver)?
    /// Whether there was an observer; without one, a lock costs no look-up.
    private static let isUsed = Atomic(false)

    /// Runs `body` with an observer of the locks that the calling thread uses in it.
    package static func observe(_ observer: any LockObserver, _ body: () -> Void) {
      isUsed.store(true, ordering: .relaxed)
      $observer.withValue(observer, operation: body)
    }

    static var current: (any LockObserver)? {
      isUsed.load(ordering: .relaxed) ? observer : nil
    }
  }

  @usableFromInline
  func willLock() { LockObservation.current?.willLock() }

  @usableFromInline
  func didUnlock() { LockObservation.current?.didUnlock() }
#endif
