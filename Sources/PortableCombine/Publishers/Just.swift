/// A publisher that sends one value to each subscriber, and finishes.
///
/// Source of the rule: Apple's documentation of `Just`.
@frozen
public struct Just<Output>: Publisher {
  public typealias Failure = Never

  /// The value it sends.
  public let output: Output

  /// Makes a publisher of one value.
  @inlinable
  public init(_ output: Output) {
    self.output = output
  }

  @inlinable
  public func receive<S>(subscriber: S)
  where Output == S.Input, S: Subscriber, S.Failure == Never {
    let output = output
    subscriber.receive(
      subscription: PullSubscription("Just", describe: { "Just" }) { subscription in
        // What the value asks for on top is for nothing: there is no other.
        _ = subscriber.receive(output)
        if subscription.end() { subscriber.receive(completion: .finished) }
      })
  }
}

extension Just: Equatable where Output: Equatable {}
