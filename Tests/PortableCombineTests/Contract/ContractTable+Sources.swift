import PlayheadTesting
import PortableCombine

extension ContractTable {
  static let sources = [
    ContractRow("AnyPublisher") { $0[0].eraseToAnyPublisher() },
    ContractRow("Just", upstreams: 0) { _ in
      Just(1).setFailureType(to: ContractRow.Failure.self).eraseToAnyPublisher()
    },
    ContractRow("Empty", upstreams: 0) { _ in Empty().eraseToAnyPublisher() },
    ContractRow("Empty (never completes)", upstreams: 0, except: [.completesByItself]) { _ in
      Empty(completeImmediately: false).eraseToAnyPublisher()
    },
    ContractRow("Fail", upstreams: 0) { _ in
      Fail(error: ContractRow.Failure()).eraseToAnyPublisher()
    },
    ContractRow("Sequence", upstreams: 0) { _ in
      Publishers.Sequence(sequence: 1...7).eraseToAnyPublisher()
    },
    ContractRow("Sequence (empty)", upstreams: 0) { _ in
      Publishers.Sequence(sequence: []).eraseToAnyPublisher()
    },
  ]
}
