import Foundation
import PlayheadTestEnvironment
import Testing

@Suite struct RecordSchemaTests {
  @Test func theSchemaDescribesTheRecordsOfAllSamplesAndOfDamagedFiles() throws {
    let step = TestEffort.isThorough ? 1 : 8
    let outcome = try BuiltCommand.run(
      """
      for file in "$MEDIA"/*.* "$MEDIA"/beepflash/*; do
        echo "$file"
        name=$(basename "$file")
        head -c 30000 "$file" > "cut-$name"
        { head -c 20000 "$file"; head -c 4000 /dev/zero; tail -c +24001 "$file"; } > "hole-$name"
      done > list
      ls cut-* hole-* | awk 'NR % \(step) == 0' >> list
      playhead analyze -q -f json --files-from list 2>/dev/null
      echo findings
      playhead analyze -q -f json --findings --files-from list 2>/dev/null
      wc -l < list >&2
      """)
    let parts = outcome.output.components(separatedBy: "\nfindings\n")
    try #require(parts.count == 2)
    let reports = try AnalyzeRecord.all(in: parts[0])
    let count = Int(outcome.errors.trimmingCharacters(in: .whitespacesAndNewlines))
    #expect(reports.count == count && reports.contains(where: \.isError))
    let listed = reports.flatMap { $0["findings"]?.elements ?? [] }
    let findings = try AnalyzeRecord.all(in: parts[1]).filter { !$0.isError }
    #expect(findings.compactMap { $0["sentence"] } == listed.compactMap { $0["sentence"] })
    // The size and the time of change are those of the file.
    let sample = try #require(reports.first { $0.file.hasSuffix("/bbb_small.mp4") })
    let attributes = try FileManager.default.attributesOfItem(atPath: sample.file)
    #expect(sample["size"] == (attributes[.size] as? Int).map { .integer(Int64($0)) })
  }

  @Test func aRecordThatDiffersFromTheSchemaIsRefused() throws {
    let line = try BuiltCommand.run("playhead analyze -f json $MEDIA/bbb_small.mp4").output
    #expect(throws: Never.self) { try AnalyzeRecord(line) }
    for (part, other) in [
      (#""begins_within":false"#, #""begins_within":0"#), (#""ending":"end""#, #""ending":"stop""#),
      (#""key":""#, #""key":"x"#), (#""version":1"#, #""version":2"#),
      (#""interleaving_bytes":"#, #""new_key":1,"interleaving_bytes":"#),
      (#""interleaving_bytes":"#, #""other_bytes":"#), (#""packets":"#, #""packets":-"#),
    ] {
      let changed = line.replacing(part, with: other, maxReplacements: 1)
      #expect(changed != line)
      #expect(throws: JSONSchema.Violation.self) { try AnalyzeRecord(changed) }
    }
  }
}
