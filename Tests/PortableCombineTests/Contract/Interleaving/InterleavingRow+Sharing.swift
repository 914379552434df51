import PlayheadTesting
import PortableCombine

extension InterleavingRow {
  /// Subjects, and operators that share one subscription among several subscribers.
  ///
  /// A value that one thread leaves to another can arrive after later calls of the first, at one of two
  /// subscribers of a subject with two upstreams. No order on one thread gives such results.
  static let sharing: [InterleavingRow] = [
    subject("PassthroughSubject") { PassthroughSubject() },
    subject("PassthroughSubject") { PassthroughSubject() }.twice.withoutOrder,
    subject("CurrentValueSubject (of several)") { CurrentValueSubject(Token(0) {}) },
    subject("CurrentValueSubject") { CurrentValueSubject(Token(0) {}) }.twice.withoutOrder,
    row("CurrentValueSubject") {
      $0.multicast(subject: CurrentValueSubject(Token(0) {})).autoconnect().erased
    },
    share, share.twice,
    multicast, multicast.twice,
    autoconnect, autoconnect.twice,
    makeConnectable, makeConnectable.twice,
    row("MakeConnectable (by hand)") { upstream in
      Deferred {
        let shared = upstream.replaceError(with: Token(-1) {}).makeConnectable()
        return shared.connected { [shared.connect()] }
      }
      .setFailureType(to: ContractRow.Failure.self).erased
    },
    future, future.twice,
  ]

  private static let share = row("Share") { $0.share().erased }

  private static let multicast = row("Multicast") {
    $0.multicast { PassthroughSubject() }.autoconnect().erased
  }

  private static let autoconnect = row("Autoconnect") {
    $0.multicast(subject: PassthroughSubject()).autoconnect().erased
  }

  private static let makeConnectable = row("MakeConnectable") {
    $0.replaceError(with: Token(-1) {}).makeConnectable().autoconnect()
      .setFailureType(to: ContractRow.Failure.self).erased
  }

  private static let future = row("Future (of an upstream)") { upstream in
    let connections = Connections()
    let future = Future<Token, ContractRow.Failure> { promise in
      connections.all = [
        upstream.sink(
          receiveCompletion: { _ in promise(.failure(ContractRow.Failure())) },
          receiveValue: { promise(.success($0)) })
      ]
    }
    return future.holding(connections).erased
  }

  private static func row(
    _ name: String, _ make: @escaping @Sendable (Input) -> Stream
  ) -> InterleavingRow {
    InterleavingRow(name, .distinct) { upstreams, _ in make(upstreams[0]) }
  }

  /// A subject to which two upstreams send.
  private static func subject<S: Subject & SendableMetatype>(
    _ name: String, _ make: @escaping @Sendable () -> S
  ) -> InterleavingRow where S.Output == Token, S.Failure == ContractRow.Failure {
    InterleavingRow(name, upstreams: 2) { upstreams, _ in
      let subject = make()
      return subject.holding(upstreams.map { $0.subscribe(subject) }).erased
    }
  }
}
