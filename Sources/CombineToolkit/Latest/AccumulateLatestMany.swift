import PortableCombine

extension Publishers {
  /// A publisher that sends the latest values of several others, in their order, each time one of
  /// them changes, once there is one of each.
  ///
  /// Of none it sends an empty array, and finishes: so a page of no rows is a page. Otherwise it
  /// follows the rules of `CombineLatestCollection`.
  ///
  /// Source of the rule: "Declarative Reactive Programming with Combine" by Samuel Défago.
  public struct AccumulateLatestMany<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    /// The publishers whose latest values are sent.
    public let publishers: [Upstream]

    /// Makes a publisher of some others.
    public init(_ upstream: Upstream...) {
      publishers = upstream
    }

    /// Makes a publisher of a sequence of others.
    public init<S>(_ upstream: S) where Upstream == S.Element, S: Swift.Sequence {
      publishers = Array(upstream)
    }

    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Input == Output, S.Failure == Failure {
      if publishers.isEmpty {
        Just([]).setFailureType(to: Failure.self).receive(subscriber: subscriber)
      } else {
        publishers.combineLatest.receive(subscriber: subscriber)
      }
    }
  }
}
