extension Optional {
  /// A publisher that sends the wrapped value to each subscriber, if there is one, and finishes.
  ///
  /// Source of the rule: Apple's documentation of `Optional.Publisher`.
  @frozen
  public struct Publisher: PortableCombine.Publisher {
    public typealias Output = Wrapped
    public typealias Failure = Never

    /// The value it sends.
    public let output: Wrapped?

    /// Makes a publisher of a value, or of none.
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

  /// A publisher that sends the wrapped value, if there is one.
  // Disfavored, since libraries that are older than this property have one of their own.
  @inlinable
  @_disfavoredOverload
  public var publisher: Optional<Wrapped>.Publisher { Publisher(self) }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {}
