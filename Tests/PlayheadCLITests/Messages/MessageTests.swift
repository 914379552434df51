import Foundation
import PlayheadTestEnvironment
import Testing

@testable import PlayheadOutputs

/// Prints one example of each message, so that they can be read together.
///
/// To change messages, run this suite with `WRITE_MESSAGES=1` in the environment and read the diff of
/// `Tests/Goldens/messages.txt`.
@Suite struct MessageTests {
  /// The examples as the command prints them, in groups with a title.
  private static var text: String {
    MessageExamples.groups.map { group in
      "# \(group.title)\n" + group.lines.map { $0 + "\n" }.joined()
    }.joined(separator: "\n")
  }

  @Test func theMessagesMatchTheGolden() throws {
    let file = "Tests/Goldens/messages.txt"
    if ProcessInfo.processInfo.environment["WRITE_MESSAGES"] != nil {
      try Self.text.write(
        toFile: Repository.path(file), atomically: true, encoding: .utf8)
    }
    let golden = try Repository.text(of: file)
    // Lines first, because a failure then shows the lines that differ.
    #expect(Self.text.split(separator: "\n") == golden.split(separator: "\n"))
    #expect(Self.text == golden)
  }

  /// A message without an example would not be in the golden.
  @Test func everyMessageHasAnExample() throws {
    let folders = ["Sources/PlayheadOutputs/Messages/", "Sources/PlayheadPlayCommands/Messages/"]
    let files = try folders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: Repository.path(folder))
        .map { folder + $0 }
    }
    let others = [
      "Sources/PlayheadTimingAnalysis/Findings/FindingMessage.swift",
      "Sources/PlayheadMedia/Sources/ReferenceRefusal.swift",
    ]
    var tables = 0
    let client = "Sources/PlayheadPlayCommands/Remote/ClientServing.swift"
    for file in files + [client] + others {
      let source = try Repository.text(of: file)
      let enums = source.matches(
        of: /(?:^|\n)(?:package |public )?enum (\w+)([^{\n]*)\{(.*?)\n\}/.dotMatchesNewlines())
      let found =
        others.contains(file)
        ? Array(enums.prefix(1)) : enums.filter { $0.2.contains(/\bMessage\b/) }
      for table in found {
        tables += 1
        let declared = table.3.matches(of: /\n  (?:indirect )?case (\w+)/).map { String($0.1) }
        #expect(
          Set(declared) == MessageExamples.names(of: String(table.1)),
          "\(table.1) has messages without an example in MessageExamples")
      }
    }
    #expect(tables == 10)
  }

  @Test func noMessageIsLongerThanALineOrEndsInAPeriod() {
    for line in MessageExamples.groups.flatMap(\.lines) {
      #expect(!line.isEmpty && !line.contains("\n") && !line.hasSuffix("."))
      #expect(line.count <= 160, "\(line)")
    }
  }
}
