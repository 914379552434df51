import Foundation
import PlayheadTestEnvironment
import Testing

/// The command as a user sees it at a terminal.
@Suite struct TerminalTests {
  private static let long = "\"$PLAYHEAD\" \"$MEDIA/gnome-dual-monitors.webm\""

  @Test func keysControlPlaybackAndTheTerminalIsRestored() throws {
    let terminal = try PseudoTerminal("\(Self.long); echo status $?")
    try terminal.wait(for: "playing 0:")
    #expect(!terminal.isInLineMode)
    try terminal.type(" ", expecting: "paused ")
    try terminal.type("9", expecting: "paused  0:33.4 ")
    try terminal.type("\u{1B}[D", expecting: "0:28.4 ")
    try terminal.type("\u{1B}[B", expecting: "0:00.0 ")
    try terminal.type("}", expecting: " 2x")
    try terminal.type("]", expecting: " 2.2x")
    let line = try terminal.type("\u{7F}", expecting: "\u{1B}[?7h")
    #expect(!line.contains("x"))
    try terminal.type("?", expecting: "previous chapter\r\n")
    terminal.type("\u{1B}[15~\u{1B}[1;2C")
    try terminal.type("\u{1B}[C", expecting: "paused  0:05.0 ")
    try terminal.type(" ", expecting: "playing 0:")
    try terminal.type("p", expecting: "paused ")
    terminal.type("q")
    // The last position stays on the screen, and the shell continues on a new line.
    let rest = try terminal.wait(for: "status 0\r\n")
    #expect(rest.contains("quit    0:") && rest.hasSuffix("\r\nstatus 0\r\n"))
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func theLineKeepsItsTenthsAfterASeek() throws {
    let terminal = try PseudoTerminal("\(Self.long); echo status $?")
    try terminal.wait(for: "playing 0:")
    let line = try terminal.type("4", expecting: /playing 0:[1-3]\d\./)
    #expect(!line.contains(#/playing 0:[1-3]\d /#))
    terminal.type("q")
    let rest = try terminal.wait(for: "status 0\r\n")
    #expect(rest.contains(/quit +0:[1-3]\d\.\d/))
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func theLKeyLoopsUntilItIsPressedAgain() throws {
    let terminal = try PseudoTerminal(
      "\"$PLAYHEAD\" --pause -r 8 \"$MEDIA/bbb_small.mp4\"; echo status $?")
    try terminal.wait(for: "paused  0:00.0")
    try terminal.type("l", expecting: " loop")
    terminal.type(" ")
    for _ in 0..<2 {
      try terminal.wait(for: "playing 0:04.")
      try terminal.wait(for: "playing 0:00.")
    }
    try terminal.type("l", expecting: "100.0%")
    try terminal.expectEnd(status: 0)
  }

  @Test func aKeyThatChangesNothingShowsANote() throws {
    let terminal = try PseudoTerminal("\(Self.long); echo status $?")
    try terminal.wait(for: "playing 0:")
    try terminal.type("\u{7F}", expecting: "the rate does not change")
    try terminal.type("}", expecting: " 2x")
    terminal.type("q")
    try terminal.expectEnd(status: 0)
  }

  @Test func keysSelectTheNextAndPreviousFile() throws {
    let terminal = try PseudoTerminal(
      "\"$PLAYHEAD\" \"$MEDIA/gnome-dual-monitors.webm\" \"$MEDIA/coffee_vbr_art.mp3\"; echo status $?"
    )
    try terminal.wait(for: "1/2 gnome-")
    try terminal.type("<", expecting: "at the first file")
    for (next, previous) in [("n", "P"), (">", "<"), ("\r", "<")] {
      terminal.type(next)
      // A skipped file is not shown as paused.
      #expect(!(try terminal.wait(for: "skipped ")).contains("paused "))
      try terminal.wait(for: "2/2 coffee_")
      try terminal.type("n", expecting: "at the last file")
      try terminal.type(previous, expecting: "1/2 gnome-")
    }
    terminal.type("q")
    try terminal.expectEnd(status: 0)
  }

  /// The list of keys once waited for the terminal on the thread for which all clients wait.
  @Test func aStoppedTerminalDelaysNeitherClientsNorTheEnd() throws {
    let folder = try TemporaryDirectory()
    let terminal = try PseudoTerminal(
      "cd \(folder.path); \"$PLAYHEAD\" --input-ipc-server=socket \"$MEDIA/gnome-dual-monitors.webm\"; echo status $?"
    )
    try terminal.wait(for: "playing 0:")
    // Ctrl-S, and keys whose effects are written to the terminal.
    terminal.type("\u{13}?]?[")
    let outcome = try BuiltCommand.run(
      """
      printf '%s\\n' 'set pause yes' 'set speed 20' '{"command":["get_property","pause"]}' |
        timeout 30 socat - UNIX-CONNECT:socket
      """, in: folder)
    #expect(outcome.lines.contains { $0.contains(#""data":true"#) })
    // Ctrl-Q is for the shell, whose output the terminal has stopped as well.
    terminal.type("q")
    _ = try BuiltCommand.run(
      "timeout 30 bash -c 'while [ -S socket ]; do sleep 0.05; done'", in: folder)
    #expect(!FileManager.default.fileExists(atPath: folder.path("socket")))
    terminal.type("\u{11}")
    try terminal.expectEnd(status: 0)
  }

  @Test func aNoteAtTheLastChapterIsShownOnTheStatusLine() throws {
    let terminal = try PseudoTerminal(
      "\"$PLAYHEAD\" --pause --start '#3' \"$MEDIA/bbb_chapters.mkv\"; echo status $?")
    try terminal.wait(for: "paused  0:03.2")
    let noted = try terminal.type("\u{1B}[5~", expecting: "at the last chapter")
    // The note disappears by itself and adds no row.
    let after = try terminal.wait(for: " Three")
    #expect(!(noted + after).contains("\n"))
    try terminal.type("q", expecting: "status 0")
  }

  @Test func steppingShowsTheFrameAndMilliseconds() throws {
    let terminal = try PseudoTerminal("\"$PLAYHEAD\" --pause \"$MEDIA/bbb_chapters.mkv\"")
    try terminal.wait(for: "paused  0:00.0")
    try terminal.type(".", expecting: "paused  0:00.021")
    terminal.type(".")
    let line = try terminal.wait(for: "paused  0:00.061") + terminal.wait(for: "\u{1B}[K")
    #expect(line.contains(" frame 1 "))
    try terminal.type(",", expecting: "paused  0:00.021")
    try terminal.type("2", expecting: "paused  0:01.0 ")
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func aTemplateReplacesTheStatusLine() throws {
    let terminal = try PseudoTerminal(
      #""$PLAYHEAD" -t '{state} at {position:m:ss}' "$MEDIA/gnome-dual-monitors.webm"; echo status $?"#
    )
    try terminal.wait(for: /playing at 0:\d\d/)
    try terminal.wait(for: /playing at 0:\d\d/)
    try terminal.type(" ", expecting: /paused at 0:\d\d/)
    try terminal.type("9", expecting: "paused at 0:33")
    #expect(!terminal.shown.contains(UInt8(ascii: "\n")))
    terminal.type("q")
    try terminal.expectEnd(status: 0)
  }

  @Test(arguments: ["-f template -t '{position:m:ss}'", #"-t '{position:m:ss}\n'"#])
  func aTemplateOfRecordsIsWrittenLineByLine(options: String) throws {
    let terminal = try PseudoTerminal(
      "\"$PLAYHEAD\" \(options) -i 2 -r 16 \"$MEDIA/bbb_small.mp4\"")
    #expect(try terminal.waitForExit() == 0)
    let lines = String(decoding: terminal.shown, as: UTF8.self).split(whereSeparator: \.isNewline)
    #expect(lines.first == "0:00" && lines.last == "0:05")
    #expect(!terminal.shown.contains(0x1B))
  }

  @Test func aUTF8TerminalHasASmoothBar() throws {
    let terminal = try PseudoTerminal(
      "LC_ALL=C.UTF-8 \"$PLAYHEAD\" --pause --start 50% \"$MEDIA/bbb_small.mp4\"")
    try terminal.wait(for: "paused  0:02.6 ▕███")
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
  }

  /// Signals and the exit statuses that a shell reports for them.
  ///
  /// A sanitizer delays the handlers of most signals, but not of SEGV and ABRT. If one of these
  /// arrives from outside inside the sanitizer itself, a check of the sanitizer fails.
  private static let signals = [
    "INT": 130, "TERM": 143, "HUP": 129, "QUIT": 131, "SEGV": 139, "ABRT": 134,
  ].filter { !TestEffort.hasSanitizer || !["SEGV", "ABRT"].contains($0.key) }

  @Test(arguments: signals)
  func everySignalRestoresTheTerminal(signal: String, status: Int) throws {
    let terminal = try PseudoTerminal(
      """
      ulimit -c 0; set -m
      # Swift's own report of a crash takes ten seconds for a build without debug information.
      export SWIFT_BACKTRACE=enable=no
      \(Self.long); status=$?
      stty -a | grep -c -- ' -icanon\\| -echo '; echo "status $status"
      """)
    try terminal.wait(for: "playing 0:")
    #expect(!terminal.isInLineMode)
    let process = try terminal.foregroundProcess()
    kill(
      process,
      Int32(
        [
          "INT": SIGINT, "TERM": SIGTERM, "HUP": SIGHUP, "QUIT": SIGQUIT,
          "SEGV": SIGSEGV, "ABRT": SIGABRT,
        ][signal] ?? 0))
    let rest = try terminal.wait(for: "status \(status)\r\n")
    #expect(rest.contains("0\r\nstatus"))
    // The output after the status line begins on a new line.
    let behind = try #require(rest.components(separatedBy: "\u{1B}[?7h\r").last)
    #expect(behind.utf8.drop { $0 == UInt8(ascii: "\r") }.first == UInt8(ascii: "\n"))
    // After an orderly end, the status line shows where playback stopped.
    #expect(rest.contains("stopped ") == ["INT", "TERM", "HUP"].contains(signal))
    #expect(!rest.contains("paused "))
    #expect(try terminal.waitForExit() == 0)
  }

  /// Swift's runtime would wait for an answer at the terminal, which a process in the background does not get.
  @Test(
    .enabled(if: !TestEffort.hasSanitizer, "it has its own handlers"),
    arguments: ["QUIT": 131, "SEGV": 139])
  func aSignalEndsAProcessInTheBackground(signal: String, status: Int) throws {
    let terminal = try PseudoTerminal(
      """
      ulimit -c 0; set -m; unset SWIFT_BACKTRACE; folder=$(mktemp -d); mkfifo $folder/f; exec 3<>$folder/f
      "$PLAYHEAD" -i 1h --loop "$MEDIA/bbb.mp4" >&3 & read line <&3
      kill -\(signal) $!; wait $!; echo "status $?"; rm -r $folder
      """)
    try terminal.wait(for: "status \(status)\r\n")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func afterCtrlZPlaybackContinues() throws {
    let terminal = try PseudoTerminal(
      "set -m; \(Self.long); echo stopped $?; read; fg; echo done $?")
    try terminal.wait(for: "playing 0:")
    try terminal.type("\u{1A}", expecting: "stopped 148")
    #expect(terminal.isInLineMode)
    try terminal.type("\n", expecting: "playing 0:")
    #expect(!terminal.isInLineMode)
    try terminal.type("q", expecting: "done 0")
    #expect(terminal.isInLineMode)
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func ctrlZLeavesNoLyricsBelowTheLine() throws {
    let folder = try TemporaryDirectory()
    try Data("[00:00.00]First\n[00:30.00]Second\n".utf8)
      .write(to: URL(filePath: folder.path("song.lrc")))
    let terminal = try PseudoTerminal(
      "set -m; \(Self.long) --lyrics --cues '\(folder.path("song.lrc"))'; echo stopped $?; read; "
        + "fg; echo done $?")
    try terminal.wait(for: "Second")
    let text = try terminal.type("\u{1A}", expecting: "stopped 148")
    // The rows below are erased before the shell continues.
    let erased = try #require(text.range(of: "\r\n\u{1B}[J\u{1B}[A", options: .backwards))
    #expect(!text[erased.upperBound...].contains("Second"))
    try terminal.type("\n", expecting: "Second")
    try terminal.type("q", expecting: "done 0")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func aRequestedRecordIsPrintedAboveTheStatusLine() throws {
    let terminal = try PseudoTerminal(
      "set -m; \(Self.long) --pause; echo status $?")
    try terminal.wait(for: "paused ")
    kill(try terminal.foregroundProcess(), SIGUSR1)
    try terminal.wait(for: "0.000 37.133 0.0\r\n")
    try terminal.wait(for: "paused ")
    terminal.type("q")
    try terminal.expectEnd(status: 0)
  }

  @Test func inTheBackgroundItPlaysAndDrawsNothing() throws {
    let terminal = try PseudoTerminal(
      "set -m; \"$PLAYHEAD\" -r 16 \"$MEDIA/bbb_small.mp4\" & wait; echo status $?")
    let shown = try terminal.wait(for: "status 0")
    #expect(!shown.contains("playing"))
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func theStatusLineFollowsTheWindowWidth() throws {
    let terminal = try PseudoTerminal(Self.long, columns: 60)
    try terminal.wait(for: "playing 0:")
    try terminal.type(" ", expecting: "paused ")
    // The cursor rests at the start of the line, where it stays if the terminal rewraps the line.
    try terminal.wait(for: "\u{1B}[?7h\r")
    for columns in [100, 20, 200] as [UInt16] {
      terminal.resize(columns)
      // All rows that the line was wrapped into are cleared. None is erased as a whole: tmux could not join it with
      // those in its history any more.
      let text = try terminal.wait(for: "\r\u{1B}[C\u{1B}[J\r \r\u{1B}[?7l")
      #expect(!text.contains("\u{1B}[2K"))
      let line = try terminal.wait(for: "\u{1B}[K").dropLast(3)
      #expect(line.count < columns && line.count > columns / 2 - 1)
      try terminal.wait(for: "\u{1B}[?7h\r")
    }
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func keysAreReadFromTheTerminalWhenStandardInputIsAPipe() throws {
    let terminal = try PseudoTerminal(
      "cat \"$MEDIA/gnome-dual-monitors.webm\" | \"$PLAYHEAD\" -; echo status $?")
    try terminal.wait(for: "playing 0:")
    terminal.type("q")
    try terminal.expectEnd(status: 0)
  }

  @Test func anErrorMessageHasItsOwnLine() throws {
    let terminal = try PseudoTerminal("\"$PLAYHEAD\" missing.mp4 \"$MEDIA/bbb_small.mp4\" -r 16")
    try terminal.wait(for: "playhead: missing.mp4: No such file or directory\r\n")
    try terminal.wait(for: "100.0%")
    #expect(try terminal.waitForExit() == 1)
    #expect(String(decoding: terminal.shown.suffix(2), as: UTF8.self) == "\r\n")
  }

  @Test func commandOutputIsPrintedAboveTheStatusLine() throws {
    let terminal = try PseudoTerminal(
      #"""
      set -m
      "$PLAYHEAD" --at 0.5 --exec 'bash -c "sleep 1000 & printf one; printf two >&2; echo; printf {due}"'         "$MEDIA/gnome-dual-monitors.webm"; echo status $?
      """#)
    try terminal.wait(for: "playing 0:")
    try terminal.wait(for: "\u{1B}[J\ronetwo\r\n")
    // An unfinished line is shown too, once the command has ended. Processes that it leaves behind
    // are not waited for.
    try terminal.wait(for: "0.500\r\n")
    try terminal.wait(for: "playing 0:")
    try terminal.type("q", expecting: "status 0")
  }

  /// Each keeps a thread and a pipe: they count as running commands.
  @Test func theOutputOfProcessesInTheBackgroundIsReadForEightCommands() throws {
    let terminal = try PseudoTerminal(
      #"""
      "$PLAYHEAD" -r 4 --at 0.1 --at 0.2 --at 0.3 --at 0.4 --at 0.5 --at 0.6 --at 0.7 --at 0.8 --at 0.9 \
        --exec 'bash -c "tail --pid=\$PPID -f /dev/null & echo {due}"' --exec-on boundary \
        "$MEDIA/gnome-dual-monitors.webm"; echo status $?
      """#)
    try terminal.wait(for: "playhead: --exec: bash: skipped because 8 commands are running\r\n")
    try terminal.type("q", expecting: "status 1")
  }

  /// Playback, keys and the status line continue while the command writes.
  @Test func aCommandWithEndlessOutputBlocksNothing() throws {
    let terminal = try PseudoTerminal(
      "\"$PLAYHEAD\" --at 0.2 --exec yes \"$MEDIA/gnome-dual-monitors.webm\"; echo status $?")
    try terminal.wait(for: "y\r\ny\r\ny\r\n")
    try terminal.wait(for: "playing 0:")
    try terminal.type(" ", expecting: "paused ")
    terminal.type("\u{3}")
    try terminal.expectEnd(status: 130)
  }

  @Test func aDumbTerminalGetsNoControlSequence() throws {
    let terminal = try PseudoTerminal("TERM=dumb \"$PLAYHEAD\" -r 16 \"$MEDIA/bbb_small.mp4\"")
    #expect(try terminal.waitForExit() == 0)
    #expect(!terminal.shown.contains(0x1B))
    #expect(String(decoding: terminal.shown, as: UTF8.self).contains("100.0%"))
  }
}
