import Foundation
import PlayheadTestEnvironment
import Testing

/// `attach`, with the command itself as the other player: it speaks mpv's JSON IPC and MPRIS.
@Suite struct AttachCommandTests {
  /// Runs a script beside a player, which plays a long file paused at 10 s until `control` says otherwise,
  /// and which ends with the script. `attached` runs `attach` with the player's socket.
  private func run(_ script: String) throws -> BuiltCommand.Outcome {
    try BuiltCommand.run(
      """
      mkfifo control
      "$PLAYHEAD" -q --pause --start 10 --input-ipc-server=socket --control control \\
        $MEDIA/gnome-dual-monitors.webm 3<>control & player=$!
      trap 'kill $player 2>/dev/null' EXIT
      exec 3<>control
      until [ -S socket ]; do kill -0 $player || exit 9; done
      attached() { "$PLAYHEAD" attach mpv:socket "$@"; }
      \(script)
      """)
  }

  @Test func aPausedPlayerHasOneRecord() throws {
    let outcome = try run("attached -n 1 --fields position,rate,state,cause,clock,uncertainty")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let fields = outcome.lines.first?.split(separator: " ") ?? []
    #expect(fields.prefix(5) == ["10.000", "0", "paused", "requested", "player"])
    #expect(fields.last.flatMap { Double($0) }.map { (0.000001..<1).contains($0) } == true)
  }

  @Test func recordsFollowThePlayerUntilItEnds() throws {
    let outcome = try run(
      """
      : > records
      attached -f json --changes --fields position,rate,state,cause > records & attachment=$!
      # Waits until the last record has a text: the one before it may have been replaced.
      until_last() { until tail -n 1 records | grep -q "$1"; do kill -0 $attachment || exit 9; done; }
      say() { echo "$1" >&3; until_last "$2"; }
      until_last requested
      say play playing; say 'rate 0.5' '"rate":0.5.*playing'; say pause paused
      say 'seek 5' '"position":5[.].*jumped'; echo quit >&3
      wait $attachment
      status=$?
      sed 's/.*"rate":\\([0-9.]*\\).*"cause":"\\([^"]*\\)".*/\\1 \\2/; s/.*"reason":"\\([a-z]*\\)".*/end \\1/; s/.*"open".*/open/' records
      exit $status
      """)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "playhead: mpv:socket: the player has ended\n")
    let records = outcome.lines.map { $0.split(separator: " ") }
    #expect(records.first == ["open"] && records.last == ["end", "closed"])
    // On a busy machine the position may also jump by itself, and the player may stall. The record of
    // that may replace the one before it.
    let extras: Set<Substring> = ["jumped", "stalled", "resumed"]
    var groups: [(rate: Substring, causes: [Substring])] = []
    for record in records.dropFirst().dropLast() where record.count == 2 && record[1] != "stalled" {
      if record[0] != groups.last?.rate { groups.append((record[0], [])) }
      groups[groups.count - 1].causes.append(record[1])
    }
    #expect(groups.map(\.rate) == ["0.000000", "1.000000", "0.500000", "0.000000"])
    for (group, cause) in zip(
      groups, ["requested", "started", "rate-changed", "paused"] as [Substring])
    {
      #expect(group.causes.first.map { $0 == cause || extras.contains($0) } == true, "\(groups)")
      #expect(group.causes.dropFirst().allSatisfy(extras.contains), "\(groups)")
    }
    #expect(groups.last?.causes.last == "jumped")
  }

  @Test func itemsThatWaitForASlowReaderAreRecordedAfterThePlayerHasEnded() throws {
    let outcome = try BuiltCommand.run(
      """
      mkfifo control records
      file=$MEDIA/bbb_small.mp4
      "$PLAYHEAD" -q --pause --end 0.7 --input-ipc-server=socket --control control \\
        $file $file $file 3<>control & player=$!
      trap 'kill $player 2>/dev/null' EXIT
      exec 3<>control
      until [ -S socket ]; do kill -0 $player || exit 9; done
      "$PLAYHEAD" attach mpv:socket -i 1ms -f json > records & attachment=$!
      exec 4< records
      read -r record <&4; read -r record <&4
      echo play >&3
      # Until then nobody reads the records, and a pipe is full after some hundred.
      wait $player
      sed 's/.*"reason":"\\([a-z]*\\)".*/end/; s/.*"open".*/open/; /position/d' <&4
      wait $attachment
      """)
    #expect(outcome.status == 0)
    #expect(outcome.lines == ["end", "open", "end", "open", "end"])
  }

  @Test func requestsGoToThePlayer() throws {
    let outcome = try run(
      """
      { echo 'seek 15'; echo 'seek 50%'; echo 'loop'; } > commands
      mkfifo requests
      : > records > errors
      attached -f json --changes --control requests > records 2> errors & attachment=$!
      exec 4> requests
      until grep -q requested records; do kill -0 $attachment || exit 9; done
      say() {
        echo "$1" >&4
        until grep -q "$2" records errors; do kill -0 $attachment || exit 9; done
      }
      say 'seek 20' '"position":20.0'; say 'seek 50%' '"position":18.5'; say loop 'another player'
      say 'rate 99' 'expected a number'; say play playing; echo quit >&4
      wait $attachment
      status=$?
      kill -0 $player && cat errors >&2
      tail -n 1 records | sed 's/,"position.*//'
      exit $status
      """)
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.split(separator: "\n") == [
        "playhead: loop: this cannot be requested of another player",
        "playhead: rate: invalid rate '99' (expected a number from 0.1 to 16)",
      ])
    #expect(outcome.output.hasSuffix(#""reason":"quit""# + "\n"))
  }

  @Test func aCommandIsRunAtABoundary() throws {
    let outcome = try run(
      """
      : > records > cues
      "$PLAYHEAD" attach mpv:socket -o records --at 10.5,14,18,22,26,30 --exec 'echo {boundary} {due}' \\
        --exec-output stdout -q > cues & attachment=$!
      until grep -q requested records; do kill -0 $attachment || exit 9; done
      echo play >&3
      until grep -q time cues; do kill -0 $attachment || exit 9; done
      kill $attachment
      wait $attachment
      cat cues
      true
      """)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    // On a busy machine the position may jump over some.
    let times = ["10.5", "14.0", "18.0", "22.0", "26.0", "30.0"].map { "time \($0)00" }
    #expect(
      !outcome.lines.isEmpty
        && outcome.lines.map(String.init) == times.filter(outcome.output.contains))
  }

  @Test(arguments: ["auto", "$MEDIA", "$MEDIA/gnome-dual-monitors.webm"])
  func theFramesOfTheMediaAreBoundaries(media: String) throws {
    let outcome = try run(
      """
      : > records
      "$PLAYHEAD" attach mpv:socket -f json --every frame --media "\(media)" \\
        --fields cause,boundary,due,frame > records & attachment=$!
      until grep -q requested records; do kill -0 $attachment || exit 9; done
      echo play >&3
      until [ $(grep -c '"boundary":"[a-z]*frame"' records) -ge 6 ]; do
        kill -0 $attachment || exit 9
      done
      kill $attachment
      wait $attachment
      sed -n 's/.*"cause":"\\([a-z]*\\)","boundary":.*"due":\\([0-9.]*\\).*/\\1 \\2/p' records
      """)
    #expect(outcome.status == 0 && outcome.errors == "")
    let records = outcome.lines.map { $0.split(separator: " ") }
    #expect(records.count { $0[0] == "boundary" } >= 6)
    // On a busy machine the position may jump between two frames, which is a separate record.
    for (one, next) in zip(records, records.dropFirst())
    where one[0] == "boundary" && next[0] == "boundary" {
      let distance = try #require(Double(next[1])) - #require(Double(one[1]))
      #expect((0.0655...0.0675).contains(distance), "\(records)")
    }
  }

  @Test func theCuesOfTheMediaAreThoseOfTheItem() throws {
    let outcome = try BuiltCommand.run(
      """
      C='\(Repository.path("Tests/Fixtures/cues"))'
      mkfifo control
      cp "$C/dialogue-srt.mkv" film.mkv
      cp $MEDIA/bbb_small.mp4 song.mp4
      printf '[00:00.00]One\\n[00:02.00]Two\\n' > song.lrc
      "$PLAYHEAD" -q --pause --start 1 --input-ipc-server=socket --control control \\
        film.mkv song.mp4 3<>control & player=$!
      trap 'kill $player 2>/dev/null' EXIT
      exec 3<>control
      : > records
      "$PLAYHEAD" attach --wait mpv:socket --media auto --cues track:1 --every cue --fields file,cue \\
        > records 2> /dev/null & one=$!
      "$PLAYHEAD" attach --wait mpv:socket --media auto --cues auto --every cue --fields file,cue \\
        > auto 2> errors & two=$!
      until grep -q Hello records; do kill -0 $one || exit 9; done
      until grep -q 'film.mkv: no file of cues' errors; do kill -0 $two || exit 9; done
      echo next >&3
      until grep -q 'song.mp4 One' auto; do kill -0 $two || exit 9; done
      kill $one $two
      wait $one $two
      true
      """)
    #expect(outcome.status == 0 && outcome.errors == "")
  }

  @Test func mediaThatCannotBeReadIsOneLine() throws {
    let outcome = try run(
      """
      : > records > errors
      "$PLAYHEAD" attach mpv:socket --media none.mp4 --changes --fields state \\
        > records 2> errors & attachment=$!
      until grep -q none.mp4 errors && grep -q paused records; do kill -0 $attachment || exit 9; done
      kill $attachment
      wait $attachment
      cat errors records
      true
      """)
    #expect(
      outcome.lines == [
        "playhead: mpv:socket: cannot read the media: none.mp4: No such file or directory",
        "paused",
      ])
  }

  @Test func anotherDurationOfTheMediaIsOneLine() throws {
    let outcome = try run(
      """
      : > records > errors
      "$PLAYHEAD" attach mpv:socket --media $MEDIA/bbb.mp4 -f json --changes \\
        > records 2> errors & attachment=$!
      until grep -q duration errors && grep -q requested records; do
        kill -0 $attachment || exit 9
      done
      kill $attachment
      wait $attachment
      cat errors
      true
      """)
    #expect(
      outcome.lines == [
        "playhead: mpv:socket: the player reports a duration of 37.133 s, but the media has 5.312 s"
      ])
  }

  @Test func timecodeIsThatOfTheMedia() throws {
    let outcome = try BuiltCommand.run(
      """
      "$PLAYHEAD" -q --pause --start 1 --input-ipc-server=socket $MEDIA/bbb_tmcd.mov & player=$!
      trap 'kill $player 2>/dev/null' EXIT
      : > records
      mkfifo requests
      "$PLAYHEAD" attach --wait mpv:socket --media auto --timecode --changes --control requests \
        --fields state,position,duration > records 2> /dev/null & attachment=$!
      exec 4> requests
      until grep -q paused records; do kill -0 $attachment || exit 9; done
      until tail -n 1 records | grep -q 'paused .*:.*:.*:'; do
        echo position >&4
        kill -0 $attachment || exit 9
      done
      echo quit >&4
      wait $attachment
      tail -n 1 records
      """)
    #expect(outcome.status == 0 && outcome.lines == ["paused 01:00:01:00 00:00:05:07"])
  }

  @Test func withWaitThePlayerMayComeLater() throws {
    let outcome = try BuiltCommand.run(
      """
      : > errors
      "$PLAYHEAD" attach --wait -n 1 --fields state mpv:socket > records 2> errors & attachment=$!
      until grep -q 'waiting for it' errors; do kill -0 $attachment || exit 9; done
      "$PLAYHEAD" -q --pause --input-ipc-server=socket $MEDIA/bbb_small.mp4 & player=$!
      trap 'kill $player 2>/dev/null' EXIT
      wait $attachment
      status=$?
      cat records errors
      exit $status
      """)
    #expect(outcome.status == 0)
    #expect(
      outcome.lines == [
        "paused", "playhead: mpv:socket: No such file or directory (waiting for it)",
      ])
  }

  @Test func withWaitAnotherReasonIsReported() throws {
    let outcome = try BuiltCommand.run(
      """
      : > errors
      "$PLAYHEAD" attach --wait mpv:socket 2> errors & attachment=$!
      until grep -q 'No such file' errors; do kill -0 $attachment || exit 9; done
      : > socket
      until grep -q 'refused' errors; do kill -0 $attachment || exit 9; done
      kill -INT $attachment
      wait $attachment
      cat errors
      """)
    #expect(
      outcome.lines == [
        "playhead: mpv:socket: No such file or directory (waiting for it)",
        "playhead: mpv:socket: Connection refused (waiting for it)",
      ])
  }

  @Test func withWaitAPlayerMayCrashAndComeBack() throws {
    let outcome = try BuiltCommand.run(
      """
      : > records > errors
      "$PLAYHEAD" attach --wait -f json mpv:socket > records 2> errors & attachment=$!
      player=
      trap 'kill -9 $player $attachment 2>/dev/null' EXIT
      until grep -q 'waiting for it' errors; do kill -0 $attachment || exit 9; done
      for number in 1 2 3; do
        "$PLAYHEAD" -q --pause --input-ipc-server=socket $MEDIA/bbb_small.mp4 & player=$!
        until [ $(grep -c requested records) = $number ]; do kill -0 $attachment || exit 9; done
        kill -9 $player
        wait $player 2> /dev/null
        until [ $(grep -c closed records) = $number ]; do kill -0 $attachment || exit 9; done
        rm -f socket
      done
      kill -INT $attachment
      wait $attachment
      status=$?
      sed 's/.*"type":"\\([a-z]*\\)".*"reason":"\\([a-z]*\\)".*/\\1 \\2/; s/.*"type":"\\([a-z]*\\)".*/\\1/' records
      cat errors
      exit $status
      """)
    #expect(outcome.status == 130)
    let records: [[Substring]] = Array(repeating: ["open", "progress", "end closed"], count: 3)
    let loss: Substring = "playhead: mpv:socket: the player has ended (waiting for it)"
    let missing: Substring = "playhead: mpv:socket: No such file or directory (waiting for it)"
    #expect(outcome.lines == records.flatMap(\.self) + [missing, loss, loss, loss])
  }

  @Test func theLiveLineFollowsThePlayersDescription() throws {
    let folder = try TemporaryDirectory()
    let socket = folder.path("socket")
    let terminal = try PseudoTerminal(
      """
      "$PLAYHEAD" -q --pause --start 10 --input-ipc-server=\(socket) \\
        $MEDIA/gnome-dual-monitors.webm < /dev/null > /dev/null 2>&1 & player=$!
      "$PLAYHEAD" attach --wait mpv:\(socket); status=$?; kill $player; echo status $status
      """)
    try terminal.wait(for: "paused  0:10.0")
    let client = try SocketEnd(path: socket)
    try client.write(#"{"command":["loadfile","bbb.mp4","append"]}"# + "\n")
    try terminal.wait(for: "1/2")
    try terminal.type("q", expecting: "status 0")
  }

  @Test func aSignalEndsTheAttachmentOnly() throws {
    let outcome = try run(
      """
      : > records
      "$PLAYHEAD" attach mpv:socket -f json > records & attachment=$!
      until grep -q requested records; do kill -0 $attachment || exit 9; done
      kill -TERM $attachment
      wait $attachment
      status=$?
      kill -0 $player || exit 9
      tail -n 1 records | sed 's/.*"reason":"\\([a-z]*\\)".*/\\1/'
      exit $status
      """)
    #expect(outcome.status == 143)
    #expect(outcome.lines == ["terminated"])
  }

  @Test(
    arguments: [
      ("mpv:none", 1, "mpv:none: No such file or directory"),
      ("mpv:/dev/null", 1, "mpv:/dev/null: Connection refused"),
      (
        "vlc", 2,
        "invalid value 'vlc' for PLAYER (expected mpv:PATH, mpris:NAME, mpd:HOST:PORT, ltc:DEVICE, mtc:CLIENT:PORT, artnet:, osc:PORT or playhead://HOST)"
      ),
      ("mpv:", 2, "mpv:"), ("mpd:host:0", 2, "mpd:host:0"), ("", 2, "no player given"),
      ("mpris mpris", 2, "attach: expected one player, got 2"),
      ("--every frame mpris", 2, "--every frame requires --media auto"),
      ("--timecode mpris", 2, "--timecode requires --media auto"),
      ("--media= mpris", 2, "invalid value '' for --media (expected none, auto, or a file, URL"),
      ("--exec true mpris", 2, "--exec requires --every, --at or --end"),
    ])
  func aPlayerThatCannotBeReachedIsOneLine(_ words: String, _ status: Int, _ message: String) throws
  {
    let outcome = try BuiltCommand.run("\"$PLAYHEAD\" attach \(words)")
    #expect(outcome.status == status && outcome.output.isEmpty)
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.errors.contains(message))
  }

  @Test func thePlayersAreListed() throws {
    let outcome = try run(
      """
      attached -n 1 > /dev/null
      # On a busy machine a player may not answer in time.
      until "$PLAYHEAD" attach --list > list; grep -q "$PWD/socket.paused" list; do
        kill -0 $player || exit 9
      done
      grep "$PWD/socket" list | sed "s|$PWD|HERE|" | cut -f 1-3
      """)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.lines == ["mpv:HERE/socket\tpaused\t10.000"])
  }
}
