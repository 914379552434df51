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

  /// Creates the subscription.
  ///
  /// - Parameters:
  ///   - name: The description after the end.
  ///   - describe: Returns the description before the end.
  ///   - run: Delivers values while `demand.settle(adding:)` returns true.
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

  /// Ends the subscription. `run` calls it before the completion.
  ///
  /// - Returns: Whether to send the completion.
  @usableFromInline
  func end() -> Bool {
    guard demand.close() else { return false }
    return work.revoke()
  }
}
