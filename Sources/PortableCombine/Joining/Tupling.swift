/// The subscription to several publishers whose values are sent as tuples.
///
/// Each request goes on to all of them.
@usableFromInline
final class Tupling<Slots: TupleSlots, Failure: Error>: Subscription, CustomStringConvertible {
  @usableFromInline let junction: Junction<TupleInputs<Slots>, Slots.Tuple, Failure>
  @usableFromInline let description: String

  @inlinable
  init(_ name: String, count: Int, to outlet: Outlet<Slots.Tuple, Failure>) {
    junction = Junction(TupleInputs(count: count), to: outlet)
    description = name
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    demand.requirePositive()
    ask(for: demand, except: nil)
  }

  @usableFromInline
  func cancel() {
    let inputs = junction.end { $0.removeAll() }
    for subscription in inputs?.subscriptions ?? [] { subscription?.cancel() }
  }

  /// Adds to the demand, sends tuples that waited for it, and asks the publishers, except the one
  /// that is asked by what its value returns.
  ///
  /// - Returns: what was asked for in all: `demand`, and what the tuples sent asked for on top.
  @discardableResult
  @usableFromInline
  func ask(for demand: Subscribers.Demand, except index: Int?) -> Subscribers.Demand {
    var sum = demand
    var addition = demand
    var subscriptions: [(any Subscription)?] = []
    var isSent = false
    repeat {
      // What was cancelled meanwhile is not asked.
      isSent = false
      let more = junction.update { inputs in
        inputs.demand += addition
        subscriptions = inputs.subscriptions
        let tuple = inputs.nextKept()
        isSent = tuple != nil
        return tuple.map { .value($0) }
      }
      if isSent { finishIfSpent() }
      addition = more
      sum += more
    } while isSent
    for (other, subscription) in subscriptions.enumerated() where other != index {
      subscription?.request(sum)
    }
    return sum
  }

  /// Finishes once no tuple can follow any more, and cancels the publishers that have not.
  @usableFromInline
  func finishIfSpent() {
    var rest: TupleInputs<Slots>?
    _ = junction.update { inputs in
      guard inputs.isSpent else { return nil }
      rest = inputs.removeAll()
      return .completion(.finished)
    }
    for subscription in rest?.subscriptions ?? [] { subscription?.cancel() }
  }
}
