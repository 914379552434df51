import PlayheadTestEnvironment
import Testing

/// `follow`, with the command itself as the other players: it speaks mpv's JSON IPC.
@Suite struct FollowCommandTests {
  /// Runs a script beside two paused players, with the sockets `a` and `b` and the control FIFOs `to-a` and `to-b`.
  /// `state b FIELDS` prints where one is.
  private func run(_ script: String) throws -> BuiltCommand.Outcome {
    try BuiltCommand.run(
      """
      for name in a b; do
        mkfifo to-$name
        "$PLAYHEAD" -q --pause --input-ipc-server=$name --control to-$name \\
          $MEDIA/gnome-dual-monitors.webm 3<>to-$name & players="$players $!"
      done
      trap 'kill $players 2>/dev/null' EXIT
      exec 3<>to-a 4<>to-b
      for name in a b; do until [ -S $name ]; do sleep 0.02; done; done
      state() { "$PLAYHEAD" attach -n 1 --fields "$2" mpv:$1; }
      until_state() { until state $1 $2 | grep -q "$3"; do kill -0 $! || exit 9; done; }
      \(script)
      """)
  }

  @Test func aPlayerFollowsUntilTheCommandIsTerminated() throws {
    let outcome = try run(
      """
      "$PLAYHEAD" follow mpv:a mpv:b@+5 & follower=$!
      echo seek 10 >&3
      until_state b position '^15[.]'
      echo play >&3; until_state b state playing
      echo rate 1.5 >&3; until_state b rate '^1[.]5'
      echo pause >&3; until_state b state paused
      kill $follower; wait $follower; echo "status $?"; state b rate,state
      """)
    #expect(outcome.lines.first == "status 143" && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.lines.last == "0 paused")
  }

  @Test func aPlayerIsLedOnceAndDoesNotLeadItsLeader() throws {
    let outcome = try run(
      """
      "$PLAYHEAD" follow mpv:a mpv:b & follower=$!
      echo seek 20 >&3; until_state b position '^20[.]'
      "$PLAYHEAD" follow clock:12:00 mpv:b; echo $?
      "$PLAYHEAD" follow mpv:b mpv:a; echo $?
      kill $follower; wait $follower
      """)
    #expect(outcome.lines == ["1", "1"])
    let line = "playhead: mpv:b: it follows a leader already\n"
    #expect(outcome.errors == line + line)
  }

  @Test func aPlayerThatIsLeftFollowsInAnotherCommand() throws {
    let outcome = try run(
      """
      "$PLAYHEAD" follow --on-user leave mpv:a mpv:b "$MEDIA/bbb.mp4" 2>lines & first=$!
      echo seek 20 >&3; until_state b position '^20[.]'
      echo play >&4; until [ -s lines ]; do sleep 0.02; done
      "$PLAYHEAD" follow mpv:a mpv:b & follower=$!
      until_state b state paused
      echo seek 10 >&3; until_state b position '^10[.]'
      kill $first $follower; wait $follower; cat lines
      """)
    #expect(outcome.lines == ["playhead: mpv:b: its user controls it"], "\(outcome.errors)")
  }

  @Test func aServedFollowerDoesNotLeadItsLeader() throws {
    let outcome = try run(
      """
      for port in $(seq $((10000 + $$ % 20000)) 7 40000); do
        "$PLAYHEAD" attach --serve $port mpv:b >/dev/null 2>&1 & server=$!
        until "$PLAYHEAD" attach -n 1 playhead://localhost:$port >/dev/null 2>&1; do
          kill -0 $server 2>/dev/null || break
        done
        kill -0 $server 2>/dev/null && break
      done
      "$PLAYHEAD" follow mpv:a mpv:b & follower=$!
      echo seek 20 >&3; until_state b position '^20[.]'
      "$PLAYHEAD" follow playhead://127.0.0.1:$port mpv:a; echo $?
      kill $follower $server; wait $follower $server
      """)
    #expect(outcome.lines == ["1"])
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.errors.hasSuffix(": it follows a leader already\n"), "\(outcome.errors)")
  }

  @Test func aFollowerThatEndsIsOneLine() throws {
    let outcome = try run(
      """
      "$PLAYHEAD" follow mpv:a mpv:b & follower=$!
      echo seek 20 >&3; until_state b position '^20[.]'
      echo quit >&4; wait $follower; echo $?
      """)
    #expect(outcome.lines == ["1"])
    #expect(outcome.errors == "playhead: mpv:b: the player has ended\n")
  }

  @Test func theOthersFollowOnIfTheFirstIsMissing() throws {
    let outcome = try run(
      """
      "$PLAYHEAD" follow mpv:a mpv:none nofile.wav mpv:b & follower=$!
      echo seek 20 >&3; until_state b position '^20[.]'
      kill $follower; wait $follower; echo $?
      """)
    #expect(outcome.lines == ["143"])
    #expect(outcome.errors.split(separator: "\n").count == 2, "\(outcome.errors)")
  }

  @Test func aPlayerWithoutAFileIsOneLine() throws {
    let outcome = try run(
      """
      "$PLAYHEAD" -q --idle --input-ipc-server=idle & players="$players $!"
      until [ -S idle ]; do sleep 0.02; done
      "$PLAYHEAD" follow mpv:a mpv:b mpv:idle 2>lines & follower=$!
      until [ -s lines ]; do sleep 0.05; done
      kill $follower; wait $follower; cat lines
      """)
    #expect(outcome.lines == ["playhead: mpv:idle: no position yet (waiting for it)"])
  }

  @Test func aFileThatEndsBeforeItsLeaderIsOneLine() throws {
    let outcome = try run(
      """
      "$PLAYHEAD" follow mpv:a "$MEDIA/bbb.mp4@3600" 2>lines & follower=$!
      until [ -s lines ]; do sleep 0.05; done
      kill $follower; wait $follower; cat lines
      """)
    #expect(outcome.lines.count == 1)
    #expect(
      outcome.lines.first?.hasSuffix("/bbb.mp4: its leader is behind its end, at 0.0 s") == true,
      "\(outcome.lines)")
  }

  /// The file takes a second, and the records of the other player three.
  @Test func aFileThatLeadsIsRepeated() throws {
    let outcome = try run(
      """
      "$PLAYHEAD" follow --loop --start 0.2 "$MEDIA/mediafile.opus" mpv:b@+10 & follower=$!
      until_state b state playing
      "$PLAYHEAD" attach -n 30 --interval 0.1 mpv:b >/dev/null
      kill $follower; wait $follower; echo $?; state b position
      """)
    #expect(outcome.lines.first == "143", "\(outcome.errors)")
    #expect(outcome.lines.last.flatMap(Double.init).map { (10..<13).contains($0) } == true)
  }

  @Test(arguments: ["", "--loop"]) func aStartBehindTheEndIsOneLine(_ option: String) throws {
    let outcome = try run(
      """
      "$PLAYHEAD" follow \(option) --start 60 "$MEDIA/mediafile.opus" mpv:b; echo $?
      """)
    #expect(outcome.lines == ["0"])
    #expect(outcome.errors.hasSuffix(": --start 60.000 is after the end of the file (1.000)\n"))
  }

  @Test func anEndWithItsLeaderIsNoFailure() throws {
    let outcome = try run(
      """
      "$PLAYHEAD" follow --freewheel 0.5 mpv:a mpv:b & follower=$!
      echo seek 35 >&3; until_state b position '^35[.]'
      echo play >&3; wait $follower; echo $?
      """)
    #expect(outcome.lines == ["0"], "\(outcome.errors)")
  }

  @Test func aPausedPlayerIsNotPlayedAtTheEnd() throws {
    let outcome = try run(
      """
      "$PLAYHEAD" follow mpv:a mpv:b & follower=$!
      echo play >&3; until_state b state playing
      echo pause >&3; until_state b state paused
      "$PLAYHEAD" attach --fields state mpv:b >states & attached=$!
      until [ -s states ]; do sleep 0.02; done
      kill $follower; wait $follower; echo seek 3 >&4
      until_state b position '^3[.]'
      kill $attached; wait $attached; grep -c playing states
      """)
    #expect(outcome.lines == ["0"], "\(outcome.errors)")
  }

  @Test func aPictureIsOneLine() throws {
    let outcome = try BuiltCommand.run(
      """
      playhead follow clock:12:00 "$MEDIA/../docs/page.png"; echo $?
      """)
    #expect(outcome.lines == ["1"])
    #expect(outcome.errors.hasSuffix("page.png: it has no timeline\n"), "\(outcome.errors)")
  }

  @Test func withoutItsLeaderAFollowerPlaysOnAndIsPaused() throws {
    let outcome = try run(
      """
      "$PLAYHEAD" follow --freewheel 0.5 mpv:a mpv:b & follower=$!
      echo play >&3; until_state b state playing
      echo quit >&3; wait $follower; echo $?; state b state
      """)
    #expect(outcome.lines == ["0", "paused"])
    #expect(outcome.errors == "playhead: mpv:a: the player has ended\n")
  }

  @Test func filesPlayTogetherUntilTheLeaderEnds() throws {
    let outcome = try BuiltCommand.run(
      """
      playhead follow "$MEDIA/pygame-house_lo.wav" "$MEDIA/bbb.mp4@+0.5"; echo $?
      playhead follow no.mkv "$MEDIA/bbb.mp4"; echo $?
      playhead follow clock:12:00 no.mkv; echo $?
      """)
    #expect(outcome.lines == ["0", "1", "1"])
    let line = "playhead: no.mkv: No such file or directory\n"
    #expect(outcome.errors == line + line)
  }
}
