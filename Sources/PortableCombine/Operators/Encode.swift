extension Publisher where Output: Encodable {
  /// Encodes each value; fails with the error that the encoder throws.
  @inlinable
  public func encode<Coder>(encoder: Coder) -> Publishers.Encode<Self, Coder>
  where Coder: TopLevelEncoder {
    Publishers.Encode(upstream: self, encoder: encoder)
  }
}

extension Publishers {
  /// A publisher that sends the encoded forms of another's values.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Encode`.
  @frozen
  public struct Encode<Upstream, Coder>: Publisher
  where Upstream: Publisher, Upstream.Output: Encodable, Coder: TopLevelEncoder {
    public typealias Output = Coder.Output
    public typealias Failure = any Error

    /// The publisher whose values are encoded.
    public let upstream: Upstream
    @usableFromInline let encoder: Coder

    /// Makes the publisher; `encode(encoder:)` does the same.
    @inlinable
    public init(upstream: Upstream, encoder: Coder) {
      self.upstream = upstream
      self.encoder = encoder
    }

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
