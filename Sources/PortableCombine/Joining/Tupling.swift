/// The subscription to several publishers whose values are sent as tuples.
///
/// Each request goes on to all of them. A tuple that becomes due inside the delivery of another one
/// follows that, so that a subscriber that causes a tuple with each does not grow the stack.
///
/// The upstreams are to be subscribed to first, by `side(_:store:)`; then `handOver(to:)` hands over
/// the subscription.
@usableFromInline
final class Tupling<Slots: TupleSlots, Failure: Error> {
  @usableFromInline let junction: Junction<TupleInputs<Slots>, Slots.Tuple, Failure>
  /// How its subscription reads.
  @usableFromInline let name: String

  @inlinable
  init(_ name: String, count: Int, to outlet: Outlet<Slots.Tuple, Failure>) {
    junction = Junction(TupleInputs(count: count), to: outlet, isHeld: true)
    self.name = name
  }

  /// Hands over the subscription, and then a completion that came before.
  @inlinable
  func handOver<S: Subscriber>(to subscriber: S) {
    let subscription = ClosureSubscription(
      name, onRequest: { self.request($0) }, onCancel: { self.junction.cancel() })
    junction.handOver(subscription, to: subscriber)
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    demand.requirePositive()
    ask(for: demand, except: nil)
  }

  /// Adds to the demand, sends tuples that waited for it, and asks the publishers, except the one
  /// that is asked by what its value returns.
  ///
  /// - Returns: what was asked for in all: `demand`, and what the tuples sent asked for on top.
  @discardableResult
  @inlinable
  func ask(for demand: Subscribers.Demand, except index: Int?) -> Subscribers.Demand {
    var sum = demand
    var addition = demand
    var upstreams: [SubscriptionSlot] = []
    var isSent = false
    repeat {
      // What was cancelled meanwhile is not asked.
      isSent = false
      let more = junction.update(isLooped: true) { inputs in
        inputs.demand += addition
        upstreams = inputs.upstreams
        let tuple = inputs.nextKept()
        isSent = tuple != nil
        return tuple.map { .value($0) }
      }
      if isSent { finishIfSpent() }
      addition = more
      sum += more
    } while isSent
    for other in upstreams.indices where other != index {
      upstreams[other].subscription.request(sum)
    }
    return sum
  }

  /// Finishes once no tuple can follow any more, and cancels the publishers that have not.
  @inlinable
  func finishIfSpent() {
    junction.finish(isLooped: true) { $0.isSpent ? .finished : nil }
  }
}
