import Foundation
import PlayheadTestEnvironment
import Testing

@testable import PlayheadRecords

/// docs/user/formats.md is written by hand; its table of fields must match the command's.
@Suite struct FieldDocumentTests {
  @Test func theDocumentListsEveryField() throws {
    let rows = try Repository.text(of: "docs/user/formats.md").components(separatedBy: "\n")
      .drop { $0 != "| field | kind | meaning |" }.dropFirst(2).prefix { $0.hasPrefix("|") }
    #expect(
      Array(rows)
        == Field.allCases.map { "| `\($0.rawValue)` | \($0.kind.rawValue) | \($0.meaning) |" })
  }
}
