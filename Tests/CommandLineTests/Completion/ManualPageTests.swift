import Foundation
import PlayheadTestEnvironment
import Testing

/// The manual pages of the command and of its subcommands.
@Suite struct ManualPageTests {
  private static let subcommands = [
    "play", "attach", "follow", "job", "analyze", "compare", "align", "timeline", "measure",
    "inspect", "resume", "completion", "help",
  ]
  private static let pages =
    ["playhead"] + subcommands.map { "playhead-\($0)" } + ["playhead-mpv"]

  private static func has(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/" + program)
  }

  private static func command(for page: String) -> String {
    "playhead completion man \(page.dropFirst("playhead-".count))"
  }

  @Test func thePageOfTheCommandNamesTheOthers() throws {
    let outcome = try BuiltCommand.run("playhead completion man list")
    #expect(outcome.lines.map(String.init) == Self.pages)
    let page = try BuiltCommand.run("playhead completion man").output
    for name in Self.pages.dropFirst() {
      #expect(page.contains("\\fB\(name.replacing("-", with: "\\-"))\\fR(1)"), "\(name)")
    }
    #expect(try BuiltCommand.run("playhead completion man no").status == 2)
  }

  @Test(.enabled(if: has("groff"), "groff is not installed"), arguments: pages)
  func aPageHasAtMost200LinesAndNoWarnings(page: String) throws {
    let outcome = try BuiltCommand.run(
      """
      \(Self.command(for: page)) >page; groff -man -ww -z page
      groff -man -Tutf8 -rLL=80n page | wc -l
      """)
    #expect(outcome.errors.isEmpty)
    let count = try #require(Int(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect((20...200).contains(count))
  }

  /// Returns the commands of the examples of a page.
  private static func examples(on page: String) throws -> [String] {
    let text = try BuiltCommand.run(command(for: page)).output
    let section = text.components(separatedBy: ".SH EXAMPLES\n").last ?? ""
    return section.components(separatedBy: ".EX\n").dropFirst().compactMap { rest in
      rest.split(separator: "\n").first.map { line in
        line.trimmingCharacters(in: .whitespaces).replacing("\\-", with: "-")
          .replacing("\\(aq", with: "'").replacing("\\e", with: "\\")
      }
    }
  }

  private static let preparations = [
    "playhead-job": """
    cp "$MEDIA/bbb_small.mp4" film.mp4
    """,
    "playhead-attach": """
    "$PLAYHEAD" --input-ipc-server=player -q --pause --start 1.5 film.mp4 & trap 'kill $!' EXIT
    until [ -S player ]; do sleep 0.02; done
    """,
    "playhead-follow": """
    "$PLAYHEAD" --input-ipc-server=player -q --pause "$MEDIA/gnome-dual-monitors.webm" & trap 'kill $!' EXIT
    until [ -S player ]; do sleep 0.02; done
    """,
    "playhead-resume": """
    export XDG_STATE_HOME=$PWD/state
    "$PLAYHEAD" --save-position -q --start 2 --end 3 --rate 16 film.mp4
    """,
  ]

  @Test(arguments: pages.filter { $0 != "playhead-mpv" })
  func eachPageHasFourExamplesThatRun(page: String) throws {
    let examples = try Self.examples(on: page)
    #expect(examples.count == 4)
    let runnable = examples.filter { Self.has("ffmpeg") || !$0.contains(" ffmpeg ") }
    let outcome = try BuiltCommand.run(
      """
      cp "$MEDIA/bbb.mp4" film.mp4; cp "$MEDIA/bbb_start3600.ts" film.ts
      cp "$MEDIA/beepflash/bf_av_skew_p120.mp4" beeps.mp4
      playhead() {
        case $1 in
          \(Self.subcommands.joined(separator: " | "))) "$PLAYHEAD" "$@" ;;
          --through) "$PLAYHEAD" "$@" ;;
          *) "$PLAYHEAD" --instant "$@" ;;
        esac
      }
      \(Self.preparations[page] ?? "")
      \(runnable.map { "\($0) || echo 'failed: '$?" }.joined(separator: "\n"))
      """)
    #expect(!outcome.output.contains("failed: "), "\(outcome.output) \(outcome.errors)")
    #expect(outcome.status == 0)
    #expect(!outcome.errors.contains("playhead: option"), "\(outcome.errors)")
  }

  /// A screen has 24 lines of 80 columns, of which the last one is the next prompt.
  @Test(arguments: subcommands + [""]) func theHelpFitsOnAScreen(subcommand: String) throws {
    let help = try BuiltCommand.run("playhead \(subcommand) --help").output
    #expect(help.split(separator: "\n", omittingEmptySubsequences: false).count <= 24)
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let full = try BuiltCommand.run("playhead \(subcommand) --help all").output
    #expect(full.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(full.contains("--version"))
  }
}
