import Foundation
import Testing

/// Playback controlled by commands, one a line, from a script.
@Suite struct ControlTests {
  @Test func commandsOnStandardInputAreExecuted() throws {
    let outcome = try BuiltCommand.run(
      """
      printf 'pause\\n\\nseek 50%%\\nseek +10\\nseek -0:05\\nposition\\nquit' |
        playhead --control - $MEDIA/gnome-dual-monitors.webm
      """)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.lines.last == "23.566 37.133 63.4")
  }

  @Test func commandsBeforeTheFileIsOpenHaveTheirOwnRecords() throws {
    let outcome = try BuiltCommand.run(
      """
      printf '%s\\n' 'rate 2' 'seek 20' 'rate 0.5' pause 'seek 30' quit |
        playhead --control - -i 1h --fields cause,rate $MEDIA/gnome-dual-monitors.webm
      """)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    // The first seek may wait for media.
    let records = outcome.lines.filter { !$0.hasPrefix("stalled") && !$0.hasPrefix("resumed") }
    #expect(
      records == [
        "started 1", "rate-changed 2", "jumped 2", "rate-changed 0.5", "paused 0", "jumped 0",
      ])
  }

  /// Typed text is shown in place of the status line and is not echoed anywhere else.
  @Test func typingACommandDoesNotDisturbTheStatusLine() throws {
    let terminal = try PseudoTerminal(
      "\"$PLAYHEAD\" --control - \"$MEDIA/gnome-dual-monitors.webm\"; echo status $?")
    try terminal.wait(for: "playing 0:")
    #expect(!terminal.isInLineMode)
    try terminal.type("pausy", expecting: "\r\u{1B}[?7l> pausy_\u{1B}[K")
    let shown = try terminal.type("\u{7F}e\n", expecting: "paused ")
    #expect(!shown.contains("\n"))
    try terminal.type("nonsense\n", expecting: "unknown command 'nonsense'")
    try terminal.type("quit\n", expecting: "status 0")
    #expect(terminal.isInLineMode)
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func aFIFOIsReadAcrossSeveralWriters() throws {
    let outcome = try BuiltCommand.run(
      """
      mkfifo control
      playhead --control control -f json $MEDIA/gnome-dual-monitors.webm & 
      for line in pause 'seek 10' nonsense 'rate 1.5' 'seek' position quit; do
        echo "$line" > control
      done
      wait $!
      """)
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.split(separator: "\n").map { $0.prefix(50) } == [
        "playhead: unknown command 'nonsense' (commands: play, pause".prefix(50),
        "playhead: seek: expected one argument",
      ])
    #expect(outcome.lines.last?.contains(#""reason":"quit","position":10.000000"#) == true)
    // A requested position is written immediately, possibly before the record of the previous
    // change.
    #expect(
      outcome.lines.contains {
        $0.contains(#""position":10.000000"#) && $0.contains(#""cause":"requested""#)
      })
  }

  @Test func nextAndPreviousStayWithinTheFilesOfTheCommandLine() throws {
    let outcome = try BuiltCommand.run(
      """
      printf '%s\\n' pause previous next next previous previous 'seek 1' position quit |
        playhead --control - -f json $MEDIA/gnome-dual-monitors.webm $MEDIA/coffee_vbr_art.mp3
      """)
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.split(separator: "\n") == [
        "playhead: previous: already at the first file",
        "playhead: next: already at the last file",
        "playhead: previous: already at the first file",
      ])
    #expect(outcome.lines.last?.contains("gnome") == true)
    #expect(outcome.lines.last?.contains(#""reason":"quit","position":1.000000"#) == true)
  }

  /// Otherwise `previous` could never get past such a file.
  @Test func previousSkipsAFileThatCannotBePlayed() throws {
    let outcome = try BuiltCommand.run(
      """
      mkfifo pipe
      "$PLAYHEAD" --pause --control - -f json \
        $MEDIA/bbb.mp4 missing.mp4 $MEDIA/bbb_small.mp4 < pipe |
      { exec 9<> pipe; set -- next previous quit; while read -r line; do
        case $line in
          *'"type":"open"'*) echo "$line" | cut -d, -f3; echo $1 >&9; shift ;;
        esac
      done; }
      """)
    #expect(outcome.lines == [#""item":1"#, #""item":3"#, #""item":1"#])
    let failure = "playhead: missing.mp4: No such file or directory"
    #expect(outcome.errors.split(separator: "\n") == [failure[...], failure[...]])
  }

  @Test func immediateAndQueuedCommandsReportErrorsAlike() throws {
    let outcome = try BuiltCommand.run(
      """
      printf '%s\n' previous 'seek 1' next previous quit |
        playhead --pause --control - $MEDIA/bbb_small.mp4
      """)
    #expect(
      outcome.errors.split(separator: "\n") == [
        "playhead: previous: already at the first file",
        "playhead: next: already at the last file",
        "playhead: previous: already at the first file",
      ])
  }

  @Test func commandsAfterAStepWaitForIt() throws {
    let outcome = try BuiltCommand.run(
      """
      printf '%s\\n' pause 'seek 1' 'step 1' position 'step 5' position 'step -2' position next \\
        'seek 2' 'step -1' position quit |
        playhead --control - --fields item,cause,position $MEDIA/bbb_small.mp4 $MEDIA/bbb.mp4
      """)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.lines.filter { $0.contains("requested") } == [
        "1 requested 1.040", "1 requested 1.240", "1 requested 1.160", "2 requested 1.960",
      ])
  }

  @Test func aRequestedPositionPrecedesLaterSeeks() throws {
    let outcome = try BuiltCommand.run(
      """
      mkfifo control; : > out
      "$PLAYHEAD" --control control -r 0.1 -i 1ms --fields cause,position \
        $MEDIA/gnome-dual-monitors.webm > out & pid=$!
      until [ $(wc -l < out) -gt 9 ]; do sleep 0.02; done
      printf '%s\n' position 'seek 20' position 'seek 10' position quit > control
      wait $pid; cat out
      """)
    #expect(outcome.errors.isEmpty)
    let positions = outcome.lines.filter { $0.hasPrefix("requested") }
      .compactMap { Double($0.split(separator: " ")[1]) }
    #expect(positions.count == 3)
    for (position, least) in zip(positions, [0.0, 20, 10]) {
      #expect(position >= least && position < least + 8)
    }
  }

  @Test func noCommandIsLostInABurst() throws {
    let outcome = try BuiltCommand.run(
      """
      { echo pause; for n in {1..100}; do echo step 1; echo position; done; echo quit; } > lines
      playhead --control - -i 24h --fields cause $MEDIA/bbb_small.mp4 < lines
      """)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.lines.count { $0 == "requested" } == 100)
  }

  @Test func garbageInputDoesNotStopControl() throws {
    let outcome = try BuiltCommand.run(
      """
      { echo pause; head -c 300000 /dev/zero | tr '\\0' x; echo; head -c 20000 $PLAYHEAD; echo
        echo 'seek 2'; echo quit; } | playhead --control - -f json $MEDIA/bbb_small.mp4
      """)
    #expect(outcome.status == 0)
    #expect(outcome.lines.last?.contains(#""reason":"quit","position":2.000000"#) == true)
    #expect(!outcome.errors.isEmpty)
  }

  /// No frames are left to read at that position.
  @Test func steppingBeyondTheEndCountsFromTheLastFrame() throws {
    for count in ["1", "-1"] {
      let outcome = try BuiltCommand.run(
        #"""
        printf 'pause\nseek 1:30\nstep \#(count)\nposition\nquit\n' |
          playhead -i 100 --control - $MEDIA/bbb_chapters.mkv | tail -n 1
        """#)
      #expect(outcome.errors.isEmpty)
      #expect(outcome.output == (count == "1" ? "5.261 5.333 98.6\n" : "5.221 5.333 97.8\n"))
    }
  }

  @Test func invalidUsesOfControlAreRefused() throws {
    let both = try BuiltCommand.run("playhead --control - -")
    #expect(both.status == 2 && both.errors.contains("--control"))
    let instant = try BuiltCommand.run("playhead --control - --instant x.mp4")
    #expect(instant.status == 2)
    let missing = try BuiltCommand.run("playhead --control nowhere $MEDIA/bbb_small.mp4")
    #expect(missing.status == 1 && missing.errors.hasSuffix("nowhere: No such file or directory\n"))
    let file = try BuiltCommand.run("touch file; playhead --control file $MEDIA/bbb_small.mp4")
    #expect(file.status == 1 && file.errors.contains("file: not a FIFO"))
  }

  @Test func endOfInputEndsControlButNotPlayback() throws {
    let outcome = try BuiltCommand.run(
      "echo rate 16 | playhead --control - -i 1 $MEDIA/bbb_small.mp4")
    #expect(outcome.status == 0 && outcome.lines.last == "5.312 5.312 100.0")
  }
}
