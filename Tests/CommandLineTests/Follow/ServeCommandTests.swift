import PlayheadTestEnvironment
import Testing

/// `--serve`, and the command itself as the client.
@Suite struct ServeCommandTests {
  /// Runs a script beside a player that serves its timeline at `$port`, is controlled by `&3`, and whose process is
  /// `$server`.
  private func run(_ script: String, options: String = "") throws -> BuiltCommand.Outcome {
    try BuiltCommand.run(
      """
      echo "the key of this test" >key; echo "the key of others" >other
      mkfifo control
      exec 3<>control
      for port in $(seq $((10000 + $$ % 20000)) 7 40000); do
        "$PLAYHEAD" -q --pause --serve $port --control control \(options) $MEDIA/gnome-dual-monitors.webm 2>errors &
        server=$!
        until "$PLAYHEAD" attach -n 1 \(options) playhead://localhost:$port >/dev/null 2>&1; do
          kill -0 $server 2>/dev/null || break
        done
        kill -0 $server 2>/dev/null && break
      done
      trap 'kill $server 2>/dev/null' EXIT
      \(script)
      """)
  }

  @Test func anotherCommandReportsThePosition() throws {
    let outcome = try run(
      """
      "$PLAYHEAD" attach --every 100% --fields cause,state,rate playhead://localhost:$port >records & client=$!
      until [ -s records ]; do sleep 0.02; done
      echo seek 20 >&3; until grep -q jumped records; do sleep 0.02; done
      echo rate 2 >&3; echo play >&3; until grep -q started records; do sleep 0.02; done
      echo quit >&3; wait $client; echo "status $?"; cat records; cat errors
      """)
    #expect(outcome.lines.first == "status 0")
    #expect(outcome.lines.contains { $0.hasPrefix("jumped paused") })
    #expect(outcome.lines.contains { $0.hasPrefix("started playing 2") })
    #expect(outcome.errors.contains("playhead://localhost:"), "\(outcome.errors)")
  }

  @Test func aFileIsPlayedWhereTheServerIs() throws {
    let outcome = try run(
      """
      "$PLAYHEAD" --input-ipc-server=b -q --pause $MEDIA/gnome-dual-monitors.webm & player=$!
      trap 'kill $server $player 2>/dev/null' EXIT
      until [ -S b ]; do sleep 0.02; done
      "$PLAYHEAD" follow playhead://localhost:$port mpv:b@+1 & follower=$!
      echo seek 20 >&3
      until "$PLAYHEAD" attach -n 1 --fields position mpv:b | grep -q '^21[.]'; do kill -0 $follower || exit 9; done
      kill $follower; wait $follower; echo "status $?"
      """)
    #expect(outcome.lines == ["status 143"], "\(outcome.errors)")
  }

  @Test func onlyClientsWithTheKeyAreAnswered() throws {
    let outcome = try run(
      """
      "$PLAYHEAD" attach -n 1 --fields state --key key playhead://localhost:$port
      "$PLAYHEAD" attach -n 1 --key other playhead://localhost:$port 2>/dev/null; echo "status $?"
      echo quit >&3; wait $server; cat errors
      """, options: "--key key")
    #expect(outcome.lines.prefix(2) == ["paused", "status 1"], "\(outcome.errors)")
    #expect(outcome.lines.last?.hasPrefix("playhead: --serve: dropped ") == true)
  }

  @Test func aServerThatDoesNotAnswerIsOneLine() throws {
    let outcome = try run(
      """
      "$PLAYHEAD" follow playhead://127.0.0.1:$port $MEDIA/gnome-dual-monitors.webm
      kill $server; wait $server
      """, options: "--key key")
    // On a busy machine the command is seen to wait.
    let errors = outcome.errors.split(separator: "\n").filter { !$0.hasSuffix("(waiting for it)") }
    #expect(errors.count == 1, "\(outcome.errors)")
    #expect(errors.first?.contains("the server does not answer, has a key, ") == true)
  }

  @Test func whatCannotBeServedOrFollowedIsOneLine() throws {
    let outcome = try run(
      """
      "$PLAYHEAD" --serve $port $MEDIA/bbb.mp4; echo $?
      "$PLAYHEAD" --serve 192.0.2.1:$port $MEDIA/bbb.mp4; echo $?
      kill $server; wait $server
      "$PLAYHEAD" attach playhead://127.0.0.1:$port; echo $?
      "$PLAYHEAD" follow $MEDIA/bbb.mp4 playhead://127.0.0.1:$port; echo $?
      """)
    #expect(outcome.lines == ["1", "1", "1", "2"])
    let errors = outcome.errors.split(separator: "\n")
    #expect(errors.count == 4)
    #expect(errors.first == "playhead: --serve: Address already in use")
    #expect(errors.dropFirst().first == "playhead: --serve: Cannot assign requested address")
    #expect(errors.dropFirst(2).first?.hasSuffix("nobody serves a timeline there") == true)
  }
}
