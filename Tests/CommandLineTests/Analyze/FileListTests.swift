import Foundation
import PlayheadTestEnvironment
import Testing

/// `analyze --files-from`.
@Suite struct FileListTests {
  @Test func theFilesOfAListAreReportedInItsOrder() throws {
    let outcome = try BuiltCommand.run(
      """
      cd $MEDIA
      printf 'bbb_small.mp4\\n\\nmissing.mp4\\nbbb_vfr.mp4' > "$OLDPWD/list"
      playhead analyze -j 3 -f json --files-from "$OLDPWD/list"; echo "status $?"
      playhead analyze -j 3 -f json --files-from - < "$OLDPWD/list" 2>/dev/null; echo "status $?"
      playhead analyze -j 3 -f json bbb_small.mp4 missing.mp4 bbb_vfr.mp4 2>/dev/null
      """)
    #expect(outcome.errors == "playhead: missing.mp4: No such file or directory\n")
    let parts = outcome.output.components(separatedBy: "status 1\n")
    try #require(parts.count == 3)
    #expect(parts[0] == parts[1] && parts[1] == parts[2])
    let records = try AnalyzeRecord.all(in: parts[0])
    #expect(records.map(\.file) == ["bbb_small.mp4", "missing.mp4", "bbb_vfr.mp4"])
    #expect(records[1].isError && records[1]["size"] == .null)
  }

  @Test func namesThatEndWithNullBytesMayContainAnyOtherByte() throws {
    let outcome = try BuiltCommand.run(
      """
      cp $MEDIA/mediafile.opus $'two\\nlines.opus'
      cp $MEDIA/mediafile.opus $'Latin-\\xE9.opus'
      cp $MEDIA/mediafile.opus ./-
      { find . -name '*.opus' -print0 | sort -z; printf -- '-\\0'; } > list
      playhead analyze -f json --files-from list -0 --output out.jsonl 2>&1
      playhead analyze --files-from - --null --output out.jsonl --skip-recorded < list 2>&1
      cat out.jsonl
      """)
    #expect(outcome.lines[0] == "playhead: 3 files: 3 without findings")
    #expect(outcome.lines[1] == "playhead: 3 files: 3 already recorded")
    let files = try outcome.lines.dropFirst(2).map { try AnalyzeRecord($0).file }
    #expect(files == ["./Latin-\u{FFFD}.opus", "./two\nlines.opus", "./-"])
  }

  @Test func playlistsInAListAreReplacedByTheirEntries() throws {
    let outcome = try BuiltCommand.run(
      """
      cp $MEDIA/mediafile.opus a.opus; cp a.opus b.opus
      printf '%s\\n' b.opus a.opus > files.m3u
      echo files.m3u | playhead analyze -f json --files-from -
      """)
    #expect(try AnalyzeRecord.all(in: outcome.output).map(\.file) == ["b.opus", "a.opus"])
  }

  @Test func aListThatContainsNoNamesIsRefusedInOneLine() throws {
    let outcome = try BuiltCommand.run(
      """
      cp $MEDIA/mediafile.opus a.opus
      printf 'a.opus\\nb\\0c\\n' | playhead analyze -f json --files-from -; echo "status $?"
      head -c 70000 /dev/zero | tr '\\0' x > long; playhead analyze --files-from long; echo "status $?"
      playhead analyze --files-from missing; echo "status $?"
      playhead analyze --files-from .; echo "status $?"
      : > empty; playhead analyze --files-from empty; echo "status $?"
      """)
    // What precedes the invalid name is analyzed.
    #expect(try AnalyzeRecord(outcome.lines[0]).file == "a.opus")
    #expect(
      outcome.lines.dropFirst() == ["status 1", "status 1", "status 1", "status 1", "status 0"])
    #expect(
      outcome.errors == """
        playhead: standard input: name 2 contains a null byte (see --null)
        playhead: long: name 1 is longer than 65536 bytes
        playhead: missing: No such file or directory
        playhead: .: Is a directory

        """)
  }

  @Test func optionsOfListsAndRecordsThatHaveNoEffectAreRefused() throws {
    for (words, message) in [
      ("--files-from list file", "--files-from cannot be used with files on the command line"),
      ("-0 file", "--null requires --files-from"),
      ("--skip-recorded file", "--skip-recorded requires --output"),
      ("-o out --findings file", "--findings cannot be used with --output"),
      ("-o out -f text file", "--format text cannot be used with --output"),
    ] {
      let outcome = try BuiltCommand.run("playhead analyze \(words)")
      #expect(outcome.status == 2 && outcome.errors == "playhead: \(message)\n")
    }
  }
}
