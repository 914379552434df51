import PlayheadTestEnvironment
import Testing

/// `job --pid` and `--name`, with stand-ins whose offsets the tests control.
@Suite struct WatchTests {
  /// Runs a script in which `reader` runs a script of its own.
  private func run(_ script: String, reader: String) throws -> BuiltCommand.Outcome {
    try BuiltCommand.run(
      """
      cat > reader.$$ <<'END'
      #!/bin/bash
      see() { until grep -q "$1" records 2> /dev/null; do sleep 0.02; done; }
      \(reader)
      END
      chmod +x reader.$$; cp $MEDIA/bbb_small.mp4 film.mp4; cp $MEDIA/bbb_multi.mkv film.mkv
      \(script)
      """)
  }

  private static let summary = """
    sed -n 's/.*"position":\\([0-9]*\\)[.].*"fraction":\\([0-9][.]..\\).*"state":"\\([a-z]*\\)".*"estimate":"\\([a-z]*\\)".*/\\1 \\2 \\3 \\4/p
      s/.*"type":"end".*"reason":"\\([a-z]*\\)".*/end \\1/p' records
    """

  @Test(arguments: ["--pid $!", "--name reader.$$", "--name /bin/reader.$$"])
  func thePositionIsWhereTheProcessReads(choice: String) throws {
    let outcome = try run(
      """
      ./reader.$$ film.mp4 & until [ -e opened ]; do sleep 0.02; done
      "$PLAYHEAD" job \(choice) -f json -i 1 -o records -q; echo $?
      \(Self.summary)
      grep -c 'film.mp4","container":"mov' records
      """,
      reader: """
        exec 3< "$1"; rm "$1"; head -c 80000 <&3 > /dev/null; touch opened
        see requested; cat <&3 > /dev/null; see '"fraction":0.99'
        """)
    #expect(outcome.lines.first == "0" && outcome.lines.last == "1" && outcome.errors == "")
    #expect(
      outcome.lines.dropFirst().dropLast() == [
        "2 0.55 playing input", "5 0.99 playing input", "5 1.00 ended input", "end end",
      ])
  }

  @Test func aFileThatIsClosedBeforeItsEndIsNotComplete() throws {
    let outcome = try run(
      """
      ./reader.$$ & until [ -e opened ]; do sleep 0.02; done
      "$PLAYHEAD" job --pid $! -f json -o records -q; echo $?
      \(Self.summary)
      """,
      reader: "exec 3< film.mkv; head -c 90000 <&3 > /dev/null; touch opened; see requested")
    #expect(outcome.lines.first == "0" && outcome.lines.last == "end stopped")
    #expect(outcome.lines.dropFirst().dropLast().allSatisfy { !$0.contains("ended") })
  }

  @Test func severalFilesAreItems() throws {
    let outcome = try run(
      """
      ./reader.$$ & until [ -e opened ]; do sleep 0.02; done
      "$PLAYHEAD" job --pid $! -f json -o records -q
      sed -n 's/.*"type":"open".*"file":"[^"]*\\/\\([^"]*\\)".*/\\1/p' records | sort
      grep -c '"type":"end"' records
      """,
      reader: """
        exec 3< film.mkv 4< film.mp4 5< $0; touch opened
        see '"file":"[^"]*film.mkv"'; see '"file":"[^"]*film.mp4"'
        """)
    #expect(outcome.lines == ["film.mkv", "film.mp4", "2"])
  }

  @Test func aFileThatIsWrittenHasAPosition() throws {
    let outcome = try run(
      """
      ./reader.$$ & until [ -e opened ]; do sleep 0.02; done
      "$PLAYHEAD" job --pid $! -f json -i 1 -o records -q
      \(Self.summary)
      """,
      reader: """
        exec 4> copy.wav; head -c 40000 $MEDIA/pygame-house_lo.wav >&4; touch opened; see requested
        tail -c +40001 $MEDIA/pygame-house_lo.wav >&4
        """)
    #expect(outcome.errors == "")
    #expect(outcome.lines.first?.hasSuffix(" playing input") == true)
    #expect(outcome.lines.suffix(2) == ["7 1.00 ended input", "end end"])
  }

  @Test(arguments: [
    ("--pid 999999999", 1, "process 999999999: No such process"),
    ("--name no-such-command", 1, "no-such-command: No such process"),
    ("--pid x", 2, "expected the number of a process"),
    ("--pid 0", 2, "expected the number of a process"),
    ("--name ''", 2, "expected the name of a command"),
    ("--pid 1 ffmpeg -i a b", 2, "--pid cannot be used with a command"),
    ("--pid 1 --name cat", 2, "--pid cannot be used with --name"),
    ("--pid 1 --every chapter", 2, "--every chapter cannot be used with job"),
  ])
  func whatCannotBeWatchedIsOneLine(_ words: String, _ status: Int32, _ message: String) throws {
    let outcome = try BuiltCommand.run("\"$PLAYHEAD\" job \(words)")
    #expect(outcome.status == status && outcome.output.isEmpty)
    #expect(outcome.errors.split(separator: "\n").count == 1 && outcome.errors.contains(message))
  }

  @Test func aProcessOfAnotherUserIsOneLine() throws {
    let outcome = try BuiltCommand.run(
      """
      run=; [ $(id -u) != 0 ] || run='setpriv --reuid 65534 --clear-groups'
      $run test -x "$PLAYHEAD" || { echo "playhead: process 1: Permission denied" >&2; exit 1; }
      $run "$PLAYHEAD" job --pid 1
      """)
    #expect(outcome.status == 1 && outcome.errors == "playhead: process 1: Permission denied\n")
  }
}
