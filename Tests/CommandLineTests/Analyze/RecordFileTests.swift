import Foundation
import PlayheadTestEnvironment
import Testing

/// `analyze --output` and `--skip-recorded`.
@Suite struct RecordFileTests {
  /// Copies of small samples in the folder `media`, and their list, with a file that is missing and
  /// one that is no media.
  private static let files = """
    mkdir media
    for n in 1 2 3 4; do cp $MEDIA/mediafile.opus media/$n.opus; done
    echo text > media/5.txt; printf 'media/%s\\n' 1.opus 2.opus 3.opus 4.opus 5.txt 6.opus > list

    """

  @Test func aFileThatFailsIsARecordAndTheRunGoesOn() throws {
    let folder = try TemporaryDirectory()
    let outcome = try BuiltCommand.run(
      Self.files + "tac list | playhead analyze -j 2 --files-from - -o out.jsonl", in: folder)
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(
      Set(outcome.errors.split(separator: "\n")) == [
        "playhead: media/5.txt: not a recognised media format",
        "playhead: media/6.opus: No such file or directory",
        "playhead: 6 files: 4 without findings, 2 cannot be opened",
      ])
    let records = try AnalyzeRecord.all(inFileAt: folder.path("out.jsonl"))
    #expect(
      records.map(\.file).sorted() == (1...4).map { "media/\($0).opus" } + [
        "media/5.txt", "media/6.opus",
      ])
    #expect(
      records.first { $0.file == "media/6.opus" }?["error"]
        == .string("media/6.opus: No such file or directory"))
  }

  @Test func recordedFilesAreReadAgainOnlyIfTheyChanged() throws {
    let folder = try TemporaryDirectory()
    let outcome = try BuiltCommand.run(
      Self.files + """
        again() { playhead analyze --files-from list -o out.jsonl --skip-recorded; echo "status $?"; }
        again 2>/dev/null; again
        touch -d 2001-01-01T00:00:00.000000001Z media/1.opus; again
        cp media/1.opus media/6.opus; again
        touch -r media/2.opus time; cp $MEDIA/bbb_small.mp4 media/2.opus; touch -r time media/2.opus; again
        sed -i 's/"version":1/"version":0/' out.jsonl; again 2>&1 | tail -n 1
        """, in: folder)
    #expect(
      outcome.lines.map(String.init) == ["1", "0", "0", "0", "0", "1"].map { "status \($0)" })
    #expect(
      outcome.errors == """
        playhead: 6 files: 6 already recorded
        playhead: 6 files: 1 without findings, 5 already recorded
        playhead: 6 files: 1 without findings, 5 already recorded
        playhead: 6 files: 1 without findings, 5 already recorded
        """ + "\n")
  }

  /// A `kill -9` or a full disk may leave a part of the last record.
  @Test func anIncompleteLastRecordIsRemovedAndItsFileReadAgain() throws {
    let folder = try TemporaryDirectory()
    let command = "playhead analyze --files-from list -o out.jsonl --skip-recorded"
    _ = try BuiltCommand.run(Self.files + command, in: folder)
    let path = folder.path("out.jsonl")
    let whole = try Data(contentsOf: URL(filePath: path))
    let records = try AnalyzeRecord.all(inFileAt: path)
    let first = try #require(whole.firstIndex(of: UInt8(ascii: "\n"))) + 1
    for (length, count) in [
      (whole.count - 1, 1), (whole.count - 40, 1), (first + 1, 5), (first, 5), (first - 1, 6),
      (20, 6), (0, 6),
    ] {
      try folder.write(whole.prefix(length), to: "out.jsonl")
      let outcome = try BuiltCommand.run(command, in: folder)
      let skipped = count == 6 ? "" : ", \(6 - count) already recorded\n"
      #expect(outcome.errors.hasSuffix(skipped))
      let again = try AnalyzeRecord.all(inFileAt: path)
      #expect(again.count == 6 && Set(again.map(\.value)) == Set(records.map(\.value)))
    }
  }

  @Test func aFileOfAnotherKindIsNotChanged() throws {
    let folder = try TemporaryDirectory()
    let outcome = try BuiltCommand.run(
      """
      cp $MEDIA/bbb_small.mp4 a.mp4; printf '{"type":"other' > torn; printf '{"type":"x"}\\n\\0\\0\\0' > zeros
      for file in a.mp4 torn zeros; do playhead analyze -q $MEDIA/mediafile.opus -o $file; echo $?; done
      cmp a.mp4 $MEDIA/bbb_small.mp4 && wc -l < torn && wc -l < zeros
      """, in: folder)
    #expect(outcome.lines == ["1", "0", "0", "1", "2"])
    #expect(outcome.errors == "playhead: a.mp4: not a file of records; it is not changed\n")
  }

  @Test func aKilledRunLosesAndDoublesNoFile() throws {
    let folder = try TemporaryDirectory()
    // Opening the FIFO for writing waits until the command has opened it for reading.
    let outcome = try BuiltCommand.run(
      Self.files + """
        mkfifo media/gate; sed -i '4i media/gate' list
        "$PLAYHEAD" analyze --files-from list -o out.jsonl 2>/dev/null & pid=$!
        exec 9> media/gate; until [ "$(wc -l < out.jsonl)" = 3 ]; do sleep 0.02; done; kill -9 $pid; wait $pid; echo $?; exec 9>&-
        wc -l < out.jsonl
        rm media/gate; cp $MEDIA/mediafile.opus media/gate
        playhead analyze --files-from list -o out.jsonl --skip-recorded 2>/dev/null
        """, in: folder)
    #expect(outcome.lines == ["137", "3"])
    let files = try AnalyzeRecord.all(inFileAt: folder.path("out.jsonl")).map(\.file)
    let list = try String(contentsOfFile: folder.path("list"), encoding: .utf8)
    #expect(files == list.split(separator: "\n").map(String.init))
  }

  @Test func aSignalFinishesTheFilesThatAreBeingRead() throws {
    let folder = try TemporaryDirectory()
    let outcome = try BuiltCommand.run(
      Self.files + """
        mkfifo media/gate; sed -i '2i media/gate' list
        "$PLAYHEAD" analyze --files-from list -o out.jsonl 2>errors & pid=$!
        exec 9> media/gate; kill -INT $pid
        until grep -q finishing errors; do sleep 0.02; done
        cat $MEDIA/mediafile.opus >&9; exec 9>&-
        wait $pid; echo $?; cat errors
        """, in: folder)
    #expect(
      outcome.lines == [
        "130", "playhead: finishing 1 file (another signal abandons them)",
        "playhead: 2 files: 2 without findings", "playhead: stopped with 5 files remaining",
      ])
    let records = try AnalyzeRecord.all(inFileAt: folder.path("out.jsonl"))
    #expect(records.map(\.file) == ["media/1.opus", "media/gate"])
    #expect(records[1]["ending"] == .string("end") && records[1]["key"] == .null)
  }

  @Test func severalCommandsMayAppendToOneFile() throws {
    let folder = try TemporaryDirectory()
    _ = try BuiltCommand.run(
      """
      for c in 1 2 3 4; do
        mkdir $c; for n in $(seq 20); do ln $MEDIA/mediafile.opus $c/$n.opus ||
          cp $MEDIA/mediafile.opus $c/$n.opus; done 2>/dev/null
        playhead analyze -q -j 2 $c/*.opus -o out.jsonl & done
      wait
      """, in: folder)
    let files = try AnalyzeRecord.all(inFileAt: folder.path("out.jsonl")).map(\.file)
    #expect(Set(files).count == 80 && files.count == 80)
  }

  @Test func aFullDiskStopsTheRunWithOneMessage() throws {
    let outcome = try BuiltCommand.run(Self.files + "playhead analyze -o /dev/full media/*.opus")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "playhead: /dev/full: No space left on device\n")
    let folder = try BuiltCommand.run("playhead analyze -o . $MEDIA/mediafile.opus")
    #expect(folder.status == 1 && folder.errors == "playhead: .: Is a directory\n")
  }

  @Test func checkAppliesToTheFilesThatAreRead() throws {
    let outcome = try BuiltCommand.run(
      """
      run() { playhead analyze -q --check -o out.jsonl --skip-recorded "$@"; echo $?; }
      run $MEDIA/beepflash/*.mp4; run $MEDIA/beepflash/*.mp4
      """)
    #expect(outcome.lines == ["3", "0"] && outcome.errors.isEmpty)
  }

  /// The peak is read while the command waits for the last file of the list, a FIFO. The million
  /// files of an archive are a row of the benchmark.
  @Test(.disabled(if: TestEffort.hasSanitizer, "The sanitizer needs memory of its own."))
  func theMemoryDoesNotGrowWithTheNumberOfFiles() throws {
    let count = TestEffort.isThorough ? 20_000 : 5_000
    let outcome = try BuiltCommand.run(
      """
      mkfifo gate
      peak() {
        { seq -f 'folder/file-that-is-missing-%.0f.mp4' $1; echo gate; } > list
        "$PLAYHEAD" analyze -q --files-from list -o out.jsonl --skip-recorded 2>/dev/null & pid=$!
        exec 9> gate; awk '/VmHWM/ { print $2 }' /proc/$pid/status; exec 9>&-; wait $pid
      }
      peak 100; peak \(count); peak \(count)
      wc -l < out.jsonl
      """)
    let numbers = outcome.lines.compactMap { Int($0) }
    try #require(numbers.count == 4)
    // The hashes of 20,000 recorded files need less than 2 MB.
    #expect(numbers[1] < numbers[0] + 8_192 && numbers[2] < numbers[0] + 8_192)
    #expect(numbers.prefix(3).allSatisfy { $0 < 65_536 })
    // Each run records the FIFO, which has no key.
    #expect(numbers[3] == count + 3)
  }

  @Test func aTerminalShowsTheProgressOfTheList() throws {
    let terminal = try PseudoTerminal(
      """
      cd "$(mktemp -d)"; mkfifo gate; cp $MEDIA/mediafile.opus a.opus
      printf '%s\\n' a.opus missing gate b c > list
      "$PLAYHEAD" analyze --files-from list -o out.jsonl & pid=$!
      exec 9> gate; read -r line; exec 9>&-
      wait $pid; echo "status $?"; rm -r "$PWD"
      """, columns: 160)
    let shown = try terminal.wait(for: "gate: opening")
    #expect(shown.contains("2 of 5 files, "))
    #expect(shown.contains(" files/s, ") && shown.contains(" left, 1 failed, 0 with findings"))
    try terminal.type("\r", expecting: "5 files: 1 without findings, 4 cannot be opened")
    try terminal.expectEnd(status: 1)
  }
}
