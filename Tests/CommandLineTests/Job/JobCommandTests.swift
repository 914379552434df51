import Foundation
import PlayheadTestEnvironment
import Testing

/// `job`, with a stand-in for ffmpeg, and with ffmpeg itself if it is installed.
@Suite struct JobCommandTests {
  /// Runs a script in which `ffmpeg` is a shell script that prints what it is called with, and writes blocks
  /// with `block MICROSECONDS [end]` to its progress channel.
  private func run(_ script: String, ffmpeg: String) throws -> BuiltCommand.Outcome {
    try BuiltCommand.run(
      """
      mkdir bin; PATH=$PWD/bin:$PATH
      cat > bin/ffmpeg <<'END'
      #!/bin/bash
      for word; do [[ $before = -progress ]] && channel=${word#pipe:}; before=$word; done
      block() { printf 'out_time_us=%s\\ntotal_size=9\\nprogress=%s\\n' "$1" "${2-continue}" >&$channel; }
      \(ffmpeg)
      END
      chmod +x bin/ffmpeg; cp bin/ffmpeg bin/ffmpeg-6.1
      \(script)
      """)
  }

  @Test func recordsFollowTheBlocks() throws {
    let outcome = try run(
      """
      "$PLAYHEAD" job -f json --at 2 -o records -q -- ffmpeg -f lavfi -i sine=d=4 o.wav
      status=$?
      sed 's/.*"type":"\\([a-z]*\\)".*"reason":"\\([a-z]*\\)".*/\\1 \\2/
        s/.*"position":\\([0-9.]*\\),.*"state":"\\([a-z]*\\)","cause":"\\([a-z]*\\)".*/\\1 \\2 \\3/
        s/.*"type":"open".*"file":"\\([^"]*\\)".*/open \\1/' records
      grep -c '"estimate":"arguments","eta_earliest":' records
      exit $status
      """,
      ffmpeg: """
        block 1000000
        until grep -q requested records; do sleep 0.02; done
        block 3000000
        until grep -q 'cause":"boundary' records; do sleep 0.02; done
        block 4000000 end
        """)
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(
      outcome.lines.dropLast() == [
        "open o.wav", "1.000000 playing requested", "3.000000 playing boundary",
        "4.000000 ended ended", "end end",
      ])
  }

  @Test(arguments: ["", "bash -c '\"$@\"; exit $?' x "])
  func withoutADurationTheShareOfTheInputCounts(prefix: String) throws {
    let outcome = try run(
      """
      "$PLAYHEAD" job -f json -o records -q -- \(prefix)ffmpeg -i $MEDIA/bbb_small.mp4 -vf select=1 o.mp4
      grep '"estimate":"input"' records | sed -n '1s/.*"fraction":\\(0.[0-9]*\\).*/\\1/p'
      """,
      ffmpeg: """
        exec 19< $MEDIA/bbb_small.mp4; head -c 80000 <&19 > /dev/null
        playhead=$PPID; [ $(cat /proc/$PPID/comm) = playhead ] || playhead=$(ps -o ppid= -p $PPID)
        until grep -q '"estimate":"input"' records; do block 1000000; kill -USR1 $playhead; done
        block 2000000 end
        """)
    let share = outcome.lines.first.flatMap { Double($0) }
    #expect(share.map { (0.3...0.7).contains($0) } == true, "\(outcome.lines)")
  }

  @Test(arguments: [
    "ffmpeg", "nice ffmpeg-6.1", "env A=b bin/ffmpeg", "/usr/bin/env -- nice -n 1 ffmpeg",
  ])
  func theCommandRunsUnchangedExceptForItsProgress(command: String) throws {
    let outcome = try run(
      "echo input | \"$PLAYHEAD\" job -q -- \(command) -i - -progress pipe:3 o.mp4 3> relayed; echo $?; cat relayed",
      ffmpeg: """
        echo "$@" | sed "s/pipe:$channel/pipe:N/"
        [ $channel != 3 ] && cat && echo error >&2 && block 5 end
        exit 7
        """)
    #expect(
      outcome.lines == [
        "-i - -progress pipe:N o.mp4", "input", "7", "out_time_us=5", "total_size=9",
        "progress=end",
      ])
    #expect(outcome.errors == "error\n")
  }

  @Test(arguments: [
    ("exit 3", "3", "error"), ("kill -KILL $$", "137", "error"), ("exit 0", "0", "stopped"),
    // The derived duration was wrong.
    ("block 1500000 end", "0", "end"), ("block 1500000 end; exit 3", "3", "error"),
    ("trap 'kill $!; exit 255' TERM; sleep 1000 & kill -TERM $PPID; wait", "255", "terminated"),
  ])
  func theEndIsThatOfTheProcess(ending: String, status: String, reason: String) throws {
    let outcome = try run(
      """
      "$PLAYHEAD" job -f json -- ffmpeg -f lavfi -i sine=d=4 o.wav > records; echo $?
      tail -n 1 records | sed 's/.*"reason":"\\([a-z]*\\)".*/\\1/'
      """,
      ffmpeg: "block 1500000; until grep -q arguments records; do kill -USR1 $PPID; done; \(ending)"
    )
    #expect(outcome.lines == [status[...], reason[...]])
  }

  @Test(arguments: [
    ("", 2, "no command given"), ("true -i a", 2, "job: 'true' does not run ffmpeg"),
    ("ffmpeg -i a -f wav -", 2, "ffmpeg on standard output requires --log FILE or --quiet"),
    ("-o - ffmpeg -i a -f wav -", 2, "requires --log FILE or --quiet"),
    (
      "ffmpeg -i a -progress - o.wav", 2, "ffmpeg on standard output requires --log FILE or --quiet"
    ),
    ("--every frame ffmpeg -i a b", 2, "--every frame cannot be used with job"),
    ("--cues auto --every cue ffmpeg -i a b", 2, "cannot be used with job"),
    ("./none/ffmpeg -i a b", 127, "./none/ffmpeg: No such file or directory"),
    ("ffmpeg -i a -progress tcp://127.0.0.1:1 b", 1, "Connection refused"),
    ("ffmpeg -i a -progress none://a b", 1, "none://a: not supported by this build"),
    ("ffmpeg -i a -progress none/file b", 1, "none/file: No such file or directory"),
  ])
  func whatCannotRunIsOneLine(_ words: String, _ status: Int32, _ message: String) throws {
    let outcome = try run("\"$PLAYHEAD\" job \(words)", ffmpeg: "exit 9")
    #expect(outcome.status == status && outcome.output.isEmpty)
    #expect(outcome.errors.split(separator: "\n").count == 1 && outcome.errors.contains(message))
  }

  @Test func theUsersProgressGoesToAnyURL() throws {
    let outcome = try run(
      "\"$PLAYHEAD\" job -q -- ffmpeg -i a -progress 'tee:one|two' b; cat one; cmp one two",
      ffmpeg: "block 1; block 2 end")
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(
      outcome.lines == [
        "out_time_us=1", "total_size=9", "progress=continue", "out_time_us=2", "total_size=9",
        "progress=end",
      ])
  }

  /// As under `nohup`, or with a process that ignores the signal by itself.
  @Test(arguments: [("trap '' HUP", ""), ("", "trap '' HUP")])
  func commandsAreRunAfterAnIgnoredHangUp(ofJob: String, ofProcess: String) throws {
    let outcome = try run(
      """
      \(ofJob.isEmpty ? "true" : ofJob)
      "$PLAYHEAD" job -q -o records -f json --at 1,3 --exec "sh -c 'echo run >> run'" -- ffmpeg -f lavfi -i sine=d=4 o.wav
      echo $?; cat run
      """,
      ffmpeg: """
        \(ofProcess.isEmpty ? "true" : ofProcess)
        ran() { [ "$(cat run 2> /dev/null | wc -l)" = $1 ]; }
        block 500000; until grep -qs requested records; do sleep 0.02; done
        block 1500000; until ran 1; do sleep 0.02; done
        kill -HUP $PPID
        for try in {1..500}; do block 3500000; ran 2 && break; sleep 0.02; done
        block 4000000 end
        """)
    #expect(outcome.errors == "" && outcome.lines.first == "0")
    #expect(outcome.lines == ["0", "run", "run"])
  }

  /// A signal that only this process gets, in its own process group, where it can be stopped.
  @Test func aStoppedJobStopsItsProcess() throws {
    let outcome = try run(
      """
      set -m
      isStopped() { [ "$(sed -n 's/^State:[[:space:]]*\\(.\\).*/\\1/p' /proc/$1/status)" = T ]; }
      mkfifo continued
      "$PLAYHEAD" job -o records -q -- ffmpeg -f lavfi -i sine=d=4 o.wav & job=$!
      until grep -q requested records; do sleep 0.02; done
      child=$(cat child)
      kill -TSTP $job
      until isStopped $job && isStopped $child; do sleep 0.02; done
      kill -CONT $job
      until ! isStopped $job && ! isStopped $child; do sleep 0.02; done
      echo > continued
      wait $job; echo $?
      """,
      ffmpeg: "echo $$ > child; block 1000000; read -r line < continued; block 4000000 end")
    #expect(outcome.lines.last == "0")
  }

  /// As of `-i <(…)`. The list would be missed by the command if it were read here.
  @Test func aListInAPipeIsTheCommands() throws {
    let outcome = try run(
      """
      mkfifo list; echo 'file a.wav' > list &
      "$PLAYHEAD" job -q -- ffmpeg -f concat -i list o.wav
      """,
      ffmpeg: "block 1000000; cat list; block 2000000 end")
    #expect(outcome.status == 0 && outcome.output == "file a.wav\n")
  }

  @Test func outputOnStandardOutputIsTheCommands() throws {
    let outcome = try run(
      "\"$PLAYHEAD\" job -o records.txt --fields position -- ffmpeg -i a -f wav -; cat records.txt",
      ffmpeg: "echo media; block 2000000 end")
    #expect(outcome.lines.first == "media" && outcome.lines.last == "2.000")
  }

  @Test func theLiveLineShowsTheJob() throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      Data(
        """
        #!/bin/bash
        for word; do [[ $before = -progress ]] && channel=${word#pipe:}; before=$word; done
        [ "$1" = -nostats ] || exit 9
        while read -t 0.01 key; [ "$key" != q ]; do
          printf 'out_time_us=2000000\\nprogress=continue\\n' >&$channel
        done
        """.utf8), to: "ffmpeg")
    let terminal = try PseudoTerminal(
      "cd \(folder.path); chmod +x ffmpeg; \"$PLAYHEAD\" job ./ffmpeg -f lavfi -i sine=d=4 o.wav; echo status $?",
      columns: 120)
    try terminal.wait(for: "running 0:02.0")
    try terminal.wait(for: "50.0%")
    try terminal.type("q\n", expecting: "stopped 0:02.0")
    try terminal.wait(for: "status 0")
  }

  /// They were once written over the live line, whose tail stayed.
  @Test func whatTheProgramPrintsIsShownAboveTheLiveLine() throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      Data(
        """
        #!/bin/bash
        for word; do [[ $before = -progress ]] && channel=${word#pipe:}; before=$word; done
        printf 'Overwrite? [y/N] ' >&2; read answer
        while read -t 0.01 key; [ "$key" != q ]; do
          printf 'out_time_us=2000000\nprogress=continue\n' >&$channel
        done
        printf 'frame=1\rframe=2\rframe=3\nlast words\n' >&2
        """.utf8), to: "ffmpeg")
    let terminal = try PseudoTerminal(
      "cd \(folder.path); chmod +x ffmpeg; \"$PLAYHEAD\" job ./ffmpeg -stats -f lavfi -i sine=d=4 o.wav; echo status $?",
      columns: 120)
    try terminal.wait(for: "Overwrite? [y/N] ")
    try terminal.type("y\n", expecting: "running 0:02.0")
    let shown = try terminal.type("q\n", expecting: "last words\r\n")
    #expect(shown.contains("\u{1B}[J\rframe=3\r\nlast words\r\n") && !shown.contains("frame=2"))
    try terminal.wait(for: "status 0")
  }

  private static let hasFFmpeg = FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")

  @Test(.enabled(if: hasFFmpeg, "ffmpeg is not installed")) func anEncodeEndsAtItsEnd() throws {
    let outcome = try BuiltCommand.run(
      """
      playhead job -f csv --changes --fields position,duration,percent,state,frame -- \\
        ffmpeg -v error -i $MEDIA/bbb_small.mp4 -c:v mpeg4 -c:a aac o.mp4 | tail -n 1
      playhead inspect o.mp4 > /dev/null
      """)
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(outcome.lines == ["5.312000,5.312000,100.0,ended,131"])
  }
}
