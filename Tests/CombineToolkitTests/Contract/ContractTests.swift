import PlayheadTesting
import PlayheadTestEnvironment
import Testing

@Suite struct ContractTests {
  @Test(arguments: ContractTable.all, ContractCheck.all)
  func theContractHolds(_ row: ContractRow, _ check: ContractCheck) {
    #expect(check.violations(row) == [])
  }

  /// Finds publishers in the sources by their declared conformance.
  @Test func everyPublisherHasARow() throws {
    let names = try Repository.publishers(declaredIn: "Sources/CombineToolkit")
    let rows = Set(ContractTable.all.map { String($0.name.prefix { $0 != " " }) })
    #expect(names.count >= 5)
    #expect(Set(names).subtracting(rows).sorted() == [])
  }
}
