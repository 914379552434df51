extension Publisher where Output: Encodable {
  /// Encodes each value, and fails with the error that the encoder throws.
  ///
  /// - Parameter encoder: Encodes each value.
  @inlinable
  public func encode<Coder>(encoder: Coder) -> Publishers.Encode<Self, Coder>
  where Coder: TopLevelEncoder {
    Publishers.Encode(upstream: self, encoder: encoder)
  }
}

extension Publishers {
  /// A publisher that encodes the upstream's values.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Encode`.
  @frozen
  public struct Encode<Upstream, Coder>: Publisher
  where Upstream: Publisher, Upstream.Output: Encodable, Coder: TopLevelEncoder {
    /// The values of the upstream publisher.
    public typealias Output = Coder.Output
    /// The error with which this publisher can fail.
    public typealias Failure = any Error

    /// The upstream publisher.
    public let upstream: Upstream
    @usableFromInline let encoder: Coder

    /// Creates the publisher that `encode(encoder:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - encoder: Encodes each value.
    @inlinable
    public init(upstream: Upstream, encoder: Coder) {
      self.upstream = upstream
      self.encoder = encoder
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(SteppedSubscriber(Step(encoder), to: subscriber))
    }
  }
}

extension Publishers.Encode {
  @frozen
  @usableFromInline
  struct Step: OperatorStep {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = any Error

    @inlinable static var name: String { "Encode" }
    @inlinable static var awaitsSubscription: Bool { false }

    @usableFromInline let encoder: Coder

    @inlinable
    init(_ encoder: Coder) {
      self.encoder = encoder
    }

    @inlinable
    func take(_ input: Upstream.Output) throws(any Error) -> StepResult<Coder.Output> {
      .send(try encoder.encode(input))
    }
  }
}
