import PlayheadTesting
import PortableCombine

/// An upstream of an interleaving, to which any thread sends.
struct InterleavedUpstream {
  private enum Source {
    /// Values wait for demand.
    case probe(ProbePublisher<Token, ContractRow.Failure>)
    /// Values without demand are lost; a value sent inside a delivery is delivered inside it.
    case subject(PassthroughSubject<Token, ContractRow.Failure>)
  }

  private let source: Source

  init(losesValues: Bool) {
    source = losesValues ? .subject(PassthroughSubject()) : .probe(ProbePublisher())
  }

  var publisher: InterleavingRow.Input {
    switch source {
    case .probe(let probe): probe.eraseToAnyPublisher()
    case .subject(let subject): subject.eraseToAnyPublisher()
    }
  }

  func send(_ token: Token) {
    switch source {
    case .probe(let probe): probe.send(token)
    case .subject(let subject): subject.send(token)
    }
  }

  func finish() {
    switch source {
    case .probe(let probe): probe.send(completion: .finished)
    case .subject(let subject): subject.send(completion: .finished)
    }
  }
}
