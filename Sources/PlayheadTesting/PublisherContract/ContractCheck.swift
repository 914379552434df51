import PortableCombine

/// A rule of the contract between publisher and subscriber. It can be checked on any publisher.
public struct ContractCheck: Sendable, CustomStringConvertible {
  /// The rule in words.
  public let description: String
  /// Returns the violations of the rule, one sentence each; empty if the rule holds.
  public let violations: @Sendable (ContractRow) -> [String]

  init(_ rule: String, violations: @escaping @Sendable (ContractRow) -> [String]) {
    description = rule
    self.violations = violations
  }

  /// All rules of the contract.
  public static var all: [ContractCheck] { demand + ending + threads + misuse }
}

/// A trial of a row: the publisher made from probes.
struct Trial {
  typealias Recorder = RecordingSubscriber<Int, ContractRow.Failure>
  typealias Probe = ProbePublisher<Int, ContractRow.Failure>

  static let values = [1, 2, 3, 4, 5, 6]

  let probes: [Probe]
  let stream: ContractRow.Stream

  /// - Parameters:
  ///   - row: The publisher to try.
  ///   - completion: The completion of each upstream after its values; nil for none.
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
