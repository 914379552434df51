import Foundation
import TestEnvironment
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
    // The messages have a golden of their own, which `MessageTests` compares.
    #expect(try Set(goldens) == Set(Self.media().map(Self.name) + ["messages.txt"]))
  }

  @Test func theGoldensOfAVersionDifferFromTheOthers() throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Repository.path("Tests/Goldens/63"))
    #expect(!names.isEmpty)
    for name in names {
      let texts = try ["63/", ""].map { try Repository.text(of: "Tests/Goldens/\($0)\(name)") }
      #expect(texts[0] != texts[1], "\(name)")
    }
  }

  @Test(arguments: try media()) func theOutputMatchesTheGolden(file: String) throws {
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
