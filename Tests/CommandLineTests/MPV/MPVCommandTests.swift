import Foundation
import Testing

/// The command called as `playhead-mpv`.
@Suite struct MPVCommandTests {
  private func run(_ script: String) throws -> BuiltCommand.Outcome {
    try BuiltCommand.run(
      """
      ln -s "$PLAYHEAD" playhead-mpv
      mpv() { ./playhead-mpv --no-config --ao=null "$@"; }
      \(script)
      """)
  }

  @Test func theVersionIsOneThatProgramsAccept() throws {
    let outcome = try run("mpv --version; mpv --no-terminal --version")
    #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.lines.count == 1)
    #expect(outcome.lines[0].firstMatch(of: /^mpv (\d+)\.(\d+)\.\d+ \(playhead [\d.]+\)$/) != nil)
  }

  @Test func anUnknownOptionEndsTheCommandWithStatus1() throws {
    let outcome = try run("mpv --foo=bar $MEDIA/bbb_small.mp4; echo $?; mpv --no-terminal --foo")
    #expect(
      outcome.lines == [
        "Error parsing option foo (option not found)",
        "Setting commandline option --foo=bar failed.", "Exiting... (Fatal error)", "1",
      ])
    #expect(outcome.status == 1 && outcome.errors.isEmpty)
  }

  @Test func aFileIsPlayedAndNothingIsPrinted() throws {
    let outcome = try run("mpv --speed=16 --no-terminal $MEDIA/bbb_small.mp4")
    #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty)
  }

  @Test func theStatusIsThatOfMPV() throws {
    let outcome = try run(
      """
      mpv --speed=16 missing.mp4; echo $?
      mpv --speed=16 missing.mp4 $MEDIA/bbb_small.mp4; echo $?
      mpv --no-terminal missing.mp4; echo $?
      """)
    #expect(outcome.lines == ["2", "3", "2"])
    let line = "playhead: missing.mp4: No such file or directory\n"
    #expect(outcome.errors == line + line)
  }

  @Test(arguments: ["INT", "TERM"]) func aSignalIsStatus4(signal: String) throws {
    let outcome = try run(
      """
      mkfifo lines
      ./playhead-mpv --idle --ao=null --msg-level=ipc=v --input-ipc-server=socket > lines &
      process=$!
      { read -r line; read -r line; kill -\(signal) $process; wait $process; } < lines
      """)
    #expect(outcome.status == 4 && outcome.output.isEmpty)
  }

  @Test func messagesAreLogged() throws {
    let outcome = try run("mpv --no-terminal --log-file=log missing.mp4; cat log")
    #expect(outcome.errors.isEmpty && outcome.lines.count == 2)
    #expect(outcome.lines[0].firstMatch(of: /^\[ +\d+\.\d{3}\]\[v\]\[cplayer\] mpv 0\.35/) != nil)
    #expect(
      outcome.lines[1].firstMatch(
        of: /^\[ +\d+\.\d{3}\]\[e\]\[cplayer\] missing\.mp4: No such file or directory$/) != nil)
    let bad = try run("mpv --speed=16 --log-file=missing/log $MEDIA/bbb_small.mp4")
    #expect(bad.output == "Failed to open log file 'missing/log'\n" && bad.status == 0)
  }

  @Test func programsThatWaitForTheSocketAreTold() throws {
    let outcome = try run(
      """
      mpv --speed=16 --msg-level=all=no,ipc=v --input-ipc-server=socket $MEDIA/bbb_small.mp4
      mpv --speed=16 --input-ipc-server=missing/socket $MEDIA/bbb_small.mp4 2>/dev/null
      """)
    #expect(
      outcome.lines == [
        "[ipc] Starting IPC master", "[ipc] Listening to IPC socket.",
        "[ipc] Could not bind IPC socket",
      ])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
  }

  @Test func theListHasAllOptions() throws {
    let lines = try run("mpv --list-options").lines
    #expect(lines.contains(" --input-ipc-server") && lines.contains(" --vo"))
    #expect(lines.last == "Total: \(lines.count { $0.hasPrefix(" --") }) options")
  }
}
