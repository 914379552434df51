#if THREAD_SANITIZER
  import Glibc
#endif
#if DEBUG || !THREAD_SANITIZER
  import Synchronization
#endif

/// A value protected by a lock. All locking in the project uses this type.
///
/// The lock is not recursive. Inside `withLock`, do not call client code (a closure, a subscriber,
/// a timer) and do not release the last reference to such an object: return it from `withLock`
/// instead.
///
/// Store a closure in a property of a struct, not as the state itself. As the state, it would be
/// wrapped in another closure each time the lock is taken.
///
/// `Locked` uses `Synchronization.Mutex`: one atomic operation without contention. The state is
/// stored next to the mutex inside the owner, in the cell type that `Mutex` uses. Access to the
/// cell has no exclusivity check, because the lock already ensures exclusive access. Builds for
/// ThreadSanitizer define `THREAD_SANITIZER` and use `pthread_mutex_t`, because the sanitizer does
/// not understand the futex inside `Mutex` on Linux and reports races that do not exist.
///
/// Sendable is unchecked because the state is accessed only under the lock.
@frozen
public struct Locked<State>: ~Copyable, @unchecked Sendable {
  @usableFromInline let mutex = Lock()
  @usableFromInline let state: Place<State>
  #if DEBUG
    @usableFromInline let count = Atomic(0)
  #endif

  /// Creates a lock that protects a value.
  ///
  /// - Parameter state: The initial value.
  @inlinable
  public init(_ state: State) {
    self.state = Place(state)
  }

  /// Calls a closure with exclusive access to the state. May be called from any thread.
  ///
  /// - Parameter body: Reads or changes the state. It must not use this lock again.
  /// - Returns: The result of `body`.
  /// - Throws: The error that `body` throws.
  @inlinable
  public borrowing func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    mutex.lock()
    defer { mutex.unlock() }
    #if DEBUG
      count.add(1, ordering: .relaxed)
    #endif
    return try body(&state.address.pointee)
  }

  #if DEBUG
    /// The number of calls of `withLock`, for tests. Release builds do not count.
    package var acquisitionCount: Int { count.load(ordering: .relaxed) }
  #endif
}

#if THREAD_SANITIZER
  @usableFromInline
  struct Lock: ~Copyable {
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

    @usableFromInline
    init() {
      mutex = .allocate(capacity: 1)
      pthread_mutex_init(mutex, nil)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    @usableFromInline func lock() { pthread_mutex_lock(mutex) }
    @usableFromInline func unlock() { pthread_mutex_unlock(mutex) }
  }

  // On the heap: if the state were inside its owner, the sanitizer would report a change of the
  // state as a change of the whole owner, including the mutex.
  @usableFromInline
  struct Place<State>: ~Copyable {
    @usableFromInline let address: UnsafeMutablePointer<State>

    @usableFromInline
    init(_ state: State) {
      address = .allocate(capacity: 1)
      address.initialize(to: state)
    }

    deinit {
      address.deinitialize(count: 1)
      address.deallocate()
    }
  }
#else
  @frozen
  @usableFromInline
  struct Lock: ~Copyable {
    @usableFromInline let mutex = Mutex<Void>(())

    @inlinable
    init() {}

    // `Mutex.withLock` would pass the state and the result through two more closures, which are not
    // inlined.
    @inlinable
    @inline(__always)
    func lock() { mutex._unsafeLock() }

    @inlinable
    @inline(__always)
    func unlock() { mutex._unsafeUnlock() }
  }

  @frozen
  @usableFromInline
  struct Place<State>: ~Copyable {
    @usableFromInline let cell: _Cell<State>

    @inlinable
    init(_ state: State) { cell = _Cell(state) }

    @inlinable
    var address: UnsafeMutablePointer<State> {
      @inline(__always) get { cell._address }
    }
  }
#endif
