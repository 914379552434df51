extension Publisher where Failure == Never {
  /// Delays all values until `connect()` is called.
  @inlinable
  public func makeConnectable() -> Publishers.MakeConnectable<Self> {
    Publishers.MakeConnectable(upstream: self)
  }
}

extension Publishers {
  /// A publisher that publishes nothing until `connect()` is called.
  public struct MakeConnectable<Upstream>: ConnectablePublisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    @usableFromInline
    let multicast: Publishers.Multicast<Upstream, PassthroughSubject<Output, Failure>>

    /// Creates the publisher that `makeConnectable()` returns.
    ///
    /// - Parameter upstream: The upstream publisher.
    @inlinable
    public init(upstream: Upstream) {
      multicast = upstream.multicast(subject: PassthroughSubject())
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      multicast.subscribe(subscriber)
    }

    @inlinable
    public func connect() -> any Cancellable {
      multicast.connect()
    }
  }
}
