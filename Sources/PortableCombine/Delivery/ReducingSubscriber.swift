/// The subscriber of an operator that combines all upstream values into one. It requests unlimited
/// values, and sends the result when it is both complete and requested.
@usableFromInline
final class ReducingSubscriber<Total: Reduction, Downstream: Subscriber>: Subscriber,
  CustomStringConvertible
where Downstream.Input == Total.Output, Downstream.Failure == Total.Failure {
  @usableFromInline typealias Input = Total.Input
  @usableFromInline typealias Failure = Total.InputFailure

  @usableFromInline let total: Total
  @usableFromInline let downstream: Downstream
  // Accessed only in calls from the upstream, which are serial.
  @exclusivity(unchecked) @usableFromInline
  var ending: FinalValue<Total.Output, Total.Failure>?
  @exclusivity(unchecked) @usableFromInline var isOver = false

  @usableFromInline var description: String { Total.name }

  @inlinable
  init(_ total: Total, to downstream: Downstream) {
    self.total = total
    self.downstream = downstream
  }

  @inlinable
  func receive(subscription: any Subscription) {
    guard ending == nil, !isOver else { return subscription.cancel() }
    let ending = FinalValue(Total.name, upstream: subscription, to: downstream)
    self.ending = ending
    downstream.receive(subscription: ending.subscription)
    subscription.request(.unlimited)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    if isOver { return .none }
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
    case .finished where Total.waitsForDemand: ending.take()?.finish(with: total.result)
    case .finished: ending.take()?.complete(.finished)
    case .failure(let error): ending.take()?.complete(.failure(total.failure(from: error)))
    }
  }
}
