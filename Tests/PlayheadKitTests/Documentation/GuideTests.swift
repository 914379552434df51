import Foundation
import PlayheadTestEnvironment
import Testing

/// The articles of PlayheadKit's documentation.
@Suite struct GuideTests {
  private static let catalog = "Sources/PlayheadKit/PlayheadKit.docc"

  /// Returns the lines of a text without their indentation, and without blank lines.
  private static func compact(_ text: some StringProtocol) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
      .joined(separator: "\n") + "\n"
  }

  /// Returns the code that is compiled: these tests, and the package in the README that
  /// scripts/test-dependent-package builds.
  private static func compiledCode() throws -> [String] {
    let folder = "Tests/PlayheadKitTests/Documentation"
    let tests = try FileManager.default.contentsOfDirectory(atPath: Repository.path(folder))
    let files = tests.map { "\(folder)/\($0)" } + ["README.md"]
    return try files.map { try compact(Repository.text(of: $0)) }
  }

  private static let articles: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: Repository.path(catalog))
    return (files ?? []).filter { $0.hasSuffix(".md") }.sorted()
  }()

  @Test func thereAreArticles() {
    #expect(Self.articles.count == 8)
  }

  @Test(arguments: articles) func theArticlesShowCompiledCode(article: String) throws {
    let code = try Self.compiledCode()
    let parts = try Repository.text(of: "\(Self.catalog)/\(article)").components(separatedBy: "```")
    let blocks = stride(from: 1, to: parts.count, by: 2).map { parts[$0] }
    #expect(!blocks.isEmpty)
    for block in blocks {
      #expect(block.hasPrefix("swift\n"))
      let lines = Self.compact(block.dropFirst("swift\n".count))
      #expect(code.contains { $0.contains(lines) }, "\(block)")
    }
  }
}
