/// The subscription of a source that produces its values while it is asked.
///
/// What it does is a closure, formed where the subscriber's type is known, which holds the
/// subscriber and the source. One thread runs it at a time; completion and cancellation let go
/// of it, the latter after the value under way.
@usableFromInline
final class PullSubscription: Subscription, CustomStringConvertible {
  /// What the subscription does, and how it reads.
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

  /// - Parameters:
  ///   - name: how it reads once it is over.
  ///   - describe: how it reads before.
  ///   - run: delivers while `demand.settle(adding:)` says so.
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

  /// Ends it: for `run` before the completion, which is sent only if this is true.
  @usableFromInline
  func end() -> Bool {
    guard demand.close() else { return false }
    return work.revoke()
  }
}
