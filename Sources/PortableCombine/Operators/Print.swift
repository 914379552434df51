extension Publisher {
  /// Prints everything that happens, each a line that begins with `prefix`, to the standard output
  /// or to a stream.
  @inlinable
  public func print(
    _ prefix: String = "", to stream: (any TextOutputStream)? = nil
  ) -> Publishers.Print<Self> {
    Publishers.Print(upstream: self, prefix: prefix, to: stream)
  }
}

extension Publishers {
  /// A publisher that prints what another sends and what that is asked for.
  ///
  /// A stream is written to by one thread at a time, and never waited for.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Print`.
  public struct Print<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// What each line begins with, before a colon; nothing if it is empty.
    public let prefix: String
    /// The publisher whose events are printed.
    public let upstream: Upstream
    /// What is written to; without one it is the standard output.
    public let stream: (any TextOutputStream)?

    /// Makes the publisher; `print(_:to:)` does the same.
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
    // Reached by what the upstream sends alone, which is serial.
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
      if subscription?.letGo() == true { downstream.receive(completion: completion) }
    }
  }
}

extension Subscribers.Demand {
  fileprivate var printed: String { max.map { "max: (\($0))" } ?? "unlimited" }
}
