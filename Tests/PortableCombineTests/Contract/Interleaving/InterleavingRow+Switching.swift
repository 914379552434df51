import PlayheadTesting
import PortableCombine

extension InterleavingRow {
  /// Operators that subscribe to the publishers that an upstream sends.
  static let switching: [InterleavingRow] = [
    each("FlatMap") { $0.flatMap { Just($0.number) }.erased },
    each("FlatMap (one at a time)") {
      $0.flatMap(maxPublishers: .max(1)) { Just($0.number) }.erased
    },
    InterleavingRow("FlatMap (of several)", upstreams: 3, .each) { upstreams, _ in
      [0, 1, 2].publisher.setFailureType(to: ContractRow.Failure.self)
        .flatMap { upstreams[$0] }.erased
    },
    InterleavingRow("SwitchToLatest") { upstreams, _ in
      upstreams[0].map { Just($0.number) }.switchToLatest().erased
    },
    InterleavingRow("SwitchToLatest (of two)", upstreams: 3) { upstreams, _ in
      upstreams[0].map { upstreams[1 + $0.number % 2] }.switchToLatest().erased
    },
    each("SwitchToLatest (of one)") { upstream in
      Just(()).setFailureType(to: ContractRow.Failure.self).map { upstream }.switchToLatest()
        .erased
    },
    each("Deferred") { upstream in Deferred { upstream }.erased },
  ]
}
