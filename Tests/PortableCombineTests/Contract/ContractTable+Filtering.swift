import PlayheadTesting
import PortableCombine

extension ContractTable {
  static let filtering = [
    ContractRow("Filter", except: [.changesCount]) {
      $0[0].filter { $0.isMultiple(of: 2) }.eraseToAnyPublisher()
    },
    ContractRow("Filter (all pass)") { $0[0].filter { _ in true }.eraseToAnyPublisher() },
    ContractRow("RemoveDuplicates", except: [.changesCount]) {
      $0[0].removeDuplicates { $0 / 2 == $1 / 2 }.eraseToAnyPublisher()
    },
    ContractRow("RemoveDuplicates (no two alike)") {
      $0[0].removeDuplicates().eraseToAnyPublisher()
    },
  ]
}
