extension Optional {
  /// A publisher that publishes the wrapped value, if any, to each subscriber, and finishes.
  @frozen
  public struct Publisher: PortableCombine.Publisher {
    public typealias Output = Wrapped
    public typealias Failure = Never

    /// The value to publish; nil if there is none.
    public let output: Wrapped?

    /// Creates a publisher of an optional value.
    ///
    /// - Parameter output: The value to publish; nil for none.
    @inlinable
    public init(_ output: Output?) {
      self.output = output
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where Output == S.Input, S: Subscriber, S.Failure == Never {
      if let output {
        subscriber.receive(only: output, of: "Optional")
      } else {
        subscriber.end(with: .finished)
      }
    }
  }

  /// A publisher of the wrapped value, if any.
  // Disfavored, because older libraries declare their own property of this name.
  @inlinable
  @_disfavoredOverload
  public var publisher: Optional<Wrapped>.Publisher { Publisher(self) }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {}

extension Optional.Publisher: Sendable where Wrapped: Sendable {}
