import Synchronization

/// A value protected by a lock. All locking in the project uses this type.
///
/// The lock is not recursive. Inside `withLock`, do not call client code (a closure, a subscriber,
/// a timer) and do not release the last reference to such an object: return it from `withLock`
/// instead. The caller may discard it: it is released after unlocking.
///
/// Store a closure in a property of a struct, not as the state itself. As the state, it would be
/// wrapped in another closure each time the lock is taken.
///
/// `Locked` uses `Synchronization.Mutex`: one atomic operation without contention. The state is stored next to the
/// mutex inside the owner, in the cell type that `Mutex` uses (before Swift 6.3 in its own memory). Access to the cell
/// has no exclusivity check, because the lock already ensures exclusive access.
///
/// ThreadSanitizer understands the lock without a special build. See `Lock` and `withLock`.
///
/// Sendable is unchecked because the state is accessed only under the lock.
@frozen
public struct Locked<State>: ~Copyable, @unchecked Sendable {
  @usableFromInline let mutex = Lock()
  @usableFromInline let state: Storage<State>
  #if DEBUG
    @usableFromInline let count = Atomic(0)
  #endif

  /// Creates a lock that protects a value.
  ///
  /// - Parameter state: The initial value.
  @inlinable
  public init(_ state: State) {
    self.state = Storage(state)
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
    #if DEBUG
      willLock()
      defer { didUnlock() }
      count.add(1, ordering: .relaxed)
    #endif
    mutex.lock()
    // Through a separate pointer: otherwise ThreadSanitizer would take a change of the state for a
    // change of the whole lock, including the mutex.
    let address = state.address
    let result: Result
    do throws(Failure) {
      result = try body(&address.pointee)
    } catch {
      mutex.unlock()
      throw error
    }
    mutex.unlock()
    // The optimizer would release a result, or a part of it, that the caller does not use before it unlocks.
    withExtendedLifetime(result) {}
    return result
  }

  #if DEBUG
    /// The number of calls of `withLock`, for tests. Release builds do not count.
    package var acquisitionCount: Int { count.load(ordering: .relaxed) }
  #endif
}

/// A mutex that ThreadSanitizer understands. On Linux the sanitizer does not see the system calls of `Mutex`, which can
/// hand the mutex to a waiting thread, and would report races that do not exist. It sees `order`: each unlock writes
/// what the next lock reads. On x86-64 that is one load and one store without a bus lock.
@frozen
@usableFromInline
struct Lock: ~Copyable {
  @usableFromInline let mutex = Mutex<Void>(())
  @usableFromInline let order = Atomic<UInt8>(0)

  @inlinable
  init() {}

  // `Mutex.withLock` would pass the state and the result through two more closures, which are not
  // inlined.
  @inlinable
  @inline(__always)
  func lock() {
    mutex._unsafeLock()
    _ = order.load(ordering: .acquiring)
  }

  @inlinable
  @inline(__always)
  func unlock() {
    order.store(0, ordering: .releasing)
    mutex._unsafeUnlock()
  }
}

#if compiler(>=6.3)
  @frozen
  @usableFromInline
  struct Storage<State>: ~Copyable {
    @usableFromInline let cell: _Cell<State>

    @inlinable
    init(_ state: State) { cell = _Cell(state) }

    @inlinable
    var address: UnsafeMutablePointer<State> {
      @inline(__always) get { cell._address }
    }
  }
#else
  /// The cell of `Mutex` is not public before Swift 6.3, so the state is allocated.
  @frozen
  @usableFromInline
  struct Storage<State>: ~Copyable {
    @usableFromInline let address: UnsafeMutablePointer<State>

    @inlinable
    init(_ state: State) {
      address = .allocate(capacity: 1)
      address.initialize(to: state)
    }

    @inlinable
    deinit {
      address.deinitialize(count: 1)
      address.deallocate()
    }
  }
#endif
