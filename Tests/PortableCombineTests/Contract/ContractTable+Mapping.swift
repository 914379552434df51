import PlayheadTesting
import PortableCombine

extension ContractTable {
  static let mapping = [
    ContractRow("Map") { $0[0].map { $0 * 2 }.eraseToAnyPublisher() },
    ContractRow("SetFailureType", upstreams: 0) { _ in
      (1...3).publisher.setFailureType(to: ContractRow.Failure.self).eraseToAnyPublisher()
    },
  ]
}
