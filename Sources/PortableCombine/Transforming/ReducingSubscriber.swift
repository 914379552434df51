/// The subscriber of an operator that combines all upstream values into one. It requests unlimited
/// values, and sends the result when it is both complete and requested.
@usableFromInline
final class ReducingSubscriber<Total: Reduction, Failure: Error, Downstream: Subscriber>:
  Subscriber, CustomStringConvertible
where Downstream.Input == Total.Output, Downstream.Failure == Total.Failure {
  @usableFromInline typealias Input = Total.Input

  @usableFromInline let description: String
  @usableFromInline let total: Total
  @usableFromInline let downstream: Downstream
  @usableFromInline let waitsForDemand: Bool
  /// Returns the operator's failure for the upstream's failure.
  @usableFromInline let convert: (Failure) -> Downstream.Failure
  // Accessed only in calls from the upstream, which are serial or nested.
  @exclusivity(unchecked) @usableFromInline
  var ending: FinalValue<Downstream.Input, Downstream.Failure>?
  @exclusivity(unchecked) @usableFromInline var isOver = false

  /// Creates the subscriber. The end waits for demand even if there is no result, or only with one.
  @inlinable
  init(
    _ name: String, _ total: Total, to downstream: Downstream, waitsForDemand: Bool = true,
    convert: @escaping (Failure) -> Downstream.Failure
  ) {
    description = name
    self.total = total
    self.downstream = downstream
    self.waitsForDemand = waitsForDemand
    self.convert = convert
  }

  @inlinable
  func receive(subscription: any Subscription) {
    guard ending == nil, !isOver else { return subscription.cancel() }
    let ending = FinalValue(description, upstream: subscription, to: downstream)
    self.ending = ending
    downstream.receive(subscription: ending.subscription)
    ending.subscription.requestAll()
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    // A value before the subscription is ignored.
    if isOver || ending == nil { return .none }
    do {
      if try total.add(input) {
        isOver = true
        ending?.subscription.cancelUpstream()
        ending.take()?.finish(with: total.result)
      }
    } catch {
      isOver = true
      ending?.subscription.cancelUpstream()
      ending.take()?.complete(.failure(error))
    }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    if isOver { return }
    isOver = true
    switch completion {
    case .finished where waitsForDemand: ending.take()?.finish(with: total.result)
    case .finished: ending.take()?.complete(.finished)
    case .failure(let error): ending.take()?.complete(.failure(convert(error)))
    }
  }
}
