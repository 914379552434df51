import Foundation
import PlayheadTestEnvironment
import Testing

@Suite struct AnalyzeCommandTests {
  private func object(_ line: some StringProtocol) throws -> [String: Any] {
    _ = try AnalyzeRecord(line)
    return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  private func kinds(_ object: [String: Any]) -> [String] {
    (object["findings"] as? [[String: Any]] ?? []).compactMap { $0["kind"] as? String }
  }

  @Test func theOffsetIsMeasuredOnPresentedMedia() throws {
    let outcome = try BuiltCommand.run(
      "playhead analyze -f json $MEDIA/beepflash/bf_av_skew_p120.mp4")
    let report = try object(outcome.output)
    let pair = try #require((report["pairs"] as? [[String: Any]])?.first)
    let offset = try #require((pair["start_offset"] as? [String: Any])?["seconds"] as? Double)
    #expect(abs(offset - 0.1193) < 0.0001)
    #expect(kinds(report) == ["av-offset", "edit-list"])
  }

  /// Covers movie, track and media headers. libavformat itself trusts the packets more than them.
  @Test func movieHeadersThatDeclareFiveExtraSecondsAreReported() throws {
    let file = URL(fileURLWithPath: Repository.sample("bbb_small.mp4"))
    var bytes = try Data(contentsOf: file)
    func add(_ count: UInt32, _ kind: String, _ place: Int, isInMediaTicks: Bool = false) {
      var rest = bytes.startIndex..<bytes.endIndex
      while let found = bytes.range(of: Data(kind.utf8), in: rest) {
        func number(_ place: Int) -> UInt32 {
          bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        let start = found.lowerBound + place
        let scale = isInMediaTicks ? number(start - 4) : 1_000
        let sum = number(start) + count * scale
        bytes.replaceSubrange(
          start..<start + 4, with: withUnsafeBytes(of: sum.bigEndian, Array.init))
        rest = found.upperBound..<bytes.endIndex
      }
    }
    add(5, "mvhd", 20)
    add(5, "tkhd", 24)
    let folder = try TemporaryDirectory()
    try folder.write(bytes, to: "two.mp4")
    add(5, "mdhd", 20, isInMediaTicks: true)
    try folder.write(bytes, to: "three.mp4")

    let two = try object(
      BuiltCommand.run("playhead analyze -f json two.mp4", in: folder).output)
    #expect(kinds(two) == ["duration-mismatch"] && two["declared_by"] as? String == "mvhd")
    let declared = two["declared_duration"] as? [String: Any]
    #expect(declared?["seconds"] as? Double == 10.312)
    let three = try BuiltCommand.run("playhead analyze three.mp4", in: folder)
    #expect(three.output.contains("5.312 s (declared 10.312 s by mvhd)"))
    let words = three.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains(
        "the movie header (mvhd), 2 track headers (tkhd) and 2 media headers (mdhd) declare"))
  }

  @Test func parallelReportsAreInCommandLineOrder() throws {
    let files = ["bbb.mp4", "mediafile.opus", "missing.mp4", "bbb_vfr.mp4", "bbb_small.mp4"]
    let outcome = try BuiltCommand.run(
      "cd $MEDIA && playhead analyze -j 3 -f json \(files.joined(separator: " "))")
    let objects = try outcome.lines.map(object)
    #expect(objects.compactMap { $0["file"] as? String } == files)
    #expect(objects.compactMap { $0["type"] as? String }.filter { $0 == "error" }.count == 1)
    #expect(outcome.status == 1 && outcome.errors.split(separator: "\n").count == 1)
    #expect(kinds(objects[3]) == ["variable-frame-rate"])
  }

  @Test func theReportStatesHowThePacketsWereFound() throws {
    let files = "bbb_small.mp4 bbb_chapters.mkv"
    let outcome = try BuiltCommand.run(
      """
      cd $MEDIA
      playhead analyze --index -f json \(files)
      playhead analyze -f json bbb_small.mp4
      playhead analyze --index \(files) | grep method
      playhead analyze \(files) | grep method
      """)
    let objects = try outcome.lines.prefix(3).map(object)
    #expect(objects.map { $0["method"] as? String } == ["index", "whole", "whole"])
    #expect(
      outcome.lines[0].replacing(#""method":"index""#, with: #""method":"whole""#)
        == outcome.lines[2])
    #expect(
      outcome.lines.dropFirst(3) == [
        "  method: index; the media data was not read",
        "  method: whole file read, because it has no index of all packets",
      ])
  }

  @Test func checkFailsAtOrAboveTheGivenSeverity() throws {
    for (words, status) in [
      ("--check", 3), ("--check warning", 3), ("--check=error", 0), ("--check error", 0), ("", 0),
    ] as [(String, Int32)] {
      let outcome = try BuiltCommand.run(
        "playhead analyze \(words) $MEDIA/beepflash/bf_av_skew_p120.mp4 > /dev/null")
      #expect(outcome.status == status && outcome.errors.isEmpty)
    }
    let note = try BuiltCommand.run("playhead analyze --check note $MEDIA/bbb_vfr.mp4 | tail -n 2")
    #expect(note.output.contains("note: variable-frame-rate: "))
    #expect(try BuiltCommand.run("playhead analyze --check $MEDIA/bbb_vfr.mp4").status == 0)
  }

  @Test func theTextReportFitsOnOneScreen() throws {
    let outcome = try BuiltCommand.run("playhead analyze $MEDIA/bbb_small.mp4")
    #expect(outcome.lines.count <= 24)
    #expect(outcome.lines.allSatisfy { $0.count <= 80 || !$0.contains(" ") })
    #expect(outcome.output.contains("25 frames/s, constant (declared 25)"))
    #expect(outcome.output.contains("K           K           K"))
    #expect(outcome.output.contains("no findings"))
  }

  @Test func longSentencesWrapAtEightyColumns() throws {
    let outcome = try BuiltCommand.run(
      """
      head -c 100000 $MEDIA/bbb_small.mp4 > cut.mp4
      playhead analyze cut.mp4 $MEDIA/beepflash/bf_av_skew_p120.mp4 $MEDIA/bbb_multi.mkv
      """)
    #expect(outcome.output.contains("  error: truncated: "))
    // Only a path may be longer, because it has no space to wrap at.
    #expect(outcome.lines.allSatisfy { $0.count <= 80 || !$0.contains(" ") })
  }

  /// The container's clock starts at one hour, and playback at zero.
  @Test func playbackGoesToThePlaceOfAFinding() throws {
    let folder = try TemporaryDirectory()
    var bytes = try Repository.sampleBytes("bbb_start3600.ts")
    bytes.removeSubrange(188 * 300..<188 * 310)
    try folder.write(bytes, to: "film.ts")
    let outcome = try BuiltCommand.run("playhead analyze --findings film.ts", in: folder)
    let line = try #require(outcome.lines.first)
    let fields = line.split(separator: ":", maxSplits: 2)
    let position = try #require(Double(fields[1]))
    #expect(line.contains(": error: continuity-error: "))
    #expect(0...5.3 ~= position && line.contains(" (container time 360"))
    let playback = try BuiltCommand.run(
      "playhead --instant --interval 10 --start \(fields[1]) film.ts", in: folder)
    #expect(playback.status == 0)
    #expect(playback.lines.first?.hasPrefix(String(fields[1])) == true)
  }

  @Test func findingsArePrintedOnePerLineLikeCompilerDiagnostics() throws {
    let words = "beepflash/bf_av_skew_p120.mp4 bbb_small.mp4 bbb_vfr.mp4 bbb_multi.mkv"
    let outcome = try BuiltCommand.run("cd $MEDIA && playhead analyze --findings \(words)")
    let file = "beepflash/bf_av_skew_p120.mp4"
    try #require(outcome.lines.count == 4)
    #expect(
      outcome.lines[0]
        == "\(file):0.119: warning: av-offset: audio starts 119.3 ms later than video")
    #expect(outcome.lines[1].hasPrefix("\(file):0.119: note: edit-list: "))
    // A finding without a position applies to the whole file.
    #expect(
      outcome.lines[2].hasPrefix("bbb_vfr.mp4: note: variable-frame-rate: the frame rate varies"))
    #expect(
      outcome.lines[3].hasPrefix("bbb_multi.mkv:")
        && outcome.lines[3].contains(": note: early-end: "))
    #expect(
      outcome.errors == "playhead: 4 files: 1 without findings, 3 with (1 warning, 3 notes)\n")
    let quiet = try BuiltCommand.run("cd $MEDIA && playhead analyze --findings -q \(words)")
    #expect(quiet.output == outcome.output && quiet.errors.isEmpty)
    let checked = try BuiltCommand.run("playhead analyze --findings --check $MEDIA/\(file)")
    #expect(checked.status == 3 && checked.errors.isEmpty && checked.lines.count == 2)
  }

  @Test func eachFindingIsOneJSONObject() throws {
    let outcome = try BuiltCommand.run(
      "cd $MEDIA && playhead analyze --findings -f json beepflash/bf_av_skew_p120.mp4 bbb_vfr.mp4")
    let objects = try outcome.lines.map(object)
    #expect(objects.map { $0["type"] as? String } == ["finding", "finding", "finding"])
    #expect(
      objects.map { $0["kind"] as? String } == ["av-offset", "edit-list", "variable-frame-rate"])
    #expect(objects.map { $0["file"] as? String }.last == "bbb_vfr.mp4")
    #expect(outcome.errors.isEmpty)
  }

  @Test func theReportsOfSeveralFilesEndWithASummary() throws {
    let outcome = try BuiltCommand.run(
      "cd $MEDIA && playhead analyze bbb_small.mp4 beepflash/bf_av_skew_p120.mp4 no-such-file")
    #expect(
      outcome.lines.last
        == "3 files: 1 without findings, 1 with (1 warning, 1 note), 1 cannot be opened")
    let one = try BuiltCommand.run("playhead analyze $MEDIA/bbb_small.mp4")
    #expect(one.lines.last == "  no findings")
  }

  @Test func anEndlessPipeStoppedBySIGINTStillGivesItsReport() throws {
    let outcome = try BuiltCommand.run(
      """
      mkfifo fifo
      { for n in 1 2 3 4 5 6 7 8; do cat $MEDIA/pygame-house_lo.mp3 2>/dev/null ||
        cat $MEDIA/mediafile-cbr.mp3; done; touch written; exec tail -f /dev/null; } > fifo & writer=$!
      "$PLAYHEAD" analyze -q -f json fifo > report & pid=$!
      until [ -e written ]; do sleep 0.02; done
      kill -INT $pid; wait $pid; echo $?
      kill $writer; cat report
      """)
    #expect(outcome.lines.first == "130")
    let report = try object(try #require(outcome.lines.last))
    #expect(report["ending"] as? String == "interrupted")
    #expect(kinds(report).contains("incomplete"))
    #expect(!kinds(report).contains("duration-mismatch"))
  }

  @Test func damagedAndEmptyFilesAreReported() throws {
    let outcome = try BuiltCommand.run(
      """
      head -c 1000000 $MEDIA/bbb.mp4 > cut.mp4; : > empty.mp4; echo text > text.mp4
      playhead analyze -f json cut.mp4 empty.mp4 text.mp4
      """)
    #expect(outcome.status == 1 && outcome.lines.count == 3)
    #expect(try AnalyzeRecord.all(in: outcome.output).count(where: \.isError) == 3)
    #expect(outcome.errors.contains("empty.mp4: empty file\n"))
    #expect(outcome.errors.contains("text.mp4: not a recognised media format\n"))
  }

  @Test func aFileWithoutItsEndIsReportedAsTruncated() throws {
    let outcome = try BuiltCommand.run(
      """
      head -c 100000 $MEDIA/bbb_small.mp4 > cut.mp4
      playhead analyze -f json cut.mp4
      """)
    #expect(try kinds(object(outcome.output)).first == "truncated")
  }

  @Test func usageErrorsNameTheProblem() throws {
    for (words, message) in [
      ("analyze", "no file given (see 'playhead analyze --help')"),
      ("timeline", "no file given (see 'playhead timeline --help')"),
      ("measure", "no command given (see 'playhead measure --help')"),
      (
        "analyze --jobs 0 x", "invalid value '0' for --jobs (expected a whole number from 1 to 64)"
      ),
      (
        "analyze --check=bad x", "invalid value 'bad' for --check (expected note, warning or error)"
      ),
    ] {
      let outcome = try BuiltCommand.run("playhead \(words)")
      #expect(outcome.status == 2 && outcome.output.isEmpty)
      #expect(outcome.errors == "playhead: \(message)\n")
    }
    for subcommand in ["analyze", "timeline", "measure"] {
      let help = try BuiltCommand.run("playhead \(subcommand) --help")
      #expect(help.status == 0 && help.output.contains("usage: playhead \(subcommand) "))
      #expect(help.lines.count <= 24)
    }
  }
}
