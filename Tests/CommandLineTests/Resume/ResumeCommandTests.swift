import Foundation
import Testing

/// Saving where files are left, and resuming there.
@Suite struct ResumeCommandTests {
  private static let setUp = """
    export XDG_STATE_HOME=$PWD/state
    cp "$MEDIA/bbb.mp4" "$MEDIA/bbb_small.mp4" .

    """

  private func run(_ script: String) throws -> BuiltCommand.Outcome {
    try BuiltCommand.run(Self.setUp + script)
  }

  @Test func aFileResumesWhereItWasLeft() throws {
    let outcome = try run(
      """
      printf '%s\\n' 'seek 3.5' quit | playhead -q --save-position --pause --control - bbb.mp4
      playhead resume --list --json | jq -r '[.position + 0, .duration + 0, .state] | @tsv'
      playhead --resume --instant -i 1 --fields position,cause ./bbb.mp4
      playhead --instant -i 1h --fields position bbb.mp4
      playhead --resume --start 4.5 --instant -i 1h --fields position bbb.mp4
      playhead --resume --end 3 --instant -i 1h --fields position bbb.mp4
      playhead resume --list --json | jq '.position + 0'
      """)
    // The sums are numbers without further zeros, in every version of jq.
    #expect(outcome.errors.isEmpty && outcome.status == 0)
    #expect(
      outcome.lines
        == [
          "3.5\\t5.312\\tresumable", "3.500 started", "4.000 interval", "5.000 interval",
          "5.312 ended", "0.000", "5.312", "4.500", "5.312", "0.000", "3.000", "3.5",
        ].map { $0.replacing("\\t", with: "\t")[...] })
  }

  /// `timeout` signals a process and then its group; systemd and a terminal may send two signals as well.
  @Test func aRepeatedSignalLosesNeitherTheLastRecordNorThePosition() throws {
    let outcome = try run(
      """
      for signals in 'TERM TERM' 'INT INT'; do
        mkfifo records
        "$PLAYHEAD" --save-position -i 1s -f json "$MEDIA/gnome-dual-monitors.webm" > records & pid=$!
        while read -r line; do
          case $line in *2.000000*interval*) for signal in $signals; do kill -$signal $pid; done;; esac
          last=$line
        done < records
        wait $pid; echo $? $(jq -r '[.type, .position > 2] | @tsv' <<< "$last") \
          $(playhead resume --list --json | jq '.position > 2')
        playhead resume --forget --all; rm records
      done
      """)
    #expect(outcome.lines == ["143 end true true", "130 end true true"])
  }

  /// A service may have no home. The command once refused to play there.
  @Test func playbackNeedsNoDirectoryForPositions() throws {
    let outcome = try run(
      """
      unset HOME XDG_STATE_HOME STATE_DIRECTORY
      playhead --resume --instant -q bbb.mp4; echo $?
      export STATE_DIRECTORY=$PWD/service
      printf '%s\\n' 'seek 3.5' quit | playhead -q --resume --pause --control - bbb.mp4
      playhead resume --list --json | jq '.position + 0'; ls service
      """)
    #expect(outcome.lines == ["0", "3.5", "playhead"])
    #expect(
      outcome.errors
        == "playhead: no saved positions: HOME, XDG_STATE_HOME and STATE_DIRECTORY are not set\n")
  }

  @Test func aKilledProcessLosesNothingThatWasSaved() throws {
    let outcome = try run(
      """
      mkfifo records; cp "$MEDIA/gnome-dual-monitors.webm" long.webm
      "$PLAYHEAD" --resume --fields position long.webm > records & process=$!
      exec 9< records
      # Until a position is saved, which does not depend on the records.
      while read -r position <&9; do ls state/playhead/*.position > /dev/null 2>&1 && break; done
      kill -9 $process
      wait $process 2> /dev/null
      saved=$(playhead resume --list --json | jq .position)
      jq -n "$saved >= 1 and $saved < 37"
      playhead --resume --instant -i 1h --fields position long.webm | head -n 1 |
        jq ". - $saved | fabs < 0.001"
      """)
    #expect(outcome.lines == ["true", "true"])
  }

  @Test func aFilePlayedToItsEndIsForgotten() throws {
    let outcome = try run(
      """
      printf '%s\\n' 'seek 2' quit | playhead -q --save-position --pause --control - bbb_small.mp4
      playhead resume --list | wc -l
      playhead --resume -r 16 -q bbb_small.mp4
      playhead resume --list | wc -l
      """)
    #expect(outcome.lines == ["1", "0"] && outcome.status == 0)
  }

  @Test func aChangedFileIsListedButNotResumed() throws {
    let outcome = try run(
      """
      for file in bbb.mp4 bbb_small.mp4; do
        printf '%s\\n' 'seek 2.5' quit | playhead -q --save-position --pause --control - $file
      done
      touch -d @1 bbb.mp4
      rm bbb_small.mp4
      playhead --resume --instant -i 1h --fields position bbb.mp4
      playhead resume --list | sed "s|$(pwd -P)/||"
      """)
    #expect(
      outcome.lines == [
        "0.000", "5.312", "00:00:02.500  00:00:05.312  bbb_small.mp4  (missing)",
        "00:00:02.500  00:00:05.312  bbb.mp4  (changed)",
      ])
  }

  @Test func positionsAreForgottenByNameOrAll() throws {
    let outcome = try run(
      """
      save() {
        printf '%s\\n' 'seek 2.5' quit | playhead -q --save-position --pause --control - $1
      }
      save bbb.mp4; save bbb_small.mp4
      rm bbb.mp4
      playhead resume --forget ./bbb.mp4 && playhead resume --list | wc -l
      playhead resume --forget bbb.mp4 bbb_small.mp4; echo $?
      playhead resume --list | wc -l
      save bbb_small.mp4
      playhead resume --forget --all && ls -A state/playhead | wc -l
      playhead resume --forget --all && rmdir state/playhead && playhead resume --list
      """)
    #expect(outcome.lines == ["1", "1", "0", "0"] && outcome.status == 0)
    #expect(outcome.errors == "playhead: bbb.mp4: no saved position\n")
  }

  @Test func eachFileOfAListResumesAtItsOwnPosition() throws {
    let outcome = try run(
      """
      printf '%s\\n' 'seek 2.5' quit | playhead -q --save-position --pause --control - bbb_small.mp4
      printf '%s\\n' bbb.mp4 bbb_small.mp4 > list.m3u
      playhead --resume --instant -i 1h --fields item,position list.m3u
      """)
    #expect(outcome.lines == ["1 0.000", "1 5.312", "2 2.500", "2 5.312"])
  }

  @Test func aLoopReturnsToTheStartOfTheFileNotToTheResumedPosition() throws {
    let outcome = try run(
      """
      printf '%s\\n' 'seek 4' quit | playhead -q --save-position --pause --control - bbb.mp4
      playhead --resume --loop=2 --instant -i 2 --fields position,cause bbb.mp4
      """)
    #expect(
      outcome.lines == [
        "4.000 started", "0.000 looped", "2.000 interval", "4.000 interval", "5.312 ended",
      ])
  }

  @Test func aPipeIsPlayedButNotSaved() throws {
    let outcome = try run(
      """
      cat "$MEDIA/pygame-house_lo.wav" | playhead --resume -r 16 -i 1h --fields cause -
      ls state
      """)
    // A busy machine may stall, even in place of the start.
    #expect(outcome.lines.last == "ended")
    #expect(
      outcome.errors.hasPrefix("playhead: -: position not saved: the source is not seekable\n"))
  }

  @Test func aPositionThatCannotBeSavedIsReportedOnceAndPlaybackContinues() throws {
    let outcome = try run(
      """
      mkdir state; : > state/playhead
      playhead --save-position -r 2 -i 1h --fields cause bbb.mp4 bbb_small.mp4
      """)
    // A busy machine may stall, even in place of the start.
    #expect(outcome.lines.last == "ended" && outcome.lines.count { $0 == "ended" } == 2)
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasSuffix("/bbb.mp4: position not saved: Not a directory\n")
        && outcome.errors.count { $0 == "\n" } == 1)
  }

  @Test func nothingIsSavedUnlessItIsAskedFor() throws {
    let outcome = try run(
      """
      printf '%s\\n' 'seek 2.5' quit | playhead --pause --control - bbb.mp4
      playhead --resume --instant -q --stats bbb.mp4 2> /dev/null
      ls state
      """)
    #expect(outcome.errors.contains("state"))
  }
}
