#if THREAD_SANITIZER
  import Glibc
#else
  import Synchronization
#endif

/// A value that only the holder of its lock can reach: the one lock of the project.
///
/// The lock is not recursive. Inside `withLock` call nothing foreign (a closure of a caller, a
/// subscriber, a timer) and let nothing foreign be released: take it out and return it instead.
///
/// A closure is kept as a property of a struct, never as the state itself: that would be wrapped
/// once more each time the lock is taken.
///
/// It sits on `Synchronization.Mutex`, one atomic operation while nobody contends. The state lies
/// beside the mutex inside the owner, in the cell that `Mutex` itself is made of, where reaching it
/// costs no check of exclusive access, which the lock makes certain already. Builds for
/// ThreadSanitizer define `THREAD_SANITIZER` and sit on `pthread_mutex_t`: the sanitizer does not
/// see through the futex that `Mutex` is made of on Linux, and would report races that are not.
///
/// Unchecked: the state is reached under the lock only.
@frozen
public struct Locked<State>: ~Copyable, @unchecked Sendable {
  @usableFromInline let mutex = Lock()
  @usableFromInline let state: Place<State>

  @inlinable
  public init(_ state: State) {
    self.state = Place(state)
  }

  /// Runs `body` with exclusive access to the state, from any thread.
  @inlinable
  public borrowing func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    mutex.lock()
    defer { mutex.unlock() }
    return try body(&state.address.pointee)
  }
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

  // On the heap: of state inside its owner the sanitizer takes a change for one of the whole owner,
  // the mutex included.
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

    // The unsafe calls, since `withLock` takes the state's access and its result through two more
    // closures, which do not inline.
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
