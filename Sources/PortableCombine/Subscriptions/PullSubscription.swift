import Synchronization

/// The subscription of a source that produces its values on request.
///
/// Its work is a closure, formed where the subscriber's type is known, that holds the subscriber
/// and the source. Only one thread at a time runs it. Completion and cancellation release it; a
/// cancellation releases it after the current value.
@usableFromInline
final class PullSubscription: Subscription, CustomStringConvertible {
  /// The work of the subscription, and its description.
  @usableFromInline
  final class Work {
    @usableFromInline let run: (PullSubscription) -> Void
    @usableFromInline let describe: () -> String

    @inlinable
    init(run: @escaping (PullSubscription) -> Void, describe: @escaping () -> String) {
      self.run = run
      self.describe = describe
    }
  }

  @usableFromInline let demand = PullDemand()
  @usableFromInline let work: Revocable
  @usableFromInline let name: String

  /// Creates the subscription. `run` delivers values while `demand.settle(adding:)` returns true.
  @inlinable
  init(
    _ name: String, describe: @escaping () -> String,
    run: @escaping (PullSubscription) -> Void
  ) {
    self.name = name
    work = Revocable(Work(run: run, describe: describe))
  }

  @usableFromInline var description: String {
    var text = name
    work.use(as: Work.self) { text = $0.describe() }
    return text
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    if self.demand.add(demand) { work.use(as: Work.self) { $0.run(self) } }
  }

  @usableFromInline
  func cancel() { _ = end() }

  /// Ends the subscription, before the completion. Returns whether to send it.
  @usableFromInline
  func end() -> Bool {
    guard demand.close() else { return false }
    return work.revoke()
  }
}

/// The demand of a subscription that produces its values on request, in an atomic word.
///
/// The demand for a value is subtracted after its delivery. A caller that adds to a demand of zero
/// therefore delivers, and a caller that adds to a larger demand leaves the delivery to the first.
@usableFromInline
struct PullDemand: ~Copyable {
  @usableFromInline static var closed: UInt { .max }
  @usableFromInline static var unlimited: UInt { UInt(Int.max) + 1 }

  @usableFromInline let word = Atomic<UInt>(0)

  @inlinable
  init() {}

  /// Adds to the demand. Returns whether the caller must deliver.
  @usableFromInline
  func add(_ demand: Subscribers.Demand) -> Bool {
    var old = word.load(ordering: .relaxed)
    while old != Self.closed {
      // Less than twice the range, unless both are unlimited.
      let new = old == Self.unlimited ? old : min(old + demand.rawValue, Self.unlimited)
      let (done, seen) = word.weakCompareExchange(
        expected: old, desired: new, ordering: .acquiringAndReleasing)
      if done { return old == 0 }
      old = seen
    }
    return false
  }

  /// Subtracts one delivered value, and adds `more`. Returns whether the caller must deliver another value.
  @inlinable
  func settle(adding more: Subscribers.Demand) -> Bool {
    var old = word.load(ordering: .acquiring)
    if old == Self.unlimited { return true }
    while old != Self.closed {
      let new = min(old - (old == Self.unlimited ? 0 : 1) + more.rawValue, Self.unlimited)
      let (done, seen) = word.weakCompareExchange(
        expected: old, desired: new, ordering: .acquiringAndReleasing)
      if done { return new > 0 }
      old = seen
    }
    return false
  }

  /// Closes the demand. Returns whether this call closed it.
  @usableFromInline
  func close() -> Bool {
    word.exchange(Self.closed, ordering: .acquiringAndReleasing) != Self.closed
  }
}
