import PlayheadTesting
import PortableCombine

extension InterleavingRow {
  /// Subscribers at the end of a chain, and the publishers of what they set.
  static let ends: [InterleavingRow] = [
    row("Sink") { upstream, subject in
      upstream.sink(
        receiveCompletion: { subject.send(completion: $0) }, receiveValue: { subject.send($0) })
    },
    row("AnySubscriber") { upstream, subject in
      let sink = Subscribers.Sink<Token, ContractRow.Failure>(
        receiveCompletion: { subject.send(completion: $0) }, receiveValue: { subject.send($0) })
      upstream.subscribe(AnySubscriber(sink))
      return sink
    },
    row("Assign") { upstream, subject in
      upstream.handleEvents(receiveCompletion: { subject.send(completion: $0) })
        .replaceError(with: Token(-1) {}).assign(to: \.token, on: Target(subject: subject))
    },
    published, published.twice,
    changes, changes.twice,
  ]

  /// A subscriber that sends what it receives to a subject, whose values wait for demand.
  private static func row(
    _ name: String,
    _ connect:
      @escaping @Sendable (Input, PassthroughSubject<Token, ContractRow.Failure>) -> any Cancellable
  ) -> InterleavingRow {
    each(name) { upstream in
      Deferred {
        let subject = PassthroughSubject<Token, ContractRow.Failure>()
        let values = subject.buffer(size: 1000, prefetch: .keepFull, whenFull: .dropOldest)
        return values.connected { [connect(upstream, subject)] }
      }
      .erased
    }
  }

  // Not an `ObservableObject`: the table of those is common to all tests, whose threads may be the last
  // to release an object.
  private final class Model {
    @Published var token = Token(0) {}
  }

  // A value that is set inside a delivery overtakes those that other threads have set. On one thread, an
  // upstream delays a value that it sends inside the delivery of its own value.
  private static let published = InterleavingRow("Published", upstreams: 2) { upstreams, _ in
    let model = Model()
    for upstream in upstreams {
      upstream.replaceError(with: Token(-1) {}).assign(to: &model.$token)
    }
    return model.$token.holding(model).setFailureType(to: ContractRow.Failure.self).erased
  }.withoutCompletion.withoutOrder

  /// Changes, which wait for demand.
  private static let changes = InterleavingRow("ObservableObjectPublisher", upstreams: 2) {
    upstreams, _ in
    let changes = ObservableObjectPublisher()
    let connections = upstreams.map { upstream in
      upstream.sink(receiveCompletion: { _ in }, receiveValue: { _ in changes.send() })
    }
    return changes.map { Token(-2) {} }
      .buffer(size: 1000, prefetch: .keepFull, whenFull: .dropOldest).holding(connections)
      .setFailureType(to: ContractRow.Failure.self).erased
  }.withoutCompletion

  /// An object that sends the values that its property is set to.
  private final class Target {
    private let subject: PassthroughSubject<Token, ContractRow.Failure>

    init(subject: PassthroughSubject<Token, ContractRow.Failure>) { self.subject = subject }

    var token: Token {
      // A key path also reads what it sets.
      get { Token(0) {} }
      set { subject.send(newValue) }
    }
  }
}
