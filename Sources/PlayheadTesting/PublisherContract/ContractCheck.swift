import PortableCombine

/// A rule of the contract between publisher and subscriber. It can be checked on any publisher.
public struct ContractCheck: Sendable, CustomStringConvertible {
  public let description: String
  /// Returns the violations of the rule, one sentence each; empty if the rule holds.
  public let violations: @Sendable (ContractRow) -> [String]

  init(_ rule: String, violations: @escaping @Sendable (ContractRow) -> [String]) {
    description = rule
    self.violations = violations
  }

  /// All rules of the contract.
  public static var all: [ContractCheck] { demand + early + ending + threads + misuse }
}

/// A trial of a row: the publisher made from probes.
struct Trial {
  typealias Recorder = RecordingSubscriber<Int, ContractRow.Failure>
  typealias Probe = ProbePublisher<Int, ContractRow.Failure>

  static let values = [1, 2, 3, 4, 5, 6]

  let probes: [Probe]
  let stream: ContractRow.Stream

  /// Creates a check of a publisher, whose upstreams may complete after their values.
  init(_ row: ContractRow, completion: Subscribers.Completion<ContractRow.Failure>? = .finished) {
    probes = (0..<row.upstreams).map { index in
      Probe(Self.values.map { $0 + 10 * index }, completion: completion)
    }
    stream = row.make(probes.map { $0.eraseToAnyPublisher() })
  }

  /// Returns the events that a subscriber with unlimited demand receives.
  static func reference(_ row: ContractRow) -> Recorder {
    let recorder = Recorder()
    Trial(row).stream.subscribe(recorder)
    return recorder
  }
}

/// A publisher or operator in the table of the contract suite.
public struct ContractRow: Sendable, CustomStringConvertible {
  /// The error of the streams in the suite.
  public struct Failure: Error, Equatable {
    /// Creates an error.
    public init() {}
  }

  /// The type of upstreams and results in the suite.
  public typealias Stream = AnyPublisher<Int, Failure>

  /// A rule that a publisher need not follow, because Combine's publisher does not either.
  public enum Exception: Sendable {
    /// It replaces, hides or retries failures of its upstream.
    case handlesFailure
    /// Its values depend on the demand: it samples, or drops values.
    case dependsOnDemand
    /// It completes before its upstreams do, or never.
    case completesByItself
    /// It need not cancel an upstream that it no longer uses.
    case keepsUpstream
    /// It does not send exactly one value for each upstream value.
    case changesCount
    /// It drops values that its upstream sends without being asked for them.
    case dropsSurplus
  }

  /// The name of the operator's file, without its extension.
  public let name: String
  /// The number of upstreams; 0 for a source.
  public let upstreams: Int
  /// The rules that the publisher need not follow.
  public let exceptions: Set<Exception>
  /// Makes the publisher from its upstreams.
  public let make: @Sendable ([Stream]) -> Stream

  /// Creates a row of the table.
  ///
  /// - Parameters:
  ///   - name: The name of the operator's file, without its extension.
  ///   - upstreams: The number of upstreams; 0 for a source.
  ///   - exceptions: The rules that the publisher need not follow.
  ///   - make: Makes the publisher from its upstreams.
  public init(
    _ name: String, upstreams: Int = 1, except exceptions: Set<Exception> = [],
    make: @escaping @Sendable ([Stream]) -> Stream
  ) {
    self.name = name
    self.upstreams = upstreams
    self.exceptions = exceptions
    self.make = make
  }

  public var description: String { name }
}
