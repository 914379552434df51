/// The subscription to several publishers whose values are sent as tuples.
///
/// Each request is passed to all publishers. A tuple that becomes due inside the delivery of another one
/// is sent after that delivery, so that a chain of tuples does not grow the stack. A latest value that
/// the subscriber sends inside a delivery makes no tuple.
///
/// The operator first subscribes to the upstreams with `side(_:store:)`, and then calls `handOver(to:)`.
@usableFromInline
final class Tupling<Slots: TupleSlots, Failure: Error> {
  @usableFromInline let junction: Junction<TupleInputs<Slots>, Slots.Tuple, Failure>
  /// The description of the subscription.
  @usableFromInline let name: String

  @inlinable
  init(_ name: String, count: Int, to outlet: Outlet<Slots.Tuple, Failure>) {
    junction = Junction(TupleInputs(count: count), to: outlet, isHeld: true)
    self.name = name
  }

  /// Sends the subscription to the subscriber, and then the signals that waited for it.
  @inlinable
  func handOver<S: Subscriber>(to subscriber: S) {
    let subscription = ClosureSubscription(
      name, onRequest: { self.request($0) }, onCancel: { self.junction.cancel() })
    let more = junction.handOver(subscription, to: subscriber)
    if more > .none { ask(for: more, except: nil) }
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    demand.requirePositive()
    ask(for: demand, except: nil)
  }

  /// Adds to the demand, sends waiting tuples, and requests values from all publishers except the one at `index`.
  ///
  /// That one receives the request, which is returned, as the result of its value.
  @discardableResult
  @inlinable
  func ask(for demand: Subscribers.Demand, except index: Int?) -> Subscribers.Demand {
    var sum = demand
    var addition = demand
    var count = 0
    var isSent = false
    var isInside = false
    repeat {
      // The closure below does not run if the subscription was cancelled.
      isSent = false
      let more = junction.update(isLooped: true) { inputs, isNested in
        inputs.demand += addition
        isInside = isNested
        count = inputs.upstreams.count
        let tuple = inputs.nextKept()
        isSent = tuple != nil
        return tuple.map { .value($0) }
      }
      if isSent { finishIfSpent() }
      addition = more
      sum += more
    } while isSent
    if isInside { _ = junction.change { $0.nestedRequestCount += 1 } }
    for other in 0..<count where other != index {
      // Read for each request, because a tuple or an earlier request may have ended the stream.
      junction.change { $0.upstreams[other].subscription }?.request(sum)
    }
    if isInside { _ = junction.change { $0.nestedRequestCount -= 1 } }
    return sum
  }

  /// Finishes if no tuple can follow, and cancels the other publishers.
  @inlinable
  func finishIfSpent() {
    junction.finish(isLooped: true) { $0.isSpent ? .finished : nil }
  }
}
