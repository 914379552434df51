import Foundation
import PlayheadTestEnvironment
import Testing

/// Compares the command's output for each sample, in every format, with a golden file byte by byte.
/// The golden files were reviewed by hand. Those in a folder such as `Tests/Goldens/63` are of that version
/// of libavformat and newer ones.
@Suite struct GoldenTests {
  private static func media() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: Repository.sampleMedia)
      .filter { !$0.hasSuffix(".md") && !$0.hasSuffix(".json") && $0.contains(".") }
  }

  private static func name(of file: String) -> String {
    file.replacing("/", with: "_") + ".txt"
  }

  @Test func everySampleHasAGolden() throws {
    let goldens = try FileManager.default.contentsOfDirectory(
      atPath: Repository.path("Tests/Goldens")
    ).filter { $0.hasSuffix(".txt") }
    // The messages have their own golden, which `MessageTests` compares.
    #expect(try Set(goldens) == Set(Self.media().map(Self.name) + ["messages.txt"]))
  }

  @Test func theGoldensOfAVersionDifferFromThoseBeforeIt() throws {
    var count = 0
    for version in LibavformatVersion.withOwnFacts {
      let folder = Repository.path("Tests/Goldens/\(version)")
      // Not every version that has facts has goldens.
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for name in names {
        let golden = LibavformatVersion.golden(name, of: version)
        let older = LibavformatVersion.golden(name, of: version - 1)
        #expect(golden == "Tests/Goldens/\(version)/\(name)")
        #expect(try Repository.text(of: golden) != Repository.text(of: older), "\(name)")
      }
      count += names.count
    }
    #expect(count > 0)
  }

  @Test(arguments: TestEffort.some(try media())) func theOutputMatchesTheGolden(file: String) throws
  {
    let name = Self.name(of: file)
    let outcome = try BuiltCommand.run(
      """
      "$MEDIA/../scripts/make-goldens" "$PLAYHEAD" . '\(file)' && cat '\(name)'
      """)
    let golden = try Repository.text(of: LibavformatVersion.golden(name))
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    // Lines first, because a failure then shows the lines that differ.
    #expect(outcome.lines == golden.split(separator: "\n"))
    #expect(outcome.output == golden)
  }
}
