import Foundation
import Testing

/// The order of files in a playlist: next and previous, files that cannot be played, and where
/// playback of each file begins and ends.
@Suite struct PlaylistNavigationTests {
  /// Commands for the standard input of `playhead --control -`, one a line. `position` waits until
  /// a file is open.
  private static func controlled(_ commands: String..., by options: String) -> String {
    "echo text > text.txt; printf '%s\\n' \(commands.map { "'\($0)'" }.joined(separator: " ")) | "
      + "playhead --pause --control - -i 1h -f json \(options)"
  }

  /// The item, type and end reason of the records of a JSON log, without progress.
  private static func summary(_ outcome: BuiltCommand.Outcome) -> [String] {
    outcome.lines.compactMap { line in
      guard let item = line.firstMatch(of: #/"item":(\d+)/#)?.1,
        let type = line.firstMatch(of: #/"type":"(\w+)"/#)?.1, type != "progress"
      else { return nil }
      let reason = line.firstMatch(of: #/"reason":"([\w-]+)"/#)?.1
      return "\(item) \(type)" + (reason.map { " \($0)" } ?? "")
    }
  }

  @Test func nextSkipsFilesThatCannotBePlayed() throws {
    let outcome = try BuiltCommand.run(
      Self.controlled(
        "position", "next", "position", "quit",
        by: "$MEDIA/bbb_small.mp4 missing.mp4 text.txt $MEDIA/bbb.mp4"))
    #expect(outcome.status == 1)
    #expect(
      Self.summary(outcome) == [
        "1 open", "1 end next", "2 error", "2 end error", "3 error", "3 end error", "4 open",
        "4 end quit",
      ])
    let errors = outcome.errors.split(separator: "\n")
    // The second `position` waited for the file that cannot be opened.
    #expect(
      errors.map { $0.prefix(20) } == [
        "playhead: missing.mp", "playhead: position: ", "playhead: text.txt: ",
      ])
  }

  /// Back over all files before it, and forward again to the file that was left.
  @Test func previousReturnsToTheFileIfNoneBeforeItCanBePlayed() throws {
    let outcome = try BuiltCommand.run(
      Self.controlled(
        "position", "previous", "position", "quit",
        by: "missing.mp4 text.txt $MEDIA/bbb_small.mp4"))
    #expect(outcome.status == 1)
    func failed(_ item: Int) -> [String] { ["\(item) error", "\(item) end error"] }
    let expected: [[String]] = [
      failed(1), failed(2), ["3 open", "3 end previous"], failed(2), failed(1), failed(2),
      ["3 open", "3 end quit"],
    ]
    #expect(Self.summary(outcome) == expected.flatMap(\.self))
  }

  @Test func nextFromAFileThatOnlyUnplayableOnesFollowEndsTheCommand() throws {
    let outcome = try BuiltCommand.run(
      Self.controlled("position", "next", by: "$MEDIA/bbb_small.mp4 missing.mp4"))
    #expect(outcome.status == 1)
    #expect(Self.summary(outcome) == ["1 open", "1 end next", "2 error", "2 end error"])
  }

  @Test func thePauseAppliesToTheNextFile() throws {
    let outcome = try BuiltCommand.run(
      Self.controlled(
        "position", "next", "position", "quit",
        by: "--fields item,cause,state $MEDIA/bbb_small.mp4 $MEDIA/bbb.mp4"))
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.lines.filter { $0.contains("requested") }
        == [1, 2].map {
          #"{"type":"progress","item":\#($0),"cause":"requested","state":"paused"}"#
        })
  }

  @Test func theLimitCountsTheRecordsOfAllFiles() throws {
    let outcome = try BuiltCommand.run(
      """
      playhead --instant -i 1h -n 3 -f json $MEDIA/bbb.mp4 missing.mp4 $MEDIA/bbb_small.mp4 \\
        $MEDIA/bbb.mp4
      """)
    #expect(outcome.status == 1)
    #expect(
      Self.summary(outcome) == [
        "1 open", "1 end end", "2 error", "2 end error", "3 open", "3 end limit",
      ])
  }

  @Test func noFileIsOpenedAfterTheLimitWasReachedAtAnEnd() throws {
    let outcome = try BuiltCommand.run(
      "playhead -r 16 -i 1h -n 2 -f json $MEDIA/bbb_small.mp4 missing.mp4 $MEDIA/bbb_small.mp4")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    // On a busy machine a stall may be the second record.
    let isStalled = outcome.output.contains("stalled")
    #expect(Self.summary(outcome) == ["1 open", "1 end \(isStalled ? "limit" : "end")"])
  }

  @Test func eachFileBeginsAtItsOwnShareOfItsDuration() throws {
    let outcome = try BuiltCommand.run(
      """
      playhead --instant --start 50% -i 1h --fields item,cause,position \\
        $MEDIA/bbb.mp4 missing.mp4 $MEDIA/bbb_small.mp4
      """)
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == "playhead: missing.mp4: No such file or directory\n")
    let started = outcome.lines.filter { $0.contains("started") }.map { $0.prefix(1) }
    #expect(started == ["1", "3"])
    #expect(outcome.lines.last == "3 ended 5.312")
    #expect(outcome.lines.contains("3 started 2.656"))
  }

  @Test func eachFileIsLooped() throws {
    let outcome = try BuiltCommand.run(
      """
      playhead --instant --loop=2 --end 1 -i 1h --fields item,cause,position \\
        $MEDIA/bbb.mp4 missing.mp4 $MEDIA/bbb_small.mp4
      """)
    #expect(
      outcome.lines
        == [1, 3].flatMap {
          ["\($0) started 0.000", "\($0) looped 0.000", "\($0) boundary 1.000"]
        })
  }

  /// The media is a FIFO without a writer, so opening it does not return.
  @Test(arguments: [("", ["1 end next", "2 open"]), ("--start 10%", ["2 open"])])
  func nextInterruptsTheOpeningOfAFile(_ options: String, _ records: [String]) throws {
    let outcome = try BuiltCommand.run(
      """
      mkfifo slow
      printf '%s\\n' next position quit |
        playhead --pause --control - -i 1h -f json \(options) slow $MEDIA/bbb_small.mp4
      """)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(Self.summary(outcome) == records + ["2 end quit"])
    #expect(outcome.lines.contains { $0.contains("requested") && $0.contains(#""item":2"#) })
  }

  @Test func severalCommandsCountFromTheFileThatIsAboutToOpen() throws {
    let outcome = try BuiltCommand.run(
      Self.controlled(
        "position", "next", "next", "previous", "position", "quit",
        by: "$MEDIA/bbb_small.mp4 $MEDIA/bbb.mp4 $MEDIA/mediafile.opus"))
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let summary = Self.summary(outcome)
    #expect(summary.first == "1 open" && summary.last == "2 end quit")
    #expect(outcome.lines.contains { $0.contains("requested") && $0.contains(#""item":2"#) })
  }

  @Test func aFileThatIsLeftWhilePlayingEndsWithAPauseAndTheRateApplies() throws {
    let outcome = try BuiltCommand.run(
      """
      mkfifo pipe
      "$PLAYHEAD" --control - -i 1h -f json --fields item,cause,rate \
        $MEDIA/gnome-dual-monitors.webm $MEDIA/bbb_small.mp4 < pipe |
      # On a busy machine a stall may replace the start.
      { exec 9<> pipe; item=0; while read -r line; do
        echo "$line"
        case $line in
          *'"item":1,"cause"'*) [ $item = 0 ] && printf 'rate 0.5\\nnext\\n' >&9; item=1 ;;
          *'"item":2,"cause"'*) [ $item = 1 ] && echo quit >&9; item=2 ;;
        esac
      done; }
      """)
    let causes = outcome.lines.compactMap {
      $0.firstMatch(of: #/"(?:cause|reason)":"([\w-]+)"/#)?.1
    }
    // The pause may replace the change of the rate, and stalls may come at any time.
    let others = causes.filter { !["stalled", "resumed", "started", "rate-changed"].contains($0) }
    #expect(others == ["paused", "next", "paused", "quit"])
    #expect(causes.contains("stalled") || causes.count { $0 == "started" } == 2)
    let second = outcome.lines.first { $0.contains(#""item":2,"cause""#) }
    #expect(second?.contains(#""rate":0.5"#) == true)
  }
}
