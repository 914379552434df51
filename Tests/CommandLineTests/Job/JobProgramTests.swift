import Foundation
import PlayheadTestEnvironment
import Testing

/// `job --of`, with programs that print their position.
@Suite struct JobProgramTests {
  private static let fields = "-f csv --fields position,duration,percent,state -i 1ms"

  /// Runs a program that waits between its lines until each position is recorded.
  @Test func positionsOfAnyProgramAreRecorded() throws {
    let outcome = try BuiltCommand.run(
      """
      "$PLAYHEAD" job --of --duration 4 -o log.csv \(Self.fields) -- bash -c '
        for position in 1 2 1.5 3; do
          echo "at $position of 4"
          [ $position != 1 ] || echo at 1 of 4
          until [ $position = 1.5 ] || grep -q "^$position.000" log.csv; do sleep 0.02; done
        done
        printf "at 4 of 4"'
      """)
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(
      outcome.lines.prefix(4) == [
        "position,duration,percent,state", "1.000000,4.000000,25.0,playing",
        "2.000000,4.000000,50.0,playing", "3.000000,4.000000,75.0,playing",
      ])
    #expect(outcome.lines.last == "4.000000,4.000000,100.0,ended")
  }

  @Test(arguments: [
    // Without a known end, the end is where a successful program ends.
    ("", #"printf '1\n2\n'"#, 0, "2.000000,2.000000,100.0,ended"),
    ("", #"sh -c 'printf "1\n2\n"; exit 3'"#, 3, "2.000000,,,paused"),
    ("", #"sh -c 'echo 2; kill -KILL $$'"#, 137, "2.000000,,,paused"),
    ("--duration 1:00", "echo 2", 0, "2.000000,60.000000,3.3,paused"),
    ("--duration 2", "printf '%s\\n' 1 2 1", 0, "2.000000,2.000000,100.0,ended"),
    ("--duration 2 -u ms", "echo 2000", 0, "2.000000,2.000000,100.0,ended"),
    (
      "--duration 100 -e '([0-9.]+)%'", "printf 'item 7: 12.5%%\\ritem 8: 50%%\\n'", 0,
      "50.000000,100.000000,50.0,paused"
    ),
    // Other lines do not count.
    ("", #"printf '\0\n-\n2\n99999999999999999999\n=\n'"#, 0, "2.000000,2.000000,100.0,ended"),
    ("", "bash -c 'printf %05000d 7; echo; echo 2'", 0, "2.000000,2.000000,100.0,ended"),
    // Numbers in changing words are none.
    (
      "", #"printf 'step 1 of 3\nversion 9\nsize=1 time=00:00:02.00 x\n'"#, 0,
      "2.000000,2.000000,100.0,ended"
    ),
    ("", #"printf 'step 1 of 3\nversion 9\n2 s\n2 s\n'"#, 0, "2.000000,2.000000,100.0,ended"),
  ])
  func theLastRecordIsThatOfTheEnd(
    _ options: String, _ program: String, _ status: Int32, _ last: String
  ) throws {
    let outcome = try BuiltCommand.run(
      "\"$PLAYHEAD\" job --of \(Self.fields) \(options) -- \(program)")
    #expect(outcome.status == status && outcome.errors == "")
    #expect(outcome.lines.last.map(String.init) == last)
  }

  @Test(arguments: ["true", "echo nothing", "printf '\\0'"])
  func aProgramWithoutAPositionHasNoRecords(program: String) throws {
    let outcome = try BuiltCommand.run("\"$PLAYHEAD\" job --of --duration 9 -- \(program)")
    #expect(outcome.status == 0 && outcome.output == "" && outcome.errors == "")
  }

  @Test func whatIsNotReadAndTheInputAreTheProgramsOwn() throws {
    let outcome = try BuiltCommand.run(
      """
      printf '1\\n2' | "$PLAYHEAD" job --of -q -o log.csv --fields position -- cat; echo
      "$PLAYHEAD" job --of --stderr -o log.txt --fields position -- \\
        sh -c 'echo out; echo 3 >&2; echo warning >&2; echo 4 >&2'
      tail -q -n 1 log.csv log.txt
      """)
    #expect(outcome.output == "1\n2\nout\n2.000000\n4.000\n")
    #expect(outcome.errors == "3\nwarning\n4\n")
  }

  @Test(arguments: [
    ("--regex '[0-9]' ffmpeg -i a b", 2, "--regex requires --of"),
    ("--stderr ffmpeg -i a b", 2, "--stderr requires --of"),
    ("--of --stderr true", 2, "--stderr requires --log FILE or --quiet"),
    ("--of --duration 0 true", 2, "invalid value '0' for --duration"),
    ("--of", 2, "no command given"), ("--of ./none", 127, "./none: No such file or directory"),
  ])
  func whatCannotRunIsOneLine(_ words: String, _ status: Int32, _ message: String) throws {
    let outcome = try BuiltCommand.run("\"$PLAYHEAD\" job \(words)")
    #expect(outcome.status == status && outcome.output.isEmpty)
    #expect(outcome.errors.split(separator: "\n").count == 1 && outcome.errors.contains(message))
  }

  /// The lines without a position stay above the live line.
  @Test func theLiveLineReplacesTheProgramsStatusLine() throws {
    let terminal = try PseudoTerminal(
      """
      "$PLAYHEAD" job --of --stderr --duration 4 -- bash -c '
        echo 2 >&2; read -r line; echo warning >&2; printf "4\\r" >&2'; echo status $?
      """,
      columns: 120)
    try terminal.wait(for: "50.0%")
    try terminal.type("go\n", expecting: "warning")
    try terminal.wait(for: "ended")
    try terminal.wait(for: "status 0")
  }
}
