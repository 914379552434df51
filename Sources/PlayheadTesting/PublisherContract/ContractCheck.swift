import PortableCombine

/// One rule of the contract between publisher and subscriber, checked on any publisher.
public struct ContractCheck: Sendable, CustomStringConvertible {
  /// The rule, in words.
  public let description: String
  /// What of the row broke the rule, a sentence each; empty if it holds.
  public let faults: @Sendable (ContractRow) -> [String]

  init(_ rule: String, faults: @escaping @Sendable (ContractRow) -> [String]) {
    description = rule
    self.faults = faults
  }

  /// All rules.
  public static var all: [ContractCheck] { demand + ending + threads + misuse }
}

/// A row at work: the publisher made of probes, and who receives from it.
struct Trial {
  typealias Recorder = RecordingSubscriber<Int, ContractRow.Failure>
  typealias Probe = ProbePublisher<Int, ContractRow.Failure>

  static let values = [1, 2, 3, 4, 5, 6]

  let probes: [Probe]
  let stream: ContractRow.Stream

  /// - Parameter completion: how each upstream ends once its values are sent; nil if it does not.
  init(_ row: ContractRow, completion: Subscribers.Completion<ContractRow.Failure>? = .finished) {
    probes = (0..<row.upstreams).map { index in
      Probe(Self.values.map { $0 + 10 * index }, completion: completion)
    }
    stream = row.make(probes.map { $0.eraseToAnyPublisher() })
  }

  /// The events of one who asks for everything at once.
  static func reference(_ row: ContractRow) -> Recorder {
    let recorder = Recorder()
    Trial(row).stream.subscribe(recorder)
    return recorder
  }
}
