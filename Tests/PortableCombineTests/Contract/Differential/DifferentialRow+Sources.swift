import PlayheadTesting
import PortableCombine

extension DifferentialRow {
  /// Publishers without an upstream: they send values on demand, then a completion.
  static let sources: [DifferentialRow] = [
    source("Just", [1]) { failing(Just(1)) },
    source("Sequence", [1, 2, 3], allowsNoDemand: true) { failing([1, 2, 3].publisher) },
    source("Sequence (empty)", []) { failing([Int]().publisher) },
    source("Optional", [1]) { failing(Optional(1).publisher) },
    source("Result", [1]) {
      Result<Int, ContractRow.Failure>.success(1).publisher.eraseToAnyPublisher()
    },
    source("Result (a failure)", [], .failure(ContractRow.Failure())) {
      Result<Int, ContractRow.Failure>.failure(ContractRow.Failure()).publisher
        .eraseToAnyPublisher()
    },
    source("Fail", [], .failure(ContractRow.Failure())) {
      Fail(outputType: Int.self, failure: ContractRow.Failure()).eraseToAnyPublisher()
    },
    source("Empty", []) { Empty().eraseToAnyPublisher() },
    source("Deferred", [1]) { Deferred { failing(Just(1)) }.eraseToAnyPublisher() },
    source("Record", [1, 2], .failure(ContractRow.Failure()), allowsNoDemand: true) {
      Record(output: [1, 2], completion: .failure(ContractRow.Failure())).eraseToAnyPublisher()
    },
  ]

  private static func failing(_ publisher: some Publisher<Int, Never>) -> Reference.Stream {
    publisher.setFailureType(to: ContractRow.Failure.self).eraseToAnyPublisher()
  }

  private static func source(
    _ name: String, _ values: [Int], _ completion: Reference.Completion = .finished,
    allowsNoDemand: Bool = false,
    _ make: @escaping @Sendable () -> Reference.Stream
  ) -> DifferentialRow {
    DifferentialRow(
      name, upstreams: 0, allowsNoDemand: allowsNoDemand,
      make: { _ in make() },
      reference: { _ in
        Reference.publisher(upstreams: 0) { reference in
          var waiting = values
          var isSending = false
          func endIfDone() { if waiting.isEmpty { reference.end(completion) } }
          reference.onRequest = { demand in
            reference.demand += demand
            if isSending { return }
            isSending = true
            while !reference.isOver, reference.demand > .none, !waiting.isEmpty {
              reference.demand -= 1
              reference.demand += reference.send(waiting.removeFirst())
              endIfDone()
            }
            isSending = false
          }
          reference.announce()
          endIfDone()
        }
      })
  }
}
