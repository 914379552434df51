/// The subscriber and the subscription of `buffer`, which stores values until they are requested.
@usableFromInline
final class Buffering<Input, Failure: Error>: Subscriber, Subscription, CustomStringConvertible {
  @usableFromInline let junction: Junction<BufferInputs<Input, Failure>, Input, Failure>
  @usableFromInline let size: Int
  @usableFromInline let prefetch: Publishers.PrefetchStrategy
  @usableFromInline let whenFull: Publishers.BufferingStrategy<Failure>

  @inlinable
  init(
    size: Int, prefetch: Publishers.PrefetchStrategy,
    whenFull: Publishers.BufferingStrategy<Failure>, to outlet: Outlet<Input, Failure>
  ) {
    junction = Junction(BufferInputs(size: size, whenFull: whenFull), to: outlet)
    self.size = size
    self.prefetch = prefetch
    self.whenFull = whenFull
  }

  @usableFromInline var description: String { "Buffer" }

  @usableFromInline
  func cancel() { junction.cancel() }

  /// Sends this subscription to the subscriber, after subscribing to the upstream.
  @inlinable
  func handOver<S: Subscriber>(to subscriber: S) {
    subscriber.receive(subscription: self)
    junction.change { $0.isHandedOver = true }
    finishIfDone()
  }

  /// Adds to the demand, and sends stored values in a loop, unless a caller does already.
  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    guard demand > .none, junction.change({ $0.add(demand) }) == true else { return }
    var count = 0
    var isSent = false
    repeat {
      // The closure below does not run if the subscription was cancelled.
      isSent = false
      let more = junction.update { inputs in
        let value = inputs.next()
        isSent = value != nil
        return value.map { .value($0) }
      }
      if more > .none { junction.change { $0.demand += more } }
      if isSent { count += 1 }
    } while isSent
    finishIfDone()
    if count > 0, prefetch == .keepFull {
      junction.change { $0.upstream }??.request(.max(count))
    }
  }

  /// Sends the completion if it is due.
  @usableFromInline
  func finishIfDone() {
    junction.finish { $0.dueCompletion }
  }

  /// Stores the completion, and sends it when it is due.
  @usableFromInline
  func end(with completion: Subscribers.Completion<Failure>, cancelling isCancelling: Bool) {
    let upstream = junction.change { inputs in
      if inputs.completion == nil { inputs.completion = completion }
      return inputs.upstream.take()
    }
    if isCancelling { upstream??.cancel() }
    finishIfDone()
  }

  /// Fails when the stored values have been sent, because the buffer is full.
  @usableFromInline
  func overflow() {
    if case .customError(let makeError) = whenFull {
      end(with: .failure(makeError()), cancelling: true)
    }
  }

  // MARK: The upstream

  /// Stores the upstream's subscription, and requests values from it.
  @usableFromInline
  func receive(subscription: any Subscription) {
    let demand: Subscribers.Demand =
      prefetch == .keepFull ? .max(Swift.max(size, 0)) : .unlimited
    junction.connect(subscription) { $0.add(subscription) ? demand : nil }
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    var reception = BufferInputs<Input, Failure>.Reception.dropped(nil)
    let more = junction.send(input) { inputs in
      reception = inputs.receive(input)
      if case .sent = reception { return true }
      return false
    }
    if case .failed = reception { overflow() }
    if more > .none { request(more) }
    if case .sent = reception, prefetch == .keepFull { return .max(1) }
    return .none
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    end(with: completion, cancelling: false)
  }
}
