extension Publisher {
  /// Prints each event on a line, to the standard output or to a stream.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of each line, before a colon; empty for none.
  ///   - stream: The output stream; nil for the standard output.
  @inlinable
  public func print(
    _ prefix: String = "", to stream: (any TextOutputStream)? = nil
  ) -> Publishers.Print<Self> {
    Publishers.Print(upstream: self, prefix: prefix, to: stream)
  }
}

extension Publishers {
  /// A publisher that prints the events between the upstream and the subscriber.
  ///
  /// Only one thread at a time writes to a stream, and no thread waits for another.
  public struct Print<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The beginning of each line, before a colon; empty for none.
    public let prefix: String
    /// The upstream publisher.
    public let upstream: Upstream
    /// The output stream; nil for the standard output.
    public let stream: (any TextOutputStream)?

    /// Creates the publisher that `print(_:to:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - prefix: The text at the start of each line.
    ///   - stream: The target of the text; nil for standard output.
    @inlinable
    public init(upstream: Upstream, prefix: String, to stream: (any TextOutputStream)? = nil) {
      self.upstream = upstream
      self.prefix = prefix
      self.stream = stream
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      let log = LineLog(prefix: prefix, stream: stream)
      upstream.subscribe(Inner(downstream: subscriber, log: log))
    }
  }
}

extension Publishers.Print {
  @usableFromInline
  final class Inner<Downstream: Subscriber>: Subscriber, CustomStringConvertible
  where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline let downstream: Downstream
    @usableFromInline let log: LineLog
    // Accessed only in calls from the upstream, which are serial or nested.
    @exclusivity(unchecked) @usableFromInline var subscription: ObservedSubscription?

    @usableFromInline var description: String { "Print" }

    @inlinable
    init(downstream: Downstream, log: LineLog) {
      self.downstream = downstream
      self.log = log
    }

    @usableFromInline
    func receive(subscription: any Subscription) {
      log.write("receive subscription: (\(subscription))")
      guard self.subscription == nil else { return subscription.cancel() }
      let log = log
      let observed = ObservedSubscription(
        "Print", subscription, allowsNoDemand: false,
        onRequest: { log.write("request \($0.printed)") },
        onCancel: { log.write("receive cancel") })
      self.subscription = observed
      downstream.receive(subscription: observed)
    }

    @usableFromInline
    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      log.write("receive value: (\(input))")
      let more = downstream.receive(input)
      if more > .none { log.write("request \(more.printed) (synchronous)") }
      return more
    }

    @usableFromInline
    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
      switch completion {
      case .finished: log.write("receive finished")
      case .failure(let error): log.write("receive error: (\(error))")
      }
      if subscription?.release() == true { downstream.receive(completion: completion) }
    }
  }
}

extension Subscribers.Demand {
  fileprivate var printed: String { max.map { "max: (\($0))" } ?? "unlimited" }
}
