import PlayheadTestEnvironment
import Testing

/// Points at the limits of the types that store them, in pairs.
@Suite struct ExtremeOptionTests {
  private static let points = [
    "0", "0.00000000000000001%", "100.000000000000000%", "0.000000001", "4611686018.42738790",
    "-4611686018.42738790", "#1", "23:59:59:24",
  ]

  @Test func everyPairOfPointsIsPlayedOrIsAnError() throws {
    let pairs = TestEffort.some(Self.points, Self.points).map { "\($0) \($1)\n" }.joined()
    let outcome = try BuiltCommand.run(
      """
      while read -r start end; do
        errors=$(playhead --instant -n 9 --start "$start" --end "$end" --at "$start,$end" \\
          --every 33.333333333333333% --loop=9223372036854775807 $MEDIA/bbb_tmcd.mov 2>&1 >> records </dev/null)
        status=$?
        [ $status -le 2 ] && [ "$(wc -l <<< "$errors")" -le 4 ] || echo "$start $end: $status $errors"
      done <<'PAIRS'
      \(pairs)PAIRS
      """)
    #expect(outcome.status == 0 && outcome.output == "" && outcome.errors == "")
  }

  @Test func numbersInControlLinesNeitherEndNorStopPlayback() throws {
    let numbers =
      Self.points + [
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "1e308", "nan",
      ]
    let lines = numbers.flatMap { number in
      [
        "seek \(number)", "seek +\(number)", "volume \(number)", "step \(number)",
        "chapter \(number)",
      ]
    }
    let outcome = try BuiltCommand.run(
      """
      printf '%s\\n' pause \(lines.map { "'\($0)'" }.joined(separator: " ")) 'seek 2' position quit |
        playhead --control - $MEDIA/bbb_chapters.mkv
      """)
    #expect(outcome.status == 0 && outcome.lines.last?.hasPrefix("2.000 ") == true)
    #expect(outcome.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("playhead: ") })
  }
}
