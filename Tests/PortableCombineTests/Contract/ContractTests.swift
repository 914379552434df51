import Foundation
import PlayheadTesting
import TestEnvironment
import Testing

@Suite struct ContractTests {
  @Test(arguments: ContractTable.all, ContractCheck.all)
  func holds(_ row: ContractRow, _ check: ContractCheck) {
    #expect(check.violations(row) == [])
  }

  @Test(arguments: ["Publishers", "Operators"])
  func everyPublisherHasARow(_ folder: String) throws {
    let sources = URL(filePath: Repository.path("Sources/PortableCombine/\(folder)"))
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    let names = files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .map { String($0.lastPathComponent.prefix { $0 != "." && $0 != "+" }) }
    let rows = Set(ContractTable.all.map { String($0.name.prefix { $0 != " " }) })
    #expect(!names.isEmpty)
    #expect(Set(names).subtracting(rows).subtracting(ContractTable.exempt).sorted() == [])
  }
}
