/// The subscriber of an operator that makes one value of all that its upstream sends: it asks for
/// everything at once, and has the value sent as soon as it is both made and asked for.
@usableFromInline
final class ReducingSubscriber<Total: Reduction, Downstream: Subscriber>: Subscriber,
  CustomStringConvertible
where Downstream.Input == Total.Output, Downstream.Failure == Total.Failure {
  @usableFromInline typealias Input = Total.Input
  @usableFromInline typealias Failure = Total.InputFailure

  @usableFromInline let total: Total
  @usableFromInline let downstream: Downstream
  // Both are reached by what the upstream sends alone, which is serial.
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
