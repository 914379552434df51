import Foundation
import PlayheadTesting
import TestEnvironment
import Testing

@Suite struct ContractTests {
  @Test(arguments: ContractTable.all, ContractCheck.all)
  func theContractHolds(_ row: ContractRow, _ check: ContractCheck) {
    #expect(check.violations(row) == [])
  }

  /// Finds publishers in the sources by their declared conformance.
  @Test func everyPublisherHasARow() throws {
    let sources = URL(filePath: Repository.path("Sources/CombineToolkit"))
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    let names = try files.compactMap { $0 as? URL }
      .filter { $0.pathExtension == "swift" }
      .flatMap {
        try String(contentsOf: $0, encoding: .utf8)
          .matches(of: /public struct (\w+)<[^{]*>: Publisher\b/).map { String($0.output.1) }
      }
    let rows = Set(ContractTable.all.map { String($0.name.prefix { $0 != " " }) })
    #expect(names.count >= 5)
    #expect(Set(names).subtracting(rows).sorted() == [])
  }
}
