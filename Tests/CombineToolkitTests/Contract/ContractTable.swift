import CombineToolkit
import PlayheadTesting
import PortableCombine

/// Every publisher of the toolkit, for the contract suite.
enum ContractTable {
  static var all: [ContractRow] { reducing + collecting + signals + pages }

  // Values that arrive without demand only replace the latest one.
  private static let latest: Set<ContractRow.Exception> = [.dependsOnDemand]

  private static func sum(_ values: Int?...) -> Int { values.reduce(0) { $0 + ($1 ?? 0) } }

  static let reducing: [ContractRow] = [
    ContractRow("ReduceLatest2", upstreams: 2, except: latest) {
      $0[0].reduceLatest($0[1]) { sum($0, $1) }.eraseToAnyPublisher()
    },
    ContractRow("ReduceLatest3", upstreams: 3, except: latest) {
      $0[0].reduceLatest($0[1], $0[2]) { sum($0, $1, $2) }.eraseToAnyPublisher()
    },
    ContractRow("ReduceLatest4", upstreams: 4, except: latest) {
      $0[0].reduceLatest($0[1], $0[2], $0[3]) { sum($0, $1, $2, $3) }.eraseToAnyPublisher()
    },
    ContractRow("ReduceLatestMany", upstreams: 5, except: latest) { upstreams in
      Publishers.ReduceLatestMany(
        upstreams[0], upstreams[1].map { "\($0)" }, upstreams[2], upstreams[3], upstreams[4]
      ) { a, b, c, d, e in
        sum(a, b?.count, c, d, e)
      }.eraseToAnyPublisher()
    },
    ContractRow("ReduceLatestMany (of one)", except: latest) {
      Publishers.ReduceLatestMany($0[0]) { $0 ?? 0 }.eraseToAnyPublisher()
    },
  ]

  static let collecting: [ContractRow] = [
    ContractRow("CombineLatestCollection", upstreams: 3, except: [.dependsOnDemand, .changesCount])
    {
      $0.combineLatest.map { $0.reduce(0, +) }.eraseToAnyPublisher()
    },
    ContractRow("CombineLatestCollection (of one)", except: latest) {
      $0.combineLatest.map { $0[0] }.eraseToAnyPublisher()
    },
    ContractRow("CombineLatestCollection (of none)", upstreams: 0) {
      $0.combineLatest.map { $0.count }.eraseToAnyPublisher()
    },
    ContractRow("AccumulateLatestMany", upstreams: 2, except: [.dependsOnDemand, .changesCount]) {
      Publishers.AccumulateLatestMany($0).map { $0.reduce(0, +) }.eraseToAnyPublisher()
    },
    ContractRow("AccumulateLatestMany (of none)", upstreams: 0) {
      Publishers.AccumulateLatestMany($0).map { $0.count }.eraseToAnyPublisher()
    },
  ]

  static let signals: [ContractRow] = [
    ContractRow("WaitUntilOutput") {
      $0[0].wait(untilOutputFrom: Just(())).eraseToAnyPublisher()
    },
    ContractRow("WaitUntilOutput (asleep)", upstreams: 0, except: [.completesByItself]) { _ in
      Just(1).setFailureType(to: ContractRow.Failure.self)
        .wait(untilOutputFrom: Empty<Void, Never>()).eraseToAnyPublisher()
    },
    ContractRow("Publish") { upstreams in
      Publishers.Publish(onOutputFrom: Just(0)) { upstreams[0] }.eraseToAnyPublisher()
    },
    ContractRow("PublishAndRepeat") { upstreams in
      Publishers.PublishAndRepeat(onOutputFrom: Empty<Void, Never>()) { upstreams[0] }
        .eraseToAnyPublisher()
    },
    ContractRow("Trigger", upstreams: 0, except: [.completesByItself]) { _ in
      SignalTrigger().signal(activatedBy: 1).map { 1 }
        .setFailureType(to: ContractRow.Failure.self).eraseToAnyPublisher()
    },
  ]

  static let pages: [ContractRow] = [
    // The first value of the upstream is the page.
    ContractRow("Paginated", except: [.changesCount, .completesByItself]) { upstreams in
      PagedList(startingAt: 0) { _ in upstreams[0].map { ListPage(items: $0, next: Int?.none) } }
        .paginated(by: nil).eraseToAnyPublisher()
    }
  ]
}
