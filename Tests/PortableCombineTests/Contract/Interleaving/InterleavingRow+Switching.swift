import PlayheadTesting
import PortableCombine

extension InterleavingRow {
  /// Operators that subscribe to the publishers that an upstream sends.
  static let switching = [
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

  static let sharing = [
    subject("PassthroughSubject") { PassthroughSubject() },
    subject("CurrentValueSubject (of several)") { CurrentValueSubject(Token(0) {}) },
    InterleavingRow("Share", .distinct) { upstreams, _ in upstreams[0].share().erased },
    InterleavingRow("Multicast", .distinct) { upstreams, _ in
      upstreams[0].multicast { PassthroughSubject() }.autoconnect().erased
    },
    InterleavingRow("Autoconnect", .distinct) { upstreams, _ in
      upstreams[0].multicast(subject: PassthroughSubject()).autoconnect().erased
    },
    InterleavingRow("MakeConnectable", .distinct) { upstreams, _ in
      upstreams[0].replaceError(with: Token(-1) {}).makeConnectable().autoconnect()
        .setFailureType(to: ContractRow.Failure.self).erased
    },
    InterleavingRow("CurrentValueSubject", .distinct) { upstreams, _ in
      upstreams[0].multicast(subject: CurrentValueSubject(Token(0) {})).autoconnect()
        .erased
    },
  ]

  /// A subject to which two upstreams send.
  private static func subject<S: Subject & SendableMetatype>(
    _ name: String, _ make: @escaping @Sendable () -> S
  ) -> InterleavingRow where S.Output == Token, S.Failure == ContractRow.Failure {
    InterleavingRow(name, upstreams: 2) { upstreams, _ in
      Deferred {
        let subject = make()
        let connections = upstreams.map { $0.subscribe(subject) }
        return subject.handleEvents(receiveCancel: { connections.forEach { $0.cancel() } })
      }
      .erased
    }
  }
}
