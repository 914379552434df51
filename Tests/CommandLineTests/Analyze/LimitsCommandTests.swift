import Foundation
import PlayheadTestEnvironment
import Testing

/// `analyze --limits` and `analyze --decode` as a user runs them.
@Suite struct LimitsCommandTests {
  private static let skewed = "$MEDIA/beepflash/bf_av_skew_p120.mp4"

  @Test func theDefaultsCanBeWrittenEditedAndReadAgain() throws {
    let outcome = try BuiltCommand.run(
      """
      playhead analyze --limits show > limits.txt
      playhead analyze --findings \(Self.skewed) > plain
      playhead analyze --findings --limits limits.txt \(Self.skewed) > limited; cmp plain limited
      sed -i 's/^av-offset .*/av-offset ignore/' limits.txt
      playhead analyze --findings --limits limits.txt --check warning \(Self.skewed); echo $?
      echo 'edit-list error' > limits.txt
      playhead analyze -q --limits limits.txt --check error \(Self.skewed) > text; echo $?
      grep -c 'error: edit-list' text
      """)
    #expect(outcome.errors.isEmpty && outcome.status == 0)
    #expect(outcome.lines.count == 4)
    #expect(outcome.lines[0].contains(": note: edit-list: "))
    #expect(outcome.lines.dropFirst() == ["0", "3", "1"])
  }

  @Test func anErrorOfTheFileIsOneLine() throws {
    let outcome = try BuiltCommand.run(
      """
      printf 'join note\\ngapp ignore\\n' > limits.txt
      playhead analyze --limits limits.txt \(Self.skewed); echo $?
      playhead analyze --limits none.txt \(Self.skewed); echo $?
      playhead analyze --limits . \(Self.skewed); echo $?
      playhead analyze --limits /dev/zero \(Self.skewed); echo $?
      playhead analyze --decode --index \(Self.skewed); echo $?
      """)
    #expect(outcome.lines == ["2", "2", "2", "2", "2"])
    #expect(
      outcome.errors.split(separator: "\n") == [
        "playhead: limits.txt:2: unknown finding 'gapp' (did you mean 'gap'?)",
        "playhead: none.txt: No such file or directory",
        "playhead: .: Is a directory",
        "playhead: /dev/zero: File too large",
        "playhead: --decode cannot be used with --index",
      ])
  }

  @Test func damageIsReportedInEachFormat() throws {
    let folder = try TemporaryDirectory()
    var data = try Repository.sampleBytes("bbb_small.mp4")
    let middle = data.count / 2
    data.replaceSubrange(middle..<middle + 2_000, with: Data(count: 2_000))
    try folder.write(data, to: "zeros.mp4")
    let outcome = try BuiltCommand.run(
      """
      playhead analyze zeros.mp4 | tail -n 2
      playhead analyze --decode --findings --check error zeros.mp4 | head -n 1
      playhead analyze --decode zeros.mp4 | grep decoded:
      playhead analyze --decode -f json zeros.mp4
      playhead analyze -f json zeros.mp4
      """, in: folder)
    #expect(
      outcome.lines.prefix(2) == ["  payloads were not decoded (see --decode)", "  no findings"])
    #expect(outcome.lines[2].contains(": error: undecodable-packets: the decoder rejects "))
    #expect(outcome.lines[3].hasPrefix("  decoded: 1"))
    for (line, isDecoded) in zip(outcome.lines.suffix(2), [true, false]) {
      _ = try AnalyzeRecord(line)
      let report = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let tracks = try #require(report["tracks"] as? [[String: Any]])
      for track in tracks {
        let decoding = track["decoding"] as? [String: Any]
        #expect((decoding != nil) == isDecoded)
        #expect(track.keys.contains("decoding"))
        if isDecoded { #expect(decoding?["frames"] as? Int ?? 0 > 100) }
      }
    }
  }
}
