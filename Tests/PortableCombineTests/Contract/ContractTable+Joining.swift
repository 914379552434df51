import PlayheadTesting
import PortableCombine

extension ContractTable {
  static let joining = [
    ContractRow("MergeMany", upstreams: 3) { Publishers.MergeMany($0).eraseToAnyPublisher() },
    ContractRow("MergeMany (of one)") { Publishers.MergeMany($0).eraseToAnyPublisher() },
    ContractRow("MergeMany (of none)", upstreams: 0) {
      Publishers.MergeMany($0).eraseToAnyPublisher()
    },
  ]
}
