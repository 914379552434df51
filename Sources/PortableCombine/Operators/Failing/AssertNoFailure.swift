extension Publisher {
  /// Traps if the publisher fails.
  ///
  /// Use it if a failure would be a bug in the program.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of the message, before the error.
  ///   - file: The file that the message names.
  ///   - line: The line that the message names.
  @inlinable
  public func assertNoFailure(
    _ prefix: String = "", file: StaticString = #file, line: UInt = #line
  ) -> Publishers.AssertNoFailure<Self> {
    Publishers.AssertNoFailure(upstream: self, prefix: prefix, file: file, line: line)
  }
}

extension Publishers {
  /// A publisher that republishes the upstream's values and traps if the upstream fails.
  @frozen
  public struct AssertNoFailure<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Never

    /// The upstream publisher.
    public let upstream: Upstream
    /// The beginning of the message.
    public let prefix: String
    /// The file that the message names.
    public let file: StaticString
    /// The line that the message names.
    public let line: UInt

    /// Creates the publisher that `assertNoFailure(_:file:line:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - prefix: The text at the start of the message.
    ///   - file: The source file that the message names.
    ///   - line: The source line that the message names.
    @inlinable
    public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt) {
      self.upstream = upstream
      self.prefix = prefix
      self.file = file
      self.line = line
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      let (beginning, file, line) = (prefix.isEmpty ? "" : prefix + ": ", file, line)
      upstream.subscribe(
        FailureSubscriber("AssertNoFailure", to: subscriber) { error in
          fatalError("\(beginning)\(error)", file: file, line: line)
        })
    }
  }
}

extension Publishers.AssertNoFailure: Sendable where Upstream: Sendable {}
