import Foundation
import PlayheadTestEnvironment
import Testing

/// Runs the examples of the documentation and compares the output with the output shown there.
@Suite struct ReadmeTests {
  private struct Example: CustomTestStringConvertible {
    var commands: [String]
    /// The expected lines of standard output and standard error. A line `…` matches any lines.
    var shown: [String]

    var testDescription: String { commands.joined(separator: "; ") }
  }

  private static let hasFFmpeg = FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")

  /// Returns the `console` blocks of a document. A line that begins with `$ ` is a command; the
  /// other lines are the output.
  private static func examples(in file: String = "README.md") throws -> [Example] {
    let text = try Repository.text(of: file)
    let examples = text.components(separatedBy: "```console\n").dropFirst().map { rest in
      let lines = rest.components(separatedBy: "\n```")[0].components(separatedBy: "\n")
      return Example(
        commands: lines.filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) },
        shown: lines.filter { !$0.hasPrefix("$ ") })
    }
    // ffmpeg is needed for its own examples only.
    return examples.filter { hasFFmpeg || !$0.commands.contains { $0.contains(" ffmpeg ") } }
  }

  /// Makes a directory in which the examples find the sample media.
  private static func makeFolder() throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    // Not a link, because a playlist may not name files in other directories.
    try FileManager.default.copyItem(
      atPath: Repository.sampleMedia, toPath: folder.path("SampleMedia"))
    return folder
  }

  private static let files = ["README.md", "docs/user/guide.md", "docs/user/formats.md"]
  private static let shortFiles = ["docs/user/attaching.md", "docs/user/jobs.md"]

  @Test(arguments: files) func thereAreExamples(file: String) throws {
    #expect(try ReadmeTests.examples(in: file).flatMap(\.commands).count >= 6)
  }

  /// With `--instant`, the numbers are the same on every machine.
  @Test(arguments: try (files + shortFiles).flatMap { try examples(in: $0) })
  private func examplesPrintWhatTheDocumentShows(example: Example) throws {
    let folder = try Self.makeFolder()
    let needsQuery = example.commands.contains { $0.hasPrefix("jq ") }
    let outcome = try BuiltCommand.run(
      """
      playhead() {
        # In the background, so that `kill $!` ends it.
        [ $BASHPID = $$ ] || case $1 in --input-ipc-server=*) exec "$PLAYHEAD" "$@" ;; esac
        case $1 in
          attach | job | analyze | timeline | measure | inspect | completion) "$PLAYHEAD" "$@" ;;
          --control | --input-ipc-server=*) "$PLAYHEAD" "$@" ;;
          *) "$PLAYHEAD" --instant "$@" ;;
        esac
      }
      exec 2>&1
      \(example.commands.filter { !needsQuery || !$0.hasPrefix("jq ") }.joined(separator: "\n"))
      """, in: folder)
    if needsQuery {
      let log = try String(contentsOfFile: folder.path("cues.jsonl"), encoding: .utf8)
      let rows = try log.split(separator: "\n").compactMap { line -> String? in
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        guard object?["type"] as? String == "progress", let cause = object?["cause"],
          let position = object?["position"] as? Double
        else { return nil }
        return position == position.rounded()
          ? "\(Int(position))\t\(cause)" : "\(position)\t\(cause)"
      }
      #expect(rows == example.shown)
    } else {
      #expect(matches(outcome.output.components(separatedBy: "\n").dropLast(), example.shown[...]))
    }
  }

  /// Viewers that do not run animations show the groups that are visible by themselves.
  @Test func thePictureShowsItsLastFrameWithoutAnimation() throws {
    let readme = try Repository.text(of: "README.md")
    #expect(readme.contains("](docs/demo.svg)"))
    let picture = try Repository.text(of: "docs/demo.svg")
    let groups = picture.components(separatedBy: "\n").filter { $0.hasPrefix("<g ") }
    let visible = groups.filter { $0.hasPrefix("<g visibility=\"visible\"><text ") }
    #expect(groups.count > 10 && visible.count == 1 && visible.first == groups.last)
    #expect(visible.first?.contains(">ended") == true)
  }

  private static let hasQueryTools = FileManager.default.isExecutableFile(atPath: "/usr/bin/jq")

  /// The examples run in order, because each uses the files of the previous one.
  @Test(.enabled(if: hasQueryTools))
  func theTimingAnalysisExamplesPrintWhatTheDocumentShows() throws {
    let folder = try Self.makeFolder()
    let examples = try ReadmeTests.examples(in: "docs/user/timing-analysis.md")
    #expect(examples.count == 2)
    for example in examples {
      let outcome = try BuiltCommand.run(
        """
        PATH=$(dirname "$PLAYHEAD"):$PATH
        exec 2>&1
        \(example.commands.joined(separator: "\n"))
        """, in: folder)
      #expect(outcome.lines.map(String.init) == example.shown)
    }
  }

  private func matches(_ lines: ArraySlice<String>, _ shown: ArraySlice<String>) -> Bool {
    guard let first = shown.first else { return lines.isEmpty }
    if first == "…" {
      return lines.indices.contains { matches(lines[$0...], shown.dropFirst()) }
        || matches([], shown.dropFirst())
    }
    guard let line = lines.first, line == first else { return false }
    return matches(lines.dropFirst(), shown.dropFirst())
  }
}
