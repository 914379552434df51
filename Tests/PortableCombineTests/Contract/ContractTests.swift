import PlayheadTesting
import PlayheadTestEnvironment
import Testing

@Suite struct ContractTests {
  @Test(arguments: ContractTable.all, ContractCheck.all)
  func holds(_ row: ContractRow, _ check: ContractCheck) {
    #expect(check.violations(row) == [])
  }

  @Test(arguments: ["Publishers", "Operators"])
  func everyPublisherHasARow(_ folder: String) throws {
    let names = try Repository.publishers(declaredIn: "Sources/PortableCombine/\(folder)")
    let rows = Set(ContractTable.all.map { String($0.name.prefix { $0 != " " }) })
    #expect(!names.isEmpty)
    #expect(Set(names).subtracting(rows).sorted() == [])
  }
}
