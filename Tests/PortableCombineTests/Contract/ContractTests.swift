import PlayheadTesting
import PlayheadTestEnvironment
import PortableCombine
import Testing

@Suite struct ContractTests {
  @Test(arguments: ContractTable.all, ContractCheck.all)
  func holds(_ row: ContractRow, _ check: ContractCheck) {
    #expect(check.violations(row) == [])
  }

  /// Nobody can keep the promise any more, so nothing may keep the stream, which has neither ended nor been
  /// cancelled. The subscriber does not keep its subscription. Only what subscribes again, and what several
  /// subscribers share, keeps its upstream.
  @Test(
    arguments: ContractTable.all.filter { row in
      let keeping = ContractTable.sharing.map(\.name) + ["Retry"]
      return row.upstreams > 0 && !keeping.contains(row.name)
    })
  func keepsNoUpstreamThatOnlyItsSubscriptionUses(_ row: ContractRow) {
    weak var released: Future<Int, ContractRow.Failure>?
    do {
      let futures = (0..<row.upstreams).map { _ in Future<Int, ContractRow.Failure> { _ in } }
      released = futures.first
      row.make(futures.map { $0.eraseToAnyPublisher() })
        .subscribe(AnySubscriber(receiveSubscription: { $0.request(.unlimited) }))
    }
    #expect(released == nil)
  }

  @Test(arguments: ["Publishers", "Operators"])
  func everyPublisherHasARow(_ folder: String) throws {
    let names = try Repository.publishers(declaredIn: "Sources/PortableCombine/\(folder)")
    let rows = Set(ContractTable.all.map { String($0.name.prefix { $0 != " " }) })
    #expect(!names.isEmpty)
    #expect(Set(names).subtracting(rows).sorted() == [])
  }
}
