import Foundation
import Testing

/// The command with `--idle`, which waits for files.
@Suite struct IdleTests {
  @Test func aCommandWithoutFilesWaitsUntilItQuits() throws {
    let outcome = try BuiltCommand.run("echo quit | playhead --idle --control -")
    #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty)
  }

  @Test func commandsDoNotWaitWhileNoFileIsOpen() throws {
    let outcome = try BuiltCommand.run(
      "printf '%s\\n' pause 'rate 2' 'seek 5' quit | playhead --idle --control -")
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    #expect(outcome.errors == "playhead: seek: no file is open\n")
  }

  /// The last record of a file is written before the file is left, so the script waits for that, too.
  @Test func aFileCanBePlayedAgainAfterTheLastOne() throws {
    let outcome = try BuiltCommand.run(
      """
      mkfifo control records
      playhead --idle --control control --input-ipc-server=socket -f json \
        $MEDIA/mediafile-cbr.mp3 > records &
      exec 4< records 3> control
      waits() {
        echo '{"command":["get_property","idle-active"]}' | socat - UNIX-CONNECT:socket | grep true >/dev/null
      }
      commands=(previous quit)
      while read -r record; do
        echo "$record"
        case $record in *'"reason":"end"'*)
          until waits; do sleep 0.02; done
          echo ${commands[0]} >&3; commands=(quit);;
        esac
      done <&4
      wait $!
      """)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.lines.count { $0.contains(#""type":"end""#) } == 2)
    #expect(outcome.lines.last?.contains(#""item":1,"#) == true)
  }

  @Test func aSignalEndsACommandThatWaits() throws {
    let outcome = try BuiltCommand.run(
      """
      mkfifo control messages
      "$PLAYHEAD" --idle --control control 2> messages &
      exec 4< messages 3> control
      # The command handles signals when it reads commands.
      echo nonsense >&3
      read -r message <&4
      kill -TERM $!
      wait $!
      """)
    #expect(outcome.status == 143 && outcome.output.isEmpty)
  }

  @Test func aFileThatCannotBePlayedIsReportedInTheExitStatus() throws {
    let outcome = try BuiltCommand.run(
      """
      mkfifo control records
      playhead --idle --control control -f json missing.mp4 > records &
      exec 4< records 3> control
      while read -r record; do
        case $record in *'"type":"end"'*) echo quit >&3;; esac
      done <&4
      wait $!
      """)
    #expect(outcome.errors == "playhead: missing.mp4: No such file or directory\n")
    #expect(outcome.status == 1)
  }
}
