import Testing

@Suite struct ExecCommandTests {
  @Test func argumentsAreTakenLiterallyWithoutAShell() throws {
    let outcome = try BuiltCommand.run(
      #"""
      cp $MEDIA/bbb_small.mp4 '; rm $(x) '"'"' "y".mp4'
      playhead --instant -q --end 2 --exec-output stdout --exec "printf '%s\n' 'a b' {position:hms} {file} {title} \$HOME *" *.mp4
      """#)
    #expect(
      outcome.lines == [
        "a b", "00:00:02.000", #"; rm $(x) ' "y".mp4"#, "-", "$HOME", "*",
      ])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
  }

  @Test func argumentsThatAreNotUTF8ArePreserved() throws {
    let outcome = try BuiltCommand.run(
      #"""
      playhead --instant -q --end 2 --exec-output stdout --exec $'printf %s \xe9{position}' $MEDIA/bbb.mp4 | od -An -tx1
      playhead --instant -n 1 -t $'\xe9\\c' $MEDIA/bbb.mp4 | od -An -tx1
      cp $MEDIA/bbb_small.mp4 $'\xe9'
      playhead --instant -q --end 2 --exec-output stdout --exec 'printf %s {file}' $'\xe9' | od -An -tx1
      playhead measure -- bash -c 'printf "1\n2\n"; [ "$0" = "$(printf "\351")" ]' $'\xe9' > report; echo $?
      """#)
    #expect(outcome.lines == [" e9 32 2e 30 30 30", " e9", " e9", "0"])
  }

  @Test func aCommandStartsWithDefaultSignalHandling() throws {
    let outcome = try BuiltCommand.run(
      "playhead -q -r 16 --end 1 --exec-output stdout --exec 'grep -E \"SigBlk|SigIgn\" /proc/self/status' $MEDIA/bbb.mp4"
    )
    let masks = outcome.lines.compactMap { UInt64($0.split(separator: "\t")[1], radix: 16) }
    #expect(masks.count == 2 && masks.first == 0)
    // The C library uses signals 32 and 33 itself.
    #expect(masks.last.map { $0 & 0x7FFF_FFFF } == 0)
  }

  /// Otherwise a process in the background would keep a log open after the command has ended.
  @Test func aCommandDoesNotInheritTheDescriptorOfALog() throws {
    let outcome = try BuiltCommand.run(
      """
      playhead --instant -q --end 2 --log fd:7 --exec-output stdout --exec 'ls /proc/self/fd' \
        $MEDIA/bbb.mp4 7>log
      wc -l < log
      """)
    // The fourth is the directory that `ls` reads.
    #expect(outcome.lines.prefix(4) == ["0", "1", "2", "3"] && outcome.lines.count == 5)
    #expect(outcome.errors == "" && outcome.lines.last != "0")
  }

  @Test func aFailingCommandIsReportedAndTheExitStatusIsOne() throws {
    for (command, reason) in [
      ("no-such-command", "no-such-command: No such file or directory\n"),
      ("false", "false: exited with status 1\n"),
      ("bash -c 'kill -9 $$'", "bash: exited with status 137\n"),
    ] {
      let outcome = try BuiltCommand.run(
        "playhead --instant --end 2 --exec \"\(command.replacing("$", with: "\\$"))\" $MEDIA/bbb.mp4"
      )
      #expect(outcome.status == 1 && outcome.errors.contains(reason))
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
  }

  /// Daemons ignore SIGCHLD, and the system then discards the statuses of children.
  @Test func aChildFailsAlsoBelowAParentThatIgnoresItsEnd() throws {
    let outcome = try BuiltCommand.run(
      """
      ignoring() { env --ignore-signal=CHLD "$PLAYHEAD" "$@" 2>> errors; echo $?; }
      ignoring --instant -q --end 2 --exec false $MEDIA/bbb.mp4
      ignoring job --of -q -- sh -c 'exit 7'
      ignoring measure sh -c 'echo 1; echo 2; exit 7' | tail -n 1
      cat errors
      """)
    #expect(outcome.lines.prefix(3) == ["1", "7", "1"])
    #expect(outcome.output.contains("false: exited with status 1\n"))
  }

  @Test func commandOutputGoesToStandardErrorUnlessRequested() throws {
    let line = "playhead --instant -i 2 --end 2 --fields position --exec 'echo cue'"
    let apart = try BuiltCommand.run("\(line) $MEDIA/bbb.mp4")
    #expect(apart.lines == ["0.000", "2.000"] && apart.errors == "cue\n")
    let together = try BuiltCommand.run("\(line) --exec-output stdout $MEDIA/bbb.mp4")
    #expect(together.lines.sorted() == ["0.000", "2.000", "cue"] && together.errors.isEmpty)
  }

  /// The end as a percentage of a duration that is right, too long or too short, and as a time.
  @Test(arguments: [
    "100% $MEDIA/bbb_small.mp4", "100% $MEDIA/coffee_vbr_art.mp3",
    "100% $MEDIA/beepflash/bf_vorbis.webm", "5.312 $MEDIA/bbb_small.mp4",
  ])
  func aPointAtTheEndRunsTheCommand(_ end: String) throws {
    let outcome = try BuiltCommand.run(
      "playhead --instant -q --exec 'echo {cause}' --end \(end)")
    #expect(outcome.errors == "ended\n" && outcome.status == 0)
  }

  @Test func aPointBeyondTheEndRunsNothing() throws {
    let outcome = try BuiltCommand.run(
      "playhead --instant -q --exec 'echo cue' --end 9 $MEDIA/bbb_small.mp4")
    #expect(
      outcome.errors.hasSuffix("bbb_small.mp4: --end 9.000 is after the end of the file (5.312)\n"))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func aCommandRunsOnlyOnTheChosenEvents() throws {
    let ended = try BuiltCommand.run(
      "playhead --instant -q --exec-on end --exec 'echo {cause}' $MEDIA/bbb.mp4 --loop=2")
    #expect(ended.errors == "ended\n")
    let looped = try BuiltCommand.run(
      "playhead --instant -q --exec-on start,loop --end 1 --exec 'echo {cause}' $MEDIA/bbb.mp4 --loop=3"
    )
    #expect(looped.errors.split(separator: "\n").sorted() == ["looped", "looped", "started"])
    // Quitting pauses the player, but not on request, so `--exec-on pause` does not count it.
    let controlled = try BuiltCommand.run(
      """
      mkfifo pipe
      "$PLAYHEAD" --control - --exec-on pause,seek,end --exec 'echo {cause} {position}' \\
        --pause -i 24h --fields cause $MEDIA/gnome-dual-monitors.webm < pipe |
      { exec 9<> pipe; echo 'seek 3' >&9; while read -r line; do
        [ "$line" = jumped ] && echo play >&9
        # On a busy machine a stall may replace the start.
        case $line in started | stalled) echo quit >&9 ;; esac
      done; }
      """)
    #expect(controlled.errors == "jumped 3.000\n")
  }

  @Test func withInstantEachCommandWaitsForThePreviousOne() throws {
    let outcome = try BuiltCommand.run(
      #"""
      playhead --instant -q --every 5% --exec-output stdout --exec 'bash -c "echo begin {position:1}; echo end"' \
        $MEDIA/bbb_small.mp4
      """#)
    #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.lines.count == 40)
    let positions = stride(from: 0, to: outcome.lines.count, by: 2).compactMap { index in
      outcome.lines[index].split(separator: " ").last.flatMap { Double($0) }
    }
    #expect(positions.count == 20 && positions == positions.sorted())
    #expect(
      stride(from: 1, to: outcome.lines.count, by: 2).allSatisfy { outcome.lines[$0] == "end" })
  }

  /// The commands of nine files wait at a FIFO until the ninth command has been skipped.
  @Test func aNinthConcurrentCommandIsSkippedAndPlaybackContinues() throws {
    let outcome = try BuiltCommand.run(
      #"""
      mkfifo gate; exec 3<>gate; f=$MEDIA/bbb_small.mp4
      playhead -r 16 --end 1 -i 10 --exec "bash -c 'read -r _ < gate'" $f $f $f $f $f $f $f $f $f 2>errors >out & pid=$!
      until grep -q skipped errors; do sleep 0.02; done
      # On a busy machine there may be records of stalls.
      until [ $(wc -l < out) -ge 18 ]; do sleep 0.02; done
      echo played; printf '\n\n\n\n\n\n\n\n' >&3
      wait $pid; echo $?; cat errors
      """#)
    #expect(
      outcome.lines == [
        "played", "1", "playhead: --exec: bash: skipped because 8 commands are running",
      ])
  }

  @Test func signalsAreForwardedAndNoChildIsLeft() throws {
    for (signal, status) in [("INT", 130), ("TERM", 143)] {
      let outcome = try BuiltCommand.run(
        #"""
        mkfifo started
        "$PLAYHEAD" -q --end 0:00.1 --exec "bash -c 'echo \$\$ > started; exec sleep 1000'" $MEDIA/bbb.mp4 & pid=$!
        read -r child < started
        kill -\#(signal) $pid; wait $pid; echo $?
        kill -0 $child 2>/dev/null || echo gone
        """#)
      #expect(outcome.lines == ["\(status)", "gone"])
    }
  }
}
