import PlayheadTesting
import PortableCombine

extension ContractTable {
  static let sources: [ContractRow] = [
    ContractRow("AnyPublisher") { $0[0].eraseToAnyPublisher() },
    ContractRow("Just", upstreams: 0) { _ in
      Just(1).setFailureType(to: ContractRow.Failure.self).eraseToAnyPublisher()
    },
    ContractRow("Optional", upstreams: 0) { _ in
      Optional(1).publisher.setFailureType(to: ContractRow.Failure.self).eraseToAnyPublisher()
    },
    ContractRow("Optional (none)", upstreams: 0) { _ in
      Int?.none.publisher.setFailureType(to: ContractRow.Failure.self).eraseToAnyPublisher()
    },
    ContractRow("Result", upstreams: 0) { _ in
      Result<Int, ContractRow.Failure>.success(1).publisher.eraseToAnyPublisher()
    },
    ContractRow("Result (failure)", upstreams: 0) { _ in
      Result<Int, ContractRow.Failure>.failure(ContractRow.Failure()).publisher
        .eraseToAnyPublisher()
    },
    ContractRow("Deferred") { upstreams in Deferred { upstreams[0] }.eraseToAnyPublisher() },
    ContractRow("Future", upstreams: 0) { _ in
      Future { $0(.success(1)) }.eraseToAnyPublisher()
    },
    ContractRow("Future (failure)", upstreams: 0) { _ in
      Future { $0(.failure(ContractRow.Failure())) }.eraseToAnyPublisher()
    },
    ContractRow("Future (unkept)", upstreams: 0, except: [.completesByItself]) { _ in
      Future { _ in }.eraseToAnyPublisher()
    },
    ContractRow("Record", upstreams: 0) { _ in
      Record(output: [1, 2, 3], completion: .failure(ContractRow.Failure())).eraseToAnyPublisher()
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
