import Synchronization

/// A thing that is used without a lock and without being retained, until it is revoked.
///
/// Each use is counted; once it is revoked, the last one out releases the thing. So nothing
/// foreign is called or released under a lock, and a use costs two atomic operations. Uses may
/// nest, and a use may revoke.
///
/// The thing is an object, whose constant closures can be called without retaining them. Its type
/// is told by those who use it, not by a generic parameter: so nothing looks that up when a
/// subscription begins and ends.
@usableFromInline
struct Revocable: ~Copyable {
  // Four times the number of uses under way, plus one once revoked, plus two once released.
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

  /// Runs `body` with the thing, which must have been made of that type, unless it is revoked.
  @inlinable
  @inline(__always)
  func use<Thing: AnyObject>(as type: Thing.Type, _ body: (Thing) -> Void) {
    let before = uses.wrappingAdd(4, ordering: .acquiring).oldValue
    if before & 1 == 0 {
      thing._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: type)) }
    }
    if uses.wrappingSubtract(4, ordering: .acquiringAndReleasing).newValue == 1 { release() }
  }

  /// Whether it was ended.
  @usableFromInline var isRevoked: Bool { uses.load(ordering: .acquiring) & 1 == 1 }

  /// Ends it: uses under way end as they began, new ones find nothing. True for the first call.
  @usableFromInline
  func revoke() -> Bool {
    let before = uses.bitwiseOr(1, ordering: .acquiringAndReleasing).oldValue
    if before == 0 { release() }
    return before & 1 == 0
  }

  // Uses that come late count up and down again: only the first to be last releases.
  @usableFromInline
  func release() {
    let (isFirst, _) = uses.compareExchange(
      expected: 1, desired: 3, ordering: .acquiringAndReleasing)
    if isFirst { thing.release() }
  }
}
