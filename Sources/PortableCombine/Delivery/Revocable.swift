import Synchronization

/// An object that is used without a lock and without being retained, until it is revoked.
///
/// Each use is counted. After it has been revoked, the last use releases the object. Client code is
/// therefore neither called nor released under a lock, and a use costs two atomic operations. Uses
/// can be nested, and a use can revoke the object.
///
/// The constant closures of the object can be called without retaining them. The caller of `use` names the type of the
/// object, instead of a generic parameter, so that no type is looked up when a subscription begins or ends.
@usableFromInline
struct Revocable: ~Copyable {
  // Four times the number of current uses, plus one if revoked, plus two if released.
  @usableFromInline let uses: Atomic<Int>
  @usableFromInline let thing: Unmanaged<AnyObject>

  @inlinable
  init(_ thing: AnyObject) {
    uses = Atomic(0)
    self.thing = .passRetained(thing)
  }

  @inlinable
  deinit {
    if uses.load(ordering: .acquiring) & 2 == 0 { thing.release() }
  }

  /// Runs `body` with the object, whose type must match, unless it is revoked.
  @inlinable
  @inline(__always)
  func use<Thing: AnyObject>(as type: Thing.Type, _ body: (Thing) -> Void) {
    let before = uses.wrappingAdd(4, ordering: .acquiring).oldValue
    if before & 1 == 0 {
      thing._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: type)) }
    }
    if uses.wrappingSubtract(4, ordering: .acquiringAndReleasing).newValue == 1 { release() }
  }

  @usableFromInline var isRevoked: Bool { uses.load(ordering: .acquiring) & 1 == 1 }

  /// Revokes the object, and returns whether this is the first call. Current uses continue, and new ones do nothing.
  @usableFromInline
  func revoke() -> Bool {
    let before = uses.bitwiseOr(1, ordering: .acquiringAndReleasing).oldValue
    if before == 0 { release() }
    return before & 1 == 0
  }

  // Later uses also count up and down; only the first to reach zero releases the object.
  @usableFromInline
  func release() {
    let (isFirst, _) = uses.compareExchange(
      expected: 1, desired: 3, ordering: .acquiringAndReleasing)
    if isFirst { thing.release() }
  }
}
