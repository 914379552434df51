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
  private static let shortFiles = [
    "attaching", "comparing", "control", "cues", "jobs", "playing", "recipes",
    "timeline-and-measure",
  ]
  .map { "docs/user/\($0).md" }

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
          attach | job | analyze | compare | timeline | measure | inspect | completion) "$PLAYHEAD" "$@" ;;
          --control | --through | --input-ipc-server=*) "$PLAYHEAD" "$@" ;;
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

  /// Three pages need more: the test below runs those of timing-analysis.md, `scripts/check-archives` those of
  /// archives.md, and alignment.md shows estimates whose last digits may differ with the decoder.
  @Test func noPageHasExamplesThatNothingRuns() throws {
    let pages = try FileManager.default.contentsOfDirectory(atPath: Repository.path("docs/user"))
      .filter { $0.hasSuffix(".md") }.map { "docs/user/\($0)" }
    let others = ["alignment", "archives", "timing-analysis"].map { "docs/user/\($0).md" }
    let withExamples = try pages.filter { try !Self.examples(in: $0).isEmpty }
    #expect(
      Set(withExamples) == Set(Self.files + Self.shortFiles + others).subtracting(["README.md"]))
  }

  /// The lines that a reader pastes first. `make` is a stand-in that runs the built command.
  @Test func theThreeLinesToPasteWork() throws {
    let text = try Repository.text(of: "README.md")
    let rest = try #require(text.components(separatedBy: "<!-- example: paste -->\n```sh\n").last)
    let lines = rest.components(separatedBy: "\n```")[0]
    #expect(lines.components(separatedBy: "\n").count == 3)
    let outcome = try BuiltCommand.run(
      """
      make() {
        [ "$1" = play ] && shift
        local ARGS= FILE=SampleMedia/bbb.mp4 "$@"
        case $ARGS in analyze) ;; *) ARGS="--instant $ARGS" ;; esac
        "$PLAYHEAD" $ARGS "$FILE" && echo end
      }
      \(lines)
      """, in: try Self.makeFolder())
    let outputs = outcome.output.components(separatedBy: "end\n")
    #expect(outcome.status == 0 && outcome.errors.isEmpty && outputs.count == 4)
    #expect(outputs[0].hasSuffix("5.312 5.312 100.0\n"))
    #expect(outputs[1].components(separatedBy: "\n").count == 7)
    #expect(outputs[2].contains("duration-mismatch"))
  }

  /// A package manager resolves the version, and `apt` finds the package by its name.
  @Test func everyPageNamesTheVersionOfTheCommand() throws {
    let printed = try BuiltCommand.run("\"$PLAYHEAD\" --version").lines[0]
    let version = try #require(printed.split(separator: " ").last)
    let newest = try #require(
      try Repository.text(of: "CHANGELOG.md").firstMatch(of: #/\n## \[([0-9.]+)\] - /#))
    #expect(newest.1 == version)
    #expect(try Repository.text(of: "README.md").contains("playhead_\(version)+deb"))
    for page in [
      "README.md", "docs/user/combine.md", "Sources/PlayheadKit/PlayheadKit.docc/GettingStarted.md",
    ] {
      #expect(try Repository.text(of: page).contains("from: \"\(version)\""), "\(page)")
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
