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
  @frozen
  public struct Encode<Upstream, Coder>: Publisher
  where Upstream: Publisher, Upstream.Output: Encodable, Coder: TopLevelEncoder {
    public typealias Output = Coder.Output
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

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(
        SteppedSubscriber("Encode", awaitsSubscription: false, to: subscriber, convert: { $0 }) {
          [encoder] in .send(try encoder.encode($0))
        })
    }
  }
}

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
  @frozen
  public struct Decode<Upstream, Output, Coder>: Publisher
  where
    Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder, Upstream.Output == Coder.Input
  {
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

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(
        SteppedSubscriber("Decode", awaitsSubscription: false, to: subscriber, convert: { $0 }) {
          [decoder] in .send(try decoder.decode(Output.self, from: $0))
        })
    }
  }
}

extension Publishers.Encode: Sendable where Upstream: Sendable, Coder: Sendable {}

extension Publishers.Decode: Sendable where Upstream: Sendable, Coder: Sendable {}
