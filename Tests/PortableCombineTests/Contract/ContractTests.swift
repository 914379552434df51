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
    let sourceFiles = files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    let names = try sourceFiles.flatMap { try publishers(declaredIn: $0) }
    let rows = Set(ContractTable.all.map { String($0.name.prefix { $0 != " " }) })
    #expect(!names.isEmpty)
    #expect(Set(names).subtracting(rows).sorted() == [])
  }

  /// The names of the public publishers; that of `Optional.Publisher` is `Optional`.
  private func publishers(declaredIn file: URL) throws -> [String] {
    let text = try String(contentsOf: file, encoding: .utf8)
    let generic = text.matches(of: /public (?:struct|final class) (\w+)<.*>: \w*Publisher/)
    let nested = text.matches(of: #/public struct Publisher: /#)
    let stem = String(file.lastPathComponent.prefix { $0 != "." && $0 != "+" })
    return generic.map { String($0.output.1) } + nested.map { _ in stem }
  }
}
