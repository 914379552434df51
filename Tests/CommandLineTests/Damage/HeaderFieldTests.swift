import Foundation
import PlayheadTestEnvironment
import Testing

/// No number in a header ends the command with a signal, makes it run without end, or makes it need
/// memory without bound, in any of the ways to read a file.
///
/// A run examines some numbers, the same in each run; `scripts/search fields` examines all.
@Suite struct HeaderFieldTests {
  /// A way to read the files `f.*` of the current directory.
  private static let ways = [
    "play": #""$PLAYHEAD" --instant -i 24h OPTIONS f.* >play"#,
    "analyze": #""$PLAYHEAD" analyze -q f.* >analyze"#,
    "index": #""$PLAYHEAD" analyze -q --index -f json f.* >index"#,
    "list": #"ls f.* >list; "$PLAYHEAD" analyze -q -j 2 --files-from list -o records"#,
    "inspect": #""$PLAYHEAD" inspect OPTIONS f.* >inspect"#,
    "inspect-json": #""$PLAYHEAD" inspect -f json OPTIONS f.* >inspect"#,
    "timecode": #""$PLAYHEAD" inspect --timecode OPTIONS f.* >inspect"#,
    "timeline":
      #"worst=0; for f in f.*; do "$PLAYHEAD" timeline OPTIONS "$f" >packets; \#(worse) done; exit $worst"#,
    "frames":
      #"worst=0; for f in f.*; do "$PLAYHEAD" timeline --frames OPTIONS "$f" >frames; \#(worse) done; exit $worst"#,
  ]
  /// The ways in which FFmpeg does not open the files that a manifest names.
  private static let analyses: Set = ["analyze", "index", "list"]
  private static let worse = "s=$?; [ $s -gt $worst ] && worst=$s;"

  private static let batchLength = 24
  /// The number of cases that a run examines of all, in debug builds about 10 s.
  private static let share = 48
  /// The address space that a process may use, in KiB.
  private static let memoryLimit = 2 << 20

  private static func cases(of way: String) throws -> [FieldFile.Case] {
    let number = ways.keys.sorted().firstIndex(of: way) ?? 0
    let all = try FieldFile.all().filter { $0.isPlayable || analyses.contains(way) }
      .flatMap(\.cases)
    var generator = SplitMix64(seed: UInt64(number))
    return Array(all.shuffled(using: &generator).prefix(TestEffort.rounds(share)))
  }

  @Test(arguments: ways.keys.sorted()) func anyNumberInAHeaderIsRead(_ way: String) throws {
    let line = try #require(Self.ways[way])
    let cases = try Self.cases(of: way)
    for start in stride(from: 0, to: cases.count, by: Self.batchLength) {
      let batch = Array(cases[start..<min(start + Self.batchLength, cases.count)])
      try Self.examine(batch, way, line)
    }
  }

  /// Runs the command for files at once, and if that fails for each half of them.
  private static func examine(_ cases: [FieldFile.Case], _ way: String, _ line: String) throws {
    let folder = try TemporaryDirectory()
    for (index, one) in cases.enumerated() {
      let kind = (one.file.name as NSString).pathExtension
      try folder.write(one.bytes, to: "f.\(100 + index).\(kind)")
      for companion in one.file.companions {
        let name = (companion as NSString).lastPathComponent
        try folder.write(
          Data(contentsOf: URL(filePath: Repository.path(companion))), to: name)
      }
    }
    let options = cases.first { !$0.options.isEmpty }?.options.joined(separator: " ") ?? ""
    let limit = TestEffort.hasSanitizer ? "" : "ulimit -v \(memoryLimit); "
    let outcome = try BuiltCommand.run(
      limit
        + line.replacing("OPTIONS", with: options).replacing(
          #""$PLAYHEAD""#, with: #"timeout -k 1 60 "$PLAYHEAD""#), in: folder)
    if outcome.status < 2 { return }
    guard cases.count > 1 else {
      Issue.record("\(way): \(cases[0].name): \(outcome.status) \(outcome.errors.suffix(2_000))")
      return
    }
    let middle = cases.count / 2
    try examine(Array(cases[..<middle]), way, line)
    try examine(Array(cases[middle...]), way, line)
  }
}
