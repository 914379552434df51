import PortableCombine

/// One publisher or operator in the table that the contract suite runs over.
public struct ContractRow: Sendable, CustomStringConvertible {
  /// An error for the streams of the suite.
  public struct Failure: Error, Equatable {
    public init() {}
  }

  /// A stream as the suite feeds and reads it.
  public typealias Stream = AnyPublisher<Int, Failure>

  /// What does not hold for a publisher, since Combine's does otherwise.
  public enum Exception: Sendable {
    /// It replaces, hides or retries its upstream's failure.
    case handlesFailure
    /// What it sends depends on how it is asked: it samples, or drops.
    case dependsOnDemand
    /// It completes though its upstreams do not, or never.
    case completesByItself
    /// It need not cancel an upstream it has lost interest in.
    case keepsUpstream
    /// Another thread's values do not all come out, one for one.
    case changesCount
  }

  /// The name of the operator's file, without its ending.
  public let name: String
  /// How many upstreams it is made of; none for a source.
  public let upstreams: Int
  /// What does not hold for it.
  public let exceptions: Set<Exception>
  /// Makes it of its upstreams.
  public let make: @Sendable ([Stream]) -> Stream

  public init(
    _ name: String, upstreams: Int = 1, except exceptions: Set<Exception> = [],
    make: @escaping @Sendable ([Stream]) -> Stream
  ) {
    self.name = name
    self.upstreams = upstreams
    self.exceptions = exceptions
    self.make = make
  }

  /// The name.
  public var description: String { name }
}
