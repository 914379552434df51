import Foundation
import PlayheadTestEnvironment
import Testing

/// Bytes that `--through` hands on, from pipes and files to pipes and files.
@Suite struct ThroughCommandTests {
  /// The script fails if `out` is not the file `in`.
  private func run(_ script: String) throws -> BuiltCommand.Outcome {
    try BuiltCommand.run(
      "set -o pipefail; cp \"$MEDIA/bbb_start3600.ts\" in\n\(script)\ncmp in out")
  }

  @Test(arguments: [
    "cat in | playhead --through -i 2 - | cat >out", "cat in | playhead --through -i 2 - >out",
    "playhead --through -i 2 in | cat >out", "playhead --through -i 2 in >out",
    "playhead --through -i 2 - <in >>out", "cat in | playhead --through -i 2 - >>out",
    "cat in | playhead --through -i 2 --pace --rate 16 - | cat >out",
  ])
  func theBytesPassUnchangedWhileThePositionIsReported(script: String) throws {
    let outcome = try run(script)
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    let lines = outcome.errors.split(separator: "\n").map { $0.prefix(5) }
    // In real time a busy machine may be late for a record.
    if !script.contains("--pace") { #expect(lines == ["0.000", "2.000", "4.000", "5.333"]) }
    #expect(lines.last == "5.333")
  }

  @Test func aLogHasTheRecords() throws {
    let outcome = try run(
      "cat in | playhead --through -q -i 4 --log log.csv - | cat >out; cat log.csv >&2")
    #expect(outcome.status == 0)
    #expect(outcome.errors.split(separator: "\n").count == 4)
  }

  @Test(arguments: [
    "head -c 300000 /dev/urandom >in", "head -c 100001 in >cut; mv cut in",
    "head -c 60000 in >cut; head -c 999 /dev/urandom >>cut; tail -c 90000 in >>cut; mv cut in",
    "cp \"$MEDIA/bbb.mp4\" in", ": >in", "seq 100000 >in",
  ])
  func whatIsNoWholeMediaPassesWhole(preparation: String) throws {
    for passing in ["cat in | playhead --through - | cat >out", "playhead --through in >out"] {
      let outcome = try run("\(preparation)\n\(passing); echo \"status $?\"")
      #expect(outcome.status == 0, "\(preparation); \(passing)")
      let messages = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("playhead: ") }
      #expect(messages.count == (outcome.output == "status 0\n" ? 0 : 1))
      #expect(["status 0\n", "status 1\n"].contains(outcome.output))
    }
  }

  @Test func theRestPassesAfterTheLastRecord() throws {
    let outcome = try run(
      "for n in {1..20}; do cat in; done >more; mv more in\ncat in | playhead --through -n 1 - | cat >out"
    )
    #expect(outcome.status == 0)
    #expect(outcome.errors == "0.000 - -\n")
  }

  /// The reader begins only when the writer of the input has written more than the pipes hold.
  @Test func aConsumerThatStopsReadingLosesNothing() throws {
    let outcome = try run(
      """
      for n in {1..40}; do cat in; done >more; mv more in
      mkfifo out.fifo
      "$PLAYHEAD" --through -q --log log - <in >out.fifo & pid=$!
      exec 3<out.fifo
      head -c 100000 <&3 >out
      kill -STOP $pid; kill -CONT $pid
      cat <&3 >>out
      wait $pid
      """)
    #expect(outcome.status == 0)
  }

  /// The input stays open, so that only the signal ends the command.
  @Test(arguments: ["TERM", "INT"], ["", "| cat"])
  func whatWasReadIsWrittenAtASignal(signal: String, pipe: String) throws {
    let outcome = try BuiltCommand.run(
      """
      head -c 50000 "$MEDIA/bbb_start3600.ts" >in
      mkfifo fifo out.fifo; exec 3<>fifo
      if [ -n "\(pipe)" ]; then cat out.fifo >out & to=out.fifo; else to=out; fi
      "$PLAYHEAD" --through - <fifo >$to & pid=$!
      cat in >&3
      until [ "$(stat -c %s out 2>/dev/null)" = 50000 ]; do sleep 0.02; done
      kill -\(signal) $pid; wait $pid; echo $?
      cmp in out
      """)
    #expect(outcome.output == (signal == "TERM" ? "143\n" : "130\n"))
    #expect(outcome.status == 0)
  }

  /// A stream of minutes, which passes faster than it is read.
  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")),
    arguments: TestEffort.some([
      "cat in | playhead --through - | cat >out", "playhead --through in >out",
    ]))
  func theLastPositionIsRightBehindBytesThatWereNotRead(passing: String) throws {
    let seconds = TestEffort.isThorough ? 1_800 : 600
    let outcome = try BuiltCommand.run(
      """
      set -o pipefail
      ffmpeg -v error -stream_loop -1 -i "$MEDIA/bbb_small.mp4" -c copy -t \(seconds) -f mpegts in
      playhead --instant -i 9999 in | tail -1 | cut -d ' ' -f 1
      { \(passing); } 2>&1 | sed '$!d; s/ .*//'
      cmp in out
      """)
    #expect(outcome.status == 0 && outcome.lines.count == 2)
    #expect(outcome.lines.first == outcome.lines.last, "\(outcome.output)")
  }

  /// What the output has not accepted is still in the pipe of the input.
  @Test func oneSignalEndsTheCommandWhileTheConsumerDoesNotRead() throws {
    let outcome = try BuiltCommand.run(
      """
      for n in {1..9}; do cat "$MEDIA/bbb_start3600.ts"; done >in
      mkfifo fifo out.fifo; exec 3<>fifo 4<>out.fifo
      "$PLAYHEAD" --through - <fifo >out.fifo 2>/dev/null & pid=$!
      (cat in >&3) & writer=$!
      head -c 1 <&4 >out
      kill $pid
      (sleep 60; kill -KILL $pid) & watch=$!
      wait $pid; echo $?
      kill $watch
      # The writer goes on once there is room.
      dd status=none bs=1M iflag=nonblock <&4 >>out 2>/dev/null
      dd status=none bs=1M iflag=nonblock count=1 <&3 >>out 2>/dev/null
      kill $writer
      cmp -n $(stat -c %s out) in out && [ $(stat -c %s out) -ge 100000 ]
      """)
    #expect(outcome.output == "143\n")
    #expect(outcome.status == 0)
  }

  /// A terminal that accepts no more bytes blocks the processes that write to it.
  @Test func oneSignalEndsTheCommandWhileATerminalAcceptsNothing() throws {
    var (outside, inside): (Int32, Int32) = (-1, -1)
    try #require(openpty(&outside, &inside, nil, nil, nil) == 0)
    defer {
      close(outside)
      close(inside)
    }
    // After the signal, `timeout` waits for half a minute.
    let process = try SpawnedProcess(
      "/usr/bin/timeout", ["-k", "30", "100", BuiltCommand.path, "--through", "-"],
      streams: [
        .file("/dev/zero", flags: O_RDONLY), .descriptor(inside),
        .file("/dev/null", flags: O_WRONLY),
      ])
    var polled = pollfd(fd: outside, events: Int16(POLLIN), revents: 0)
    #expect(poll(&polled, 1, 60_000) == 1)
    process.send(SIGTERM)
    #expect(process.waitForExit() == 143)
  }

  /// A file is read on where the next program gets no more, as after `cat`.
  @Test func whatWasNotHandedOnStaysInTheFile() throws {
    let outcome = try BuiltCommand.run(
      """
      for n in {1..40}; do cat "$MEDIA/bbb_start3600.ts"; done >in
      mkfifo out.fifo; exec 3<in 4<>out.fifo
      "$PLAYHEAD" --through - <&3 >out.fifo 2>/dev/null & pid=$!
      head -c 1 <&4 >out
      kill $pid; wait $pid
      cat <&3 >rest
      dd status=none bs=1M iflag=nonblock <&4 >>out 2>/dev/null
      cat out rest | cmp in -
      """)
    #expect(outcome.status == 0)
  }

  @Test func aConsumerThatLeavesEndsTheCommand() throws {
    let outcome = try BuiltCommand.run(
      "cat /dev/zero | playhead --through - 2>/dev/null | head -c 100 | wc -c; echo ${PIPESTATUS[@]}"
    )
    #expect(outcome.output == "100\n141 0 0 0\n")
  }

  @Test func errorsOfTheOutputAndTheInputAreReported() throws {
    let outcome = try BuiltCommand.run(
      """
      cp "$MEDIA/bbb_start3600.ts" in
      playhead --through -q --log log in >/dev/full; echo $?
      playhead --through missing; echo $?
      playhead --through / ; echo $?
      playhead --through in >>in; echo $?
      playhead --through - <in >>in; echo $?
      cmp in "$MEDIA/bbb_start3600.ts"
      """)
    #expect(outcome.output == "1\n1\n1\n2\n2\n")
    #expect(outcome.status == 0)
    for text in [
      "standard output: No space left on device", "missing: No such file", "/: Is a directory",
      "in: input file is also the output", "-: input file is also the output",
    ] {
      #expect(outcome.errors.contains("playhead: \(text)"), "\(outcome.errors)")
    }
  }
}
