extension Publisher {
  /// Decodes each value, and fails with the error that the decoder throws.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - decoder: The decoder.
  @inlinable
  public func decode<Item, Coder>(
    type: Item.Type, decoder: Coder
  ) -> Publishers.Decode<Self, Item, Coder>
  where Item: Decodable, Coder: TopLevelDecoder, Output == Coder.Input {
    Publishers.Decode(upstream: self, decoder: decoder)
  }
}

extension Publishers {
  /// A publisher that decodes the upstream's values.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Decode`.
  @frozen
  public struct Decode<Upstream, Output, Coder>: Publisher
  where
    Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder, Upstream.Output == Coder.Input
  {
    /// The error with which this publisher can fail.
    public typealias Failure = any Error

    /// The upstream publisher.
    public let upstream: Upstream
    @usableFromInline let decoder: Coder

    /// Creates the publisher that `decode(type:decoder:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - decoder: Decodes each value.
    @inlinable
    public init(upstream: Upstream, decoder: Coder) {
      self.upstream = upstream
      self.decoder = decoder
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(SteppedSubscriber(Step(decoder), to: subscriber))
    }
  }
}

extension Publishers.Decode {
  @frozen
  @usableFromInline
  struct Step: OperatorStep {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = any Error

    @inlinable static var name: String { "Decode" }
    @inlinable static var awaitsSubscription: Bool { false }

    @usableFromInline let decoder: Coder

    @inlinable
    init(_ decoder: Coder) {
      self.decoder = decoder
    }

    @inlinable
    func take(_ input: Upstream.Output) throws(any Error) -> StepResult<Output> {
      .send(try decoder.decode(Output.self, from: input))
    }
  }
}
