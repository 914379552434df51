import PlayheadTesting
import PortableCombine

extension ContractTable {
  // A value that completes no tuple, or arrives without demand, only replaces the latest one.
  private static let latest: Set<ContractRow.Exception> = [.dependsOnDemand, .changesCount]

  static let combining: [ContractRow] = [
    ContractRow("CombineLatest", upstreams: 2, except: latest) {
      $0[0].combineLatest($0[1]) { $0 + $1 }.eraseToAnyPublisher()
    },
    ContractRow("CombineLatest3", upstreams: 3, except: latest) {
      $0[0].combineLatest($0[1], $0[2]) { $0 + $1 + $2 }.eraseToAnyPublisher()
    },
    ContractRow("CombineLatest4", upstreams: 4, except: latest) {
      $0[0].combineLatest($0[1], $0[2], $0[3]) { $0 + $1 + $2 + $3 }.eraseToAnyPublisher()
    },
    ContractRow("Zip", upstreams: 2, except: [.changesCount]) {
      $0[0].zip($0[1]) { $0 + $1 }.eraseToAnyPublisher()
    },
    ContractRow("Zip3", upstreams: 3, except: [.changesCount]) {
      $0[0].zip($0[1], $0[2]) { $0 + $1 + $2 }.eraseToAnyPublisher()
    },
    ContractRow("Zip4", upstreams: 4, except: [.changesCount]) {
      $0[0].zip($0[1], $0[2], $0[3]) { $0 + $1 + $2 + $3 }.eraseToAnyPublisher()
    },
  ]

  static let merging: [ContractRow] = [
    ContractRow("MergeMany", upstreams: 3) { Publishers.MergeMany($0).eraseToAnyPublisher() },
    ContractRow("MergeMany (of one)") { Publishers.MergeMany($0).eraseToAnyPublisher() },
    ContractRow("MergeMany (of none)", upstreams: 0) {
      Publishers.MergeMany($0).eraseToAnyPublisher()
    },
    ContractRow("Merge", upstreams: 2) {
      Publishers.Merge($0[0], $0[1]).eraseToAnyPublisher()
    },
    ContractRow("Merge3", upstreams: 3) {
      $0[0].merge(with: $0[1], $0[2]).eraseToAnyPublisher()
    },
    ContractRow("Merge4", upstreams: 4) {
      $0[0].merge(with: $0[1], $0[2], $0[3]).eraseToAnyPublisher()
    },
    ContractRow("Merge5", upstreams: 5) {
      $0[0].merge(with: $0[1], $0[2], $0[3], $0[4]).eraseToAnyPublisher()
    },
    ContractRow("Merge6", upstreams: 6) {
      $0[0].merge(with: $0[1], $0[2], $0[3], $0[4], $0[5]).eraseToAnyPublisher()
    },
    ContractRow("Merge7", upstreams: 7) {
      $0[0].merge(with: $0[1], $0[2], $0[3], $0[4], $0[5], $0[6]).eraseToAnyPublisher()
    },
    ContractRow("Merge8", upstreams: 8) {
      $0[0].merge(with: $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7]).eraseToAnyPublisher()
    },
  ]
}
