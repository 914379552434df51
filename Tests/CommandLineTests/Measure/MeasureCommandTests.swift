import Foundation
import Testing

@Suite struct MeasureCommandTests {
  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func positionsAreParsedInEveryUnit() throws {
    for (text, words) in [
      ("1.5\\n2.5\\n4\\n", ""), ("t=1500 x\\rt=2500 x\\rt=4000", "-e 't=(\\d+)' --unit ms"),
      ("0:01.5\\n0:02.5\\n0:04\\n", ""), ("n\\n1500000us\\n2500000us\\n4000000us\\n", "-u us"),
    ] {
      let outcome = try BuiltCommand.run("playhead measure -f json \(words) -- printf '\(text)'")
      let report = try object(outcome.output)
      #expect(outcome.status == 0 && report["positions"] as? Int == 3)
      for (key, seconds) in [("first_position", 1.5), ("last_position", 4.0)] {
        #expect((report[key] as? [String: Any])?["seconds"] as? Double == seconds)
      }
      #expect(report["steps_back"] as? Int == 0)
    }
  }

  @Test func anInvalidRateIsRefused() throws {
    let outcome = try BuiltCommand.run("playhead measure --rate fast -- true")
    #expect(outcome.status == 2 && outcome.errors.contains("--rate"))
    let normal = try BuiltCommand.run("playhead measure -r 2 -f json -- printf '1\\n2\\n'")
    #expect(try object(normal.output)["positions"] as? Int == 2)
  }

  @Test func stepsBackAndHeldPositionsAreCounted() throws {
    let outcome = try BuiltCommand.run("playhead measure -- printf '1\\n2\\n2\\n1.5\\n3\\n'")
    #expect(outcome.output.contains("held     1 times the same position"))
    #expect(outcome.output.contains("back     1 steps back, first from 2.000 to 1.500 s"))
  }

  /// Each progress block has a dozen numbers; only one is the position.
  @Test func theTimeInFFmpegProgressOutputIsFound() throws {
    let block =
      "frame=%d\\nfps=0.00\\nstream_0_0_q=-0.0\\nbitrate=N/A\\ntotal_size=N/A\\nout_time_us=%d\\n"
      + "out_time_ms=%d\\nout_time=%s\\ndup_frames=0\\ndrop_frames=0\\nspeed=1.02x\\nprogress=continue\\n"
    let values = "1 N/A 0 N/A 1 40000 40000 00:00:00.04 30 1200000 1200000 00:00:01.20"
    // `printf` prints 0 for an argument that is not a number.
    let outcome = try BuiltCommand.run(
      "playhead measure -f json -- bash -c 'printf \"\(block)\" \(values) 2> /dev/null; true'")
    let report = try object(outcome.output)
    #expect(report["positions"] as? Int == 3 && report["steps_back"] as? Int == 0)
    #expect((report["last_position"] as? [String: Any])?["seconds"] as? Double == 1.2)
  }

  @Test(arguments: [
    "ffmpeg version 5.1\\n  Duration: 00:00:05.28, start: 0.0\\nframe=   13 fps=0.0 q=-0.0 size=N/A "
      + "time=00:00:00.57 bitrate=N/A speed=0.98x    \\rframe=   25 fps= 23 q=-0.0 Lsize=N/A "
      + "time=00:00:01.00 bitrate=N/A speed=0.9x    \\rvideo:12kB audio:188kB\\n",
    "AO: [null] 48000Hz stereo 2ch floatp\\n\\r\\033[KAV: 00:00:00.57 / 00:00:05.28 (1%%) A-V: 0.0\\r\\n"
      + "\\r\\033[K(Paused) AV: 00:00:01.00 / 00:00:05.28 (2%%) A-V: 0.0\\r\\n",
  ])
  func ffmpegAndMPVStatusLinesAreReadFromStandardError(text: String) throws {
    let outcome = try BuiltCommand.run(
      "playhead measure -f json --stderr -- bash -c 'printf \"\(text)\" >&2; echo 7; echo 8; echo 9'"
    )
    let report = try object(outcome.output)
    #expect(report["positions"] as? Int == 2 && outcome.errors.isEmpty)
    for (key, seconds) in [("first_position", 0.57), ("last_position", 1.0)] {
      #expect((report[key] as? [String: Any])?["seconds"] as? Double == seconds)
    }
    let failed = try BuiltCommand.run(
      "playhead measure --stderr -- bash -c 'echo no such film >&2; exit 2'")
    #expect(failed.status == 1 && failed.errors.contains("bash: no such film\n"))
  }

  @Test func manyStepsBackCauseAWarningAndLeaveDriftUnknown() throws {
    let outcome = try BuiltCommand.run(
      "playhead measure -- bash -c 'for n in 1 2 3 4 5 6; do echo $n; echo 9000$n; done'")
    #expect(outcome.status == 0 && outcome.lines.contains("drift    unknown"))
    #expect(
      outcome.errors.hasPrefix("playhead: warning: 5 of 12 positions are less than the previous"))
    // A single step back, as a loop has, is no reason for a warning.
    let loop = try BuiltCommand.run("playhead measure -- bash -c 'echo 1; echo 2; echo 1; echo 2'")
    #expect(loop.status == 0 && loop.errors.isEmpty)
  }

  @Test func aSilentFailingOrMissingCommandIsReported() throws {
    let nothing = try BuiltCommand.run("playhead measure true")
    #expect(nothing.status == 1 && nothing.errors.contains("fewer than two positions"))
    let failed = try BuiltCommand.run("playhead measure sh -c 'echo 1; echo 2; exit 7'")
    #expect(failed.status == 1 && failed.errors.contains("exited with status 7"))
    #expect(failed.lines.count == 6)
    let neither = try BuiltCommand.run("playhead measure false")
    #expect(neither.status == 1 && neither.errors == "playhead: false: exited with status 1\n")
    let absent = try BuiltCommand.run("playhead measure ./no-such-command")
    #expect(absent.status == 1 && absent.errors.contains(": No such file or directory"))
  }

  @Test func optionsAfterTheMeasuredCommandBelongToIt() throws {
    let outcome = try BuiltCommand.run(
      #"playhead measure bash -c 'echo 1; echo 2; echo "$@" >&2' bash --help all -h all"#)
    #expect(outcome.status == 0 && outcome.errors == "--help all -h all\n")
  }

  @Test func aSignalEndsTheMeasuredCommandAndTheReportIsPrinted() throws {
    let outcome = try BuiltCommand.run(
      """
      "$PLAYHEAD" measure sh -c 'echo 1; echo 2; touch begun; exec tail -f /dev/null' > report & pid=$!
      until [ -e begun ]; do sleep 0.02; done
      kill -INT $pid; wait $pid; echo $?; head -n 1 report
      """)
    #expect(outcome.lines.first == "130" && outcome.lines.last?.hasPrefix("2 positions") == true)
  }

  @Test func anExpressionThatCouldBacktrackWithoutEndDelaysNoLine() throws {
    let line = String(repeating: "a", count: 4_000)
    let outcome = try BuiltCommand.run(
      "playhead measure -f json -e '([0-9]+)|(a*)*b' -- printf '1\\n\(line)\\n2\\n'")
    #expect(try object(outcome.output)["positions"] as? Int == 2)
    for expression in ["(?:a)", "a*?", "(a)\\1"] {
      let refused = try BuiltCommand.run("playhead measure -e '\(expression)' true")
      #expect(refused.status == 2 && refused.errors.contains("a POSIX extended regular expression"))
    }
  }

  @Test func itMeasuresPlayheadItself() throws {
    for words in ["-n 11", "--end 1"] {
      let outcome = try BuiltCommand.run(
        "playhead measure -f json -i 100ms -- \"$PLAYHEAD\" -i 100ms \(words) $MEDIA/bbb_small.mp4")
      let report = try object(outcome.output)
      #expect(report["steps_back"] as? Int == 0)
      // On a busy machine playback may stall or skip updates.
      if words == "-n 11" {
        #expect(report["positions"] as? Int == 11)
      } else {
        #expect((report["last_position"] as? [String: Any])?["seconds"] as? Double == 1)
      }
    }
  }

  @Test func aPageIsWrittenBesideTheReport() throws {
    let outcome = try BuiltCommand.run(
      """
      playhead measure --html p.html -- printf '1\\n2\\n1\\n2\\n'
      grep -c -e '<h2>printf' -e 'steps back' -e '>Lateness' -e '>Steps back' -e '>Distribution of' p.html
      playhead measure --html missing/p.html -- touch run; echo $?; ls run
      playhead measure --html /dev/full -- sh -c 'echo 1; echo 2; exit 3' | grep -c positions
      """)
    #expect(outcome.lines.first?.hasPrefix("4 positions in") == true)
    #expect(Array(outcome.lines.dropFirst(6)) == ["7", "1", "1"])
    let errors = outcome.errors.split(separator: "\n")
    #expect(
      [errors.first, errors.dropLast().last, errors.last] == [
        "playhead: missing/p.html: No such file or directory",
        "playhead: /dev/full: No space left on device", "playhead: sh: exited with status 3",
      ])
  }
}
