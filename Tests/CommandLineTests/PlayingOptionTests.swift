import Foundation
import Testing

/// How files are begun, repeated and waited for.
@Suite struct PlayingOptionTests {
  @Test func aLoopHasSoManyPasses() throws {
    let outcome = try BuiltCommand.run(
      """
      playhead --instant -i 2 --loop=3 --start 1 --end 4 --fields item,position,cause \\
        $MEDIA/bbb.mp4 $MEDIA/bbb_small.mp4
      """)
    let file = ["1.000 started", "2.000 beat", "1.000 looped", "2.000 beat", "1.000 looped"]
    let rows = file + ["2.000 beat", "4.000 boundary"]
    #expect(
      outcome.lines.map(String.init) == ["1", "2"].flatMap { item in rows.map { "\(item) \($0)" } })
  }

  @Test func aLoopWithoutANumberGoesOnAndAPipeIsPlayedOnce() throws {
    let endless = try BuiltCommand.run(
      "playhead --instant -i 1h --loop -n 100 --fields cause $MEDIA/bbb.mp4 | grep -c looped")
    #expect(endless.lines == ["99"])
    let pipe = try BuiltCommand.run(
      "cat $MEDIA/bbb_small.mp4 | playhead --loop --instant -i 1h --fields cause -")
    #expect(pipe.lines == ["started", "ended"])
    #expect(pipe.errors == "playhead: -: cannot be looped: its source cannot go back\n")
  }

  @Test func pausingDoesNotCountALoopAnew() throws {
    let outcome = try BuiltCommand.run(
      """
      mkfifo pipe
      "$PLAYHEAD" --control - -i 24h -r 16 --loop=2 --fields cause $MEDIA/bbb_small.mp4 < pipe |
      { exec 9> pipe; while read -r line; do
        echo "$line"
        [ "$line" = looped ] && printf 'pause\\nplay\\n' >&9
      done; }
      """)
    #expect(outcome.lines.filter { $0 == "looped" }.count == 1)
    #expect(outcome.lines.last == "ended")
  }

  @Test func chaptersArePoints() throws {
    let outcome = try BuiltCommand.run(
      "playhead --instant -i 1h --start '#2' --end '#3' --fields position $MEDIA/bbb_chapters.mkv")
    #expect(outcome.lines == ["1.500", "3.250"])
    let missing = try BuiltCommand.run(
      "playhead --instant --start '#9' $MEDIA/bbb_chapters.mkv; playhead --end '#1' $MEDIA/bbb.mp4")
    #expect(missing.status == 1 && missing.lines.isEmpty)
    #expect(
      missing.errors.contains("bbb_chapters.mkv: cannot be played: it has no chapter 9, but 3\n"))
    #expect(missing.errors.contains("bbb.mp4: cannot be played: it has no chapters\n"))
    let sought = try BuiltCommand.run(
      """
      printf '%s\\n' 'seek #2' 'seek #4' position quit |
        playhead --pause --control - --fields position,state $MEDIA/bbb_chapters.mkv
      """)
    #expect(sought.lines.last == "1.500 paused")
    #expect(sought.errors.hasSuffix("it has no chapter 4, but 3\n"))
  }

  @Test func tracksAreChosenByNumberAndLanguage() throws {
    let outcome = try BuiltCommand.run(
      """
      for track in 0 1 eng DEU 0,deu; do
        playhead --instant -f json -i 1h --track $track $MEDIA/bbb_multi.mkv | head -1 |
          grep -o '"index":[0-9]*\\|"played":[a-z]*' | paste -s -d ' '
      done
      playhead --instant --track 9 $MEDIA/bbb_multi.mkv
      playhead --instant --track xyz $MEDIA/bbb_multi.mkv; echo $?
      """)
    let played = outcome.lines.dropLast().map { line in
      line.matches(of: /"index":(\d) "played":true/).map { String($0.1) }.joined(separator: ",")
    }
    #expect(played == ["0", "1", "1", "2", "0,2"])
    #expect(outcome.lines.last == "1")
    #expect(outcome.errors.contains("it has no such track to play (track 9 of 0, 1, 2)\n"))
    #expect(outcome.errors.contains("it has no track in 'xyz' to play, but 0 -, 1 eng, 2 deu\n"))
  }

  @Test func playbackWaitsForItsInstant() throws {
    let outcome = try BuiltCommand.run(
      """
      instant=$(($(date +%s) + 3))
      playhead --start-at @$instant -r 16 -i 1h -f tsv --fields cause,position,wall_time \\
        $MEDIA/bbb_small.mp4 | grep started | cut -f 3 | date -f - +%s.%N
      echo $instant
      """)
    let times = outcome.lines.compactMap { Double($0) }
    #expect(times.count == 2 && times[0] >= times[1] - 0.01)
    let rows = try BuiltCommand.run(
      """
      playhead --start-at @$(($(date +%s) + 3)) --start 1 -r 16 -i 1h -f tsv \\
        --fields cause,state,position $MEDIA/bbb_small.mp4
      """)
    // A busy machine may tell of a stall between them.
    let changes = rows.lines.dropFirst()
      .filter { !$0.hasPrefix("stalled") && !$0.hasPrefix("resumed") }
    #expect(changes == ["started\tplaying\t1.000000", "ended\tended\t5.312000"])
    let terminal = try PseudoTerminal(
      "\"$PLAYHEAD\" --start-at @4102444800 \"$MEDIA/bbb_small.mp4\"; echo status $?")
    try terminal.wait(for: "waiting 0:00.0")
    terminal.type("q")
    try terminal.wait(for: "status 0")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func pausedIsHowItBegins() throws {
    let terminal = try PseudoTerminal(
      "\"$PLAYHEAD\" --pause \"$MEDIA/gnome-dual-monitors.webm\"; echo status $?")
    try terminal.wait(for: "paused  0:00.0")
    terminal.type(" ")
    try terminal.wait(for: "playing 0:00.")
    terminal.type("q")
    try terminal.wait(for: "status 0")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func aFileThatGrowsIsFollowed() throws {
    let outcome = try BuiltCommand.run(
      """
      file=$MEDIA/coffee_vbr_art.mp3; head -c 100000 $file > grows.mp3
      playhead --follow=60s -r 16 -i 1 --fields position,cause grows.mp3 |
      while read -r line; do
        echo "$line"
        case $line in "17.607 stalled")
          [ -e grows.mp3 ] && { tail -c +100001 $file >> grows.mp3; rm grows.mp3; } ;;
        esac
      done
      """)
    #expect(outcome.errors.isEmpty)
    // A busy machine may tell of other stalls; there it waits for more, as FFmpeg keeps the last
    // two of the packets that are there until it has seen what follows them.
    #expect(outcome.lines.contains("17.607 stalled"))
    #expect(outcome.lines.last == "40.020 ended")
  }

  @Test func patienceEndsFollowing() throws {
    let outcome = try BuiltCommand.run(
      "playhead --follow=50ms -r 16 -i 1h --fields cause $MEDIA/bbb_start3600.ts")
    #expect(outcome.errors.isEmpty && outcome.lines.last == "ended")
  }

  @Test func aSignalEndsFollowing() throws {
    let outcome = try BuiltCommand.run(
      """
      mkfifo pipe
      "$PLAYHEAD" --follow -r 16 -i 1h --fields cause $MEDIA/bbb_start3600.ts > pipe & pid=$!
      while read -r line; do
        echo "$line"
        [ "$line" = stalled ] && kill -INT $pid
      done < pipe
      wait $pid; echo $?
      """)
    // A machine so slow that it stalls before the start is told tells of the stall.
    #expect(outcome.lines.suffix(3) == ["stalled", "paused", "130"])
  }

  @Test(arguments: [
    "--loop=0", "--loop=x", "--pause --instant", "--start-at @1 x", "--start-at noon",
    "--start-at @4102444800 --pause", "--follow --start 50%", "--follow=0", "--follow --instant",
    "--track x!", "--track ,", "--start '#0'", "--end '#'",
  ])
  func whatCannotBeIsWrongUsage(_ options: String) throws {
    let outcome = try BuiltCommand.run("playhead \(options) x.mp4")
    #expect(outcome.status == 2 && outcome.errors.split(separator: "\n").count == 1)
  }
}
