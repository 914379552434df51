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
  /// cancelled.
  @Test(arguments: ContractTable.all.filter { $0.upstreams > 0 })
  func keepsNoUpstreamThatOnlyItsSubscriptionUses(_ row: ContractRow) {
    weak var released: Future<Int, ContractRow.Failure>?
    do {
      let futures = (0..<row.upstreams).map { _ in Future<Int, ContractRow.Failure> { _ in } }
      released = futures.first
      _ = row.make(futures.map { $0.eraseToAnyPublisher() }).recorded()
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
