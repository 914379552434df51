import PlayheadTesting
import PlayheadTestEnvironment
import PortableCombine
import Testing

@Suite struct ContractTests {
  @Test(arguments: ContractTable.all, ContractCheck.all)
  func holds(_ row: ContractRow, _ check: ContractCheck) {
    #expect(check.violations(row) == [])
  }

  /// Only what subscribes again, and what several subscribers share, retains its upstream.
  @Test(
    arguments: ContractTable.all.filter { row in
      let retaining = [
        "Retry", "Share", "Multicast", "Autoconnect", "PassthroughSubject", "CurrentValueSubject",
      ]
      return row.upstreams > 0 && !retaining.contains(row.name)
    })
  func aSubscriptionRetainsNoUpstream(_ row: ContractRow) {
    var upstreams: [() -> Future<Int, ContractRow.Failure>?] = []
    var subscription: (any Subscription)?
    do {
      let futures = (0..<row.upstreams).map { _ in Future<Int, ContractRow.Failure> { _ in } }
      upstreams = futures.map { future in { [weak future] in future } }
      row.make(futures.map { $0.eraseToAnyPublisher() })
        .subscribe(
          AnySubscriber(receiveSubscription: {
            subscription = $0
            $0.request(.unlimited)
          }))
    }
    #expect(upstreams.allSatisfy { $0() == nil })
    subscription?.cancel()
  }

  @Test(arguments: ["Publishers", "Operators"])
  func everyPublisherHasARow(_ folder: String) throws {
    let names = try Repository.publishers(declaredIn: "Sources/PortableCombine/\(folder)")
    let rows = Set(ContractTable.all.map { String($0.name.prefix { $0 != " " }) })
    #expect(!names.isEmpty)
    #expect(Set(names).subtracting(rows).sorted() == [])
  }
}
