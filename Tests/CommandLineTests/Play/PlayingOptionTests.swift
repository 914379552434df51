import Foundation
import Testing

/// Options that control how files start, loop and are waited for.
@Suite struct PlayingOptionTests {
  @Test func aLoopPlaysTheGivenNumberOfPasses() throws {
    let outcome = try BuiltCommand.run(
      """
      playhead --instant -i 2 --loop=3 --start 1 --end 4 --fields item,position,cause \\
        $MEDIA/bbb.mp4 $MEDIA/bbb_small.mp4
      """)
    let file = [
      "1.000 started", "2.000 interval", "1.000 looped", "2.000 interval", "1.000 looped",
    ]
    let rows = file + ["2.000 interval", "4.000 boundary"]
    let expected: [Substring] = rows.map { "1 \($0)" } + rows.map { "2 \($0)" }
    #expect(outcome.lines == expected)
  }

  @Test func aLoopWithoutANumberIsEndlessAndAPipePlaysOnce() throws {
    let endless = try BuiltCommand.run(
      "playhead --instant -i 1h --loop -n 100 --fields cause $MEDIA/bbb.mp4 | grep -c looped")
    #expect(endless.lines == ["99"])
    let pipe = try BuiltCommand.run(
      "cat $MEDIA/bbb_small.mp4 | playhead --loop --instant -i 1h --fields cause -")
    #expect(pipe.lines == ["started", "ended"])
    #expect(pipe.errors == "playhead: -: cannot loop: the source is not seekable\n")
  }

  @Test func pausingDoesNotRestartTheLoopCount() throws {
    let outcome = try BuiltCommand.run(
      """
      mkfifo pipe
      "$PLAYHEAD" --control - -i 24h -r 16 --loop=2 --fields cause $MEDIA/bbb_small.mp4 < pipe |
      # The pipe also has a reader when the command has ended.
      { exec 9<> pipe; while read -r line; do
        echo "$line"
        [ "$line" = looped ] && printf 'pause\\nplay\\n' >&9
      done; }
      """)
    #expect(outcome.lines.filter { $0 == "looped" }.count == 1)
    #expect(outcome.lines.last == "ended")
  }

  @Test func chapterNumbersArePositions() throws {
    let outcome = try BuiltCommand.run(
      "playhead --instant -i 1h --start '#2' --end '#3' --fields position $MEDIA/bbb_chapters.mkv")
    #expect(outcome.lines == ["1.500", "3.250"])
    let missing = try BuiltCommand.run(
      "playhead --instant --start '#9' $MEDIA/bbb_chapters.mkv; playhead --end '#1' $MEDIA/bbb.mp4")
    #expect(missing.status == 1 && missing.lines.isEmpty)
    #expect(
      missing.errors.contains("bbb_chapters.mkv: no chapter 9 (chapters: 1 to 3)\n"))
    #expect(missing.errors.contains("bbb.mp4: no chapters\n"))
    let sought = try BuiltCommand.run(
      """
      printf '%s\\n' 'seek #2' 'seek #4' position quit |
        playhead --pause --control - --fields position,state $MEDIA/bbb_chapters.mkv
      """)
    #expect(sought.lines.last == "1.500 paused")
    #expect(sought.errors.hasSuffix("no chapter 4 (chapters: 1 to 3)\n"))
  }

  @Test func pointsBeyondTheEndAreReportedOnce() throws {
    func run(_ options: String, _ file: String = "bbb_small.mp4") throws -> BuiltCommand.Outcome {
      try BuiltCommand.run(
        "cd $MEDIA; playhead --instant -i 1h --fields position \(options) \(file)")
    }
    func errors(_ options: String, _ file: String = "bbb_small.mp4") throws -> [String] {
      try run(options, file).errors.split(separator: "\n").map {
        String($0.drop { $0 != " " }.dropFirst())
      }
    }
    for option in ["--start", "--end", "--at"] {
      #expect(
        try errors("\(option) 9")
          == ["bbb_small.mp4: \(option) 9.000 is after the end of the file (5.312)"])
      #expect(try errors("\(option) 5.312").isEmpty)
    }
    #expect(
      try errors("--at 3,5 --end 4") == ["bbb_small.mp4: --at 5.000 is after --end 4.000"])
    let chapter = try run("--at '#9'", "bbb_chapters.mkv")
    #expect(chapter.status == 0 && chapter.lines == ["0.000", "5.333"])
    #expect(chapter.errors.hasSuffix("bbb_chapters.mkv: --at: no chapter 9 (chapters: 1 to 3)\n"))
    // An estimated duration is not enough to report this: the end must be known.
    #expect(
      try errors("--at 40.03", "coffee_vbr_art.mp3")
        == ["coffee_vbr_art.mp3: --at 40.030 is after the end of the file (40.000)"])
    // This file declares 10.003 s and lasts 10.007 s.
    #expect(try errors("--at 10.005", "beepflash/bf_vorbis.webm").isEmpty)
    #expect(
      try errors("--at 10.008", "beepflash/bf_vorbis.webm")
        == ["beepflash/bf_vorbis.webm: --at 10.008 is after the end of the file (10.007)"])
  }

  @Test func timecodesArePositions() throws {
    let outcome = try BuiltCommand.run(
      """
      playhead --instant -i 1h --timecode --start 01:00:02:00 --end 01:00:03:12 --at 01:00:03:00 \\
        --fields position $MEDIA/bbb_tmcd.mov
      playhead --instant -i 1h --fps 30 --start 00:00:02:15 --end 3 --fields position \\
        $MEDIA/coffee_vbr_art.mp3
      printf '%s\\n' 'seek 01:00:04:00' 'seek 00:00:01:00' position quit |
        playhead --pause --control - --fields position,state $MEDIA/bbb_tmcd.mov | tail -1
      playhead --instant --start 00:00:01:00 $MEDIA/mediafile.opus; echo $?
      """)
    #expect(
      outcome.lines == [
        "01:00:02:00", "01:00:03:00", "01:00:03:12", "2.500", "3.000", "4.000 paused", "1",
      ])
    let errors = outcome.errors.split(separator: "\n")
    #expect(errors.count == 2)
    #expect(
      errors.first?.hasSuffix("no timecode 00:00:01:00: the first is 01:00:00:00") == true)
    #expect(
      errors.last?.hasSuffix("no timecode: the frame rate is unknown or varies (use --fps)") == true
    )
  }

  @Test func tracksAreChosenByKind() throws {
    let outcome = try BuiltCommand.run(
      """
      for track in video audio video,audio; do
        playhead --instant -f json -i 1h --track $track $MEDIA/bbb_multi.mkv | head -1 |
          grep -o '"played":[a-z]*' | cut -c 10 | paste -s -d ''
      done
      playhead --instant --track video $MEDIA/mediafile-artwork.mp3; echo $?
      """)
    #expect(outcome.lines == ["tffff", "ftfff", "ttfff", "1"])
    #expect(outcome.errors.hasSuffix(": no video track\n"))
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
    #expect(outcome.errors.contains("no such track (requested 9, playable 0, 1, 2)\n"))
    #expect(outcome.errors.contains("no track in language 'xyz' (tracks: 0 -, 1 eng, 2 deu)\n"))
  }

  @Test func startAtDelaysPlaybackUntilTheGivenTime() throws {
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
    // A busy machine may report a stall in between.
    let changes = rows.lines.dropFirst()
      .filter { !$0.hasPrefix("stalled") && !$0.hasPrefix("resumed") }
    #expect(changes == ["started\tplaying\t1.000000", "ended\tended\t5.312000"])
    let terminal = try PseudoTerminal(
      "\"$PLAYHEAD\" --start-at @4102444800 \"$MEDIA/bbb_small.mp4\"; echo status $?")
    try terminal.wait(for: "waiting 0:00.0")
    terminal.type("q")
    try terminal.expectEnd(status: 0)
  }

  @Test(arguments: ["%s.%N", "%s,%N"])
  func startAtAcceptsTheInstantOfTheCommandLine(format: String) throws {
    let outcome = try BuiltCommand.run(
      "playhead --start-at \"@$(date +\(format))\" -r 16 -i 1h $MEDIA/bbb_small.mp4 | tail -1")
    #expect(outcome.errors == "")
    #expect(outcome.lines == ["5.312 5.312 100.0"])
  }

  @Test func thePauseOptionStartsPaused() throws {
    let terminal = try PseudoTerminal(
      "\"$PLAYHEAD\" --pause \"$MEDIA/gnome-dual-monitors.webm\"; echo status $?")
    try terminal.wait(for: "paused  0:00.0")
    try terminal.type(" ", expecting: "playing 0:")
    terminal.type("q")
    try terminal.expectEnd(status: 0)
  }

  @Test func aGrowingFileIsFollowed() throws {
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
    // Playback waits there for more data, because FFmpeg holds back the last two packets until it
    // has seen the next ones. A busy machine may report other stalls.
    #expect(outcome.lines.contains("17.607 stalled"))
    #expect(outcome.lines.last == "40.000 ended")
  }

  @Test func followingEndsAfterItsTimeout() throws {
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
    // On a slow machine a stall may replace the start.
    #expect(outcome.lines.suffix(3) == ["stalled", "paused", "130"])
  }

  @Test(arguments: [
    "--loop=0", "--loop=x", "--pause --instant", "--start-at @1 x", "--start-at noon",
    "--start-at @4102444800 --pause", "--follow --start 50%", "--follow=0", "--follow --instant",
    "--track x!", "--track ,", "--start '#0'", "--end '#'",
  ])
  func invalidOptionsAreUsageErrors(_ options: String) throws {
    let outcome = try BuiltCommand.run("playhead \(options) x.mp4")
    #expect(outcome.status == 2 && outcome.errors.split(separator: "\n").count == 1)
  }
}
