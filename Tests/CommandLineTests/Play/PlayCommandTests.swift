import Foundation
import PlayheadTestEnvironment
import Testing

@Suite struct PlayCommandTests {
  @Test func positionsAreExactAtTheRequestedInterval() throws {
    let outcome = try BuiltCommand.run("playhead --instant --interval 1 $MEDIA/bbb.mp4")
    #expect(
      outcome.lines == [
        "0.000 5.312 0.0", "1.000 5.312 18.8", "2.000 5.312 37.6", "3.000 5.312 56.4",
        "4.000 5.312 75.3", "5.000 5.312 94.1", "5.312 5.312 100.0",
      ])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
  }

  @Test func realTimePlaybackReportsTheSameUpdates() throws {
    let outcome = try BuiltCommand.run(
      "playhead -i 1 -r 4 -f tsv --fields cause,due,skipped,position $MEDIA/bbb.mp4")
    let rows = outcome.lines.dropFirst().map { $0.split(separator: "\t") }
    #expect(rows.last?.prefix(2) == ["ended", "5.312000"])
    // A busy machine may skip updates, and may stall, even in place of the start.
    #expect(
      rows.first?[0] == "stalled" || rows.first?.prefix(2) == ["started", "0.000000"])
    #expect(rows.allSatisfy { Double($0[3]) ?? -1 >= Double($0[1]) ?? 0 })
    let dues = rows.filter { $0[0] == "interval" }.map { String($0[1]) }
    let updates = (1...5).map { "\($0).000000" }
    #expect(dues == updates.filter(dues.contains))
    #expect(rows.compactMap { Int($0[2]) }.reduce(dues.count, +) == updates.count)
  }

  /// Covers every sample, whatever times its container stores.
  @Test(
    arguments: TestEffort.some(
      try FileManager.default.subpathsOfDirectory(atPath: Repository.sampleMedia)
        .filter { !$0.hasSuffix(".md") && !$0.hasSuffix(".json") && $0.contains(".") }))
  func everySampleStartsAtZeroNeverGoesBackAndEndsAtAHundredPercent(file: String) throws {
    let outcome = try BuiltCommand.run(
      "playhead --instant -i 100ms '\(Repository.sampleMedia)/\(file)'")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.lines.first?.hasPrefix("0.000 ") == true)
    #expect(outcome.lines.last?.hasSuffix(" 100.0") == true)
    #expect(outcome.lines.filter { $0.hasSuffix(" 100.0") }.count == 1)
    let positions = outcome.lines.compactMap { Double($0.prefix { $0 != " " }) }
    #expect(positions.count == outcome.lines.count && positions == positions.sorted())
    let last = try #require(outcome.lines.last?.split(separator: " "))
    #expect(last[0] == last[1])
  }

  @Test func jsonLinesHaveEveryField() throws {
    let outcome = try BuiltCommand.run("playhead --instant -f json -i 4 $MEDIA/bbb_small.mp4")
    let objects = try outcome.lines.map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(
      objects.map { $0["type"] as? String } == ["open", "progress", "progress", "progress", "end"])
    let keys: Set = [
      "type", "file", "position", "due", "duration", "duration_exact", "fraction", "rate", "state",
      "cause", "skipped", "host_time_ns", "wall_time", "item", "title", "remaining",
      "remaining_host", "frame", "chapter", "chapter_title", "eta",
    ]
    #expect(Set(objects[1].keys) == keys)
    #expect(objects[1..<4].map { $0["cause"] as? String } == ["started", "interval", "ended"])
    #expect(objects[3]["fraction"] as? Double == 1)
    #expect(objects[4]["reason"] as? String == "end")
    #expect(objects.allSatisfy { ($0["file"] as? String)?.hasSuffix("bbb_small.mp4") == true })
  }

  @Test func realTimeRecordsCarryHostAndWallTime() throws {
    let outcome = try BuiltCommand.run("playhead -f json -r 16 -i 1 $MEDIA/bbb_small.mp4")
    for line in outcome.lines where line.contains(#""type":"progress""#) {
      #expect(line.contains(/"host_time_ns":\d+,/))
      #expect(line.contains(/"wall_time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z"/))
    }
  }

  @Test func startEndAndLimitSelectTheRecords() throws {
    let all = "playhead --instant -i 1 $MEDIA/bbb_small.mp4"
    #expect(
      try BuiltCommand.run("\(all) --start 50% --end 0:04.5").lines == [
        "2.656 5.312 50.0", "3.000 5.312 56.4", "4.000 5.312 75.3", "4.500 5.312 84.7",
      ])
    #expect(
      try BuiltCommand.run("\(all) --start -1").lines == [
        "4.312 5.312 81.1", "5.000 5.312 94.1", "5.312 5.312 100.0",
      ])
    #expect(try BuiltCommand.run("\(all) -n 2").lines == ["0.000 5.312 0.0", "1.000 5.312 18.8"])
    #expect(try BuiltCommand.run("\(all) $MEDIA/bbb.mp4 -n 9").lines.count == 9)
  }

  @Test func anEndAtOrBeforeTheStartIsRefused() throws {
    for range in ["--end 0", "--start 4 --end 3", "--start 50% --end -3"] {
      let outcome = try BuiltCommand.run("playhead \(range) $MEDIA/bbb_small.mp4")
      #expect(outcome.status == 1 && outcome.output.isEmpty)
      #expect(outcome.errors.contains("bbb_small.mp4: nothing to play: the end"))
    }
  }

  @Test func aPercentageOfAnUnknownDurationIsScannedForOrRefused() throws {
    let scanned = try BuiltCommand.run("playhead --instant --start 50% -i 1 $MEDIA/pygame-blue.mpg")
    #expect(scanned.lines == ["0.400 0.800 50.0", "0.800 0.800 100.0"])
    let piped = try BuiltCommand.run(
      "cat $MEDIA/pygame-blue.mpg | playhead --instant --start 50% -")
    #expect(piped.status == 1 && piped.output.isEmpty && piped.errors.contains("duration"))
  }

  @Test func standardInputPlaysFromPipeAndFile() throws {
    for input in [
      "cat $MEDIA/bbb_small.mp4 | playhead --instant -i 1 -",
      "playhead --instant -i 1 - < $MEDIA/bbb.mp4",
    ] {
      let outcome = try BuiltCommand.run(input)
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      #expect(outcome.lines.count == 7 && outcome.lines.last == "5.312 5.312 100.0")
    }
    let index = try BuiltCommand.run("cat $MEDIA/bbb.mp4 | playhead -")
    #expect(index.status == 1 && index.output.isEmpty)
    #expect(index.errors.contains("index") && index.errors.split(separator: "\n").count == 1)
  }

  @Test func theLogHoldsTheSameRecordsAndIsAppendedTo() throws {
    let outcome = try BuiltCommand.run(
      """
      playhead --instant -i 1 -q -o log $MEDIA/bbb_small.mp4
      playhead --instant -i 1 -f json -o log $MEDIA/bbb_small.mp4 > out
      tail -n 9 log | cmp - out && wc -l < log
      """)
    #expect(outcome.output == "18\n")
  }

  @Test func eachBadFileIsReportedInOneLineAndTheOthersPlay() throws {
    let outcome = try BuiltCommand.run(
      """
      echo text > text.mp4; : > empty.flac; head -c 2000 $MEDIA/bbb_vfr.mp4 > cut.mp4
      mkdir folder
      playhead --instant -i 10 missing.mp4 text.mp4 empty.flac cut.mp4 folder $MEDIA/bbb_small.mp4
      """)
    #expect(outcome.status == 1)
    #expect(outcome.lines == ["0.000 5.312 0.0", "5.312 5.312 100.0"])
    let errors = outcome.errors.split(separator: "\n")
    #expect(errors.count == 5)
    let names = ["missing.mp4", "text.mp4", "empty.flac", "cut.mp4", "folder"]
    for (line, name) in zip(errors, names) {
      #expect(line.hasPrefix("playhead: \(name): "))
    }
    #expect(Set(errors.map { $0.split(separator: ": ").dropFirst(2) }).count == 5)
  }

  /// As of a variable of a script that is not set.
  @Test func anEmptyNameIsShownInQuotes() throws {
    let media = "$MEDIA/bbb_small.mp4"
    for words in [
      "''", "--control '' \(media)", "inspect ''", "analyze --html '' \(media)",
      "analyze --files-from ''", "compare '' \(media)", "align \(media) ''",
    ] {
      let outcome = try BuiltCommand.run("playhead \(words)")
      #expect(outcome.status == 1)
      #expect(outcome.errors == "playhead: '': No such file or directory\n", "\(words)")
    }
  }

  @Test func aUsageErrorPrintsOneLineAndExitsWithTwo() throws {
    for (words, message) in [
      ("--wrong x", "unknown option '--wrong'"),
      ("-i x y", "invalid value 'x' for --interval (expected a time from 1ms to 24h)"),
      ("", "no file given (see 'playhead --help')"),
    ] {
      let outcome = try BuiltCommand.run("playhead \(words)")
      #expect(outcome.status == 2 && outcome.output.isEmpty)
      #expect(outcome.errors == "playhead: \(message)\n")
    }
  }

  @Test func aFileWhoseNameBeginsWithAHyphenIsExplained() throws {
    for words in ["-dash.mp4", "--instant -dash.mp4", "-dash.mp4 --instant", "analyze -dash.mp4"] {
      let outcome = try BuiltCommand.run("touch -- -dash.mp4; playhead \(words)")
      #expect(outcome.status == 2)
      #expect(outcome.errors == "playhead: unknown option '-d' (did you mean '-- -dash.mp4'?)\n")
    }
    let absent = try BuiltCommand.run("playhead --instant -dash.mp4")
    #expect(absent.errors == "playhead: unknown option '-d'\n")
  }

  @Test func theShortHelpShowsThatSoundCanBeHad() throws {
    #expect(try BuiltCommand.run("playhead --help").output.contains("--audio[=DEVICE]"))
  }

  /// A screen has 80 columns and 24 rows; the last row shows the prompt.
  @Test(arguments: ["", "analyze", "timeline", "measure", "inspect", "resume", "completion"])
  func helpFitsOnOneScreen(subcommand: String) throws {
    let help = try BuiltCommand.run("playhead \(subcommand) --help").output
    #expect(help.split(separator: "\n", omittingEmptySubsequences: false).dropLast().count < 24)
    let full = try BuiltCommand.run("playhead \(subcommand) --help all").output
    for line in (help + full).split(separator: "\n") { #expect(line.count <= 80) }
    #expect(try BuiltCommand.run("playhead \(subcommand) -h all").output == full)
    #expect(["", "analyze"].contains(subcommand) == (full != help))
    guard subcommand.isEmpty else { return }
    let rows = full.split(separator: "\n").filter { $0.contains(/^  (-.,|   ) --/) }
    #expect(rows.count > 20)
    // Every option of the short help has a row in the full one.
    let shown = help.matches(of: /--[a-z-]+/).map(\.output)
    #expect(shown.count > 10)
    for option in shown { #expect(rows.contains { $0.contains(option) }) }
  }

  @Test func aClosedPipeEndsTheCommandQuietly() throws {
    let outcome = try BuiltCommand.run(
      "set -o pipefail; playhead -i 1ms $MEDIA/bbb.mp4 | head -3 | wc -l")
    #expect(outcome.output == "3\n" && outcome.status == 0 && outcome.errors.isEmpty)
  }

  @Test func aSignalEndsPlaybackAfterALastPosition() throws {
    for (signal, status, reason) in [
      ("INT", 130, "interrupted"), ("TERM", 143, "terminated"), ("HUP", 129, "hung-up"),
    ] {
      let outcome = try BuiltCommand.run(
        """
        mkfifo pipe
        "$PLAYHEAD" -i 10ms -f json $MEDIA/gnome-dual-monitors.webm > pipe & pid=$!
        n=0
        while read -r line; do
          n=$((n + 1)); [ $n = 5 ] && kill -\(signal) $pid
          last2=$last; last=$line
        done < pipe
        wait $pid; echo $?; echo "$last2"; echo "$last"
        """)
      #expect(outcome.lines.first == "\(status)")
      #expect(outcome.lines.dropFirst().first?.contains(#""cause":"paused""#) == true)
      #expect(outcome.lines.last?.contains(#""reason":"\#(reason)""#) == true)
    }
  }

  @Test func repeatedHangUpSignalsStillWriteTheEndRecord() throws {
    let outcome = try BuiltCommand.run(
      """
      mkfifo pipe
      "$PLAYHEAD" -i 10ms -f json $MEDIA/gnome-dual-monitors.webm > pipe & pid=$!
      while read -r line; do
        [ "$last" ] || while kill -HUP $pid; do :; done 2> errors &
        last=$line
      done < pipe
      wait $pid; echo $?; echo "$last"
      """)
    #expect(outcome.lines.first == "129")
    #expect(outcome.lines.last?.contains(#""reason":"hung-up""#) == true)
  }

  @Test func anIgnoredHangUpSignalDoesNotEndPlayback() throws {
    let outcome = try BuiltCommand.run(
      """
      trap '' HUP; mkfifo pipe
      "$PLAYHEAD" -r 16 -i 1 --fields cause $MEDIA/bbb_small.mp4 > pipe & pid=$!
      while read -r line; do kill -HUP $pid; last=$line; done < pipe
      wait $pid; echo $? $last
      """)
    #expect(outcome.output == "0 ended\n")
  }

  @Test func theNextFileBeginsWhenThePreviousOneEnds() throws {
    let outcome = try BuiltCommand.run(
      """
      playhead -f tsv -i 1h -r 8 --fields cause,host_time_ns $MEDIA/bbb_small.mp4 \\
        $MEDIA/mediafile.opus $MEDIA/bbb_small.mp4
      """)
    let instants = outcome.lines.dropFirst().compactMap { Int($0.split(separator: "\t")[1]) }
    // A busy machine may stall, which adds records.
    #expect(instants.count >= 6 && instants == instants.sorted())
  }

  @Test func aSignalEndsWaitingForTheSource() throws {
    // The pipe stays open without further data while playback looks for its start or runs without
    // waiting.
    for options in ["--start 60", "--instant", "--instant --start 1"] {
      let outcome = try BuiltCommand.run(
        """
        mkfifo source records; exec 3<>source 4<>records
        head -c 60000 $MEDIA/bbb_start3600.ts >&3
        "$PLAYHEAD" \(options) -f json - < source > records & pid=$!
        kill -TERM $pid; wait $pid; echo $?
        """)
      #expect(outcome.lines.last == "143")
    }
  }

  @Test func aClosedStandardOutputIsReportedAndTheLogIsComplete() throws {
    let outcome = try BuiltCommand.run(
      "playhead --instant -n 3 --log log $MEDIA/bbb_small.mp4 >&-; echo $?; cat log")
    #expect(outcome.lines.first == "1")
    #expect(outcome.lines.dropFirst().allSatisfy { $0.hasPrefix(#"{"type":"#) })
    #expect(outcome.errors.contains("standard output: Bad file descriptor"))
  }

  @Test func theLogRecordsThatTheReaderClosedThePipe() throws {
    let outcome = try BuiltCommand.run(
      "playhead -i 1ms --log log $MEDIA/gnome-dual-monitors.webm | head -2 > /dev/null; tail -n 1 log"
    )
    #expect(outcome.output.contains(#""type":"end""#))
    #expect(outcome.output.contains(#""reason":"output-closed""#))
  }

  @Test func aFullDiskIsReportedOnceAndPlaybackContinues() throws {
    let logged = try BuiltCommand.run("playhead --instant -i 1 -o /dev/full $MEDIA/bbb_small.mp4")
    #expect(logged.status == 1 && logged.lines.count == 7)
    #expect(logged.errors.split(separator: "\n").count == 1 && logged.errors.contains("/dev/full"))
    let output = try BuiltCommand.run("playhead --instant $MEDIA/bbb_small.mp4 > /dev/full")
    #expect(output.status == 1 && output.errors.contains("standard output"))
  }

  @Test func aReadOnlyLogIsRefused() throws {
    // Root may write everywhere unless it drops that capability.
    let outcome = try BuiltCommand.run(
      """
      touch log; mkdir shut; chmod 444 log; chmod 555 shut
      [ -w log ] && drop="setpriv --bounding-set=-dac_override,-dac_read_search"
      for place in log shut/log; do $drop "$PLAYHEAD" --instant -o $place $MEDIA/bbb.mp4; echo $?; done
      chmod 755 shut
      """)
    #expect(outcome.output == "1\n1\n")
    #expect(
      outcome.errors.split(separator: "\n") == [
        "playhead: log: Permission denied",
        "playhead: shut/log: Permission denied",
      ])
  }

  @Test func aLogThatCannotBeOpenedIsReportedBeforePlayback() throws {
    let outcome = try BuiltCommand.run("playhead --instant -o no/such/log $MEDIA/bbb_small.mp4")
    #expect(outcome.status == 1 && outcome.output.isEmpty && outcome.errors.contains("no/such/log"))
  }

  @Test func onATerminalOneLineIsRedrawnInPlace() throws {
    let outcome = try BuiltCommand.run(
      """
      export NO_COLOR=1 COLUMNS=80 LC_ALL=C
      script -qec "$PLAYHEAD -r 16 $MEDIA/bbb_small.mp4" /dev/null < /dev/null
      """)
    #expect(outcome.output.hasSuffix("\r\n"))
    #expect(outcome.output.filter { $0 == "\n" || $0 == "\r\n" }.count == 1)
    #expect(outcome.output.contains(/ended   0:05\.3 \[#+\]  0:05\.3 100\.0%/))
  }

  @Test func theCommandDoesNotLinkFoundation() throws {
    let outcome = try BuiltCommand.run("ldd \"$PLAYHEAD\"")
    #expect(outcome.output.contains("libavformat"))
    #expect(!outcome.output.contains("libFoundation.so"))
  }
}
