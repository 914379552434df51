import Foundation
import Testing

/// Records at frames, chapters, percentages and points instead of multiples of an interval.
@Suite struct ScheduleCommandTests {
  private func play(_ arguments: String) throws -> BuiltCommand.Outcome {
    try BuiltCommand.run("playhead --instant \(arguments)")
  }

  @Test func everyFrameOrKeyframeGetsARecord() throws {
    let run = try play("--every frame --fields position,frame,boundary \"$MEDIA/bbb_vfr.mp4\"")
    let lines = run.lines
    #expect(run.status == 0 && run.errors == "")
    // 83 frames of 40, 80 or 120 ms. The first is at the start, and the end follows the last.
    #expect(lines.count == 84)
    #expect(lines.prefix(2) == ["0.000 0 keyframe", "0.040 1 frame"])
    #expect(lines.contains("2.160 51 frame") && !lines.contains { $0.hasPrefix("2.080 ") })
    // The frame rate varies, so frame numbers are counted.
    #expect(
      lines.compactMap { $0.split(separator: " ").dropFirst().first }
        == ((0...82) + [82]).map { "\($0)" })
    let keys = try play("--every keyframe --fields position,boundary \"$MEDIA/bbb_small.mp4\"")
    #expect(
      keys.lines.dropLast() == (0...5).map { "\($0).000 keyframe" })
  }

  @Test func framesBeforeTheStartAreNotReported() throws {
    let run = try play(
      "--every frame --start 5.1 --fields position,boundary \"$MEDIA/bbb_small.mp4\"")
    #expect(
      run.lines == [
        "5.100 -", "5.120 frame", "5.160 frame", "5.200 frame", "5.240 frame", "5.312 -",
      ])
    let keys = try play(
      "--every keyframe --start 50% --fields position,boundary \"$MEDIA/bbb_small.mp4\"")
    #expect(
      keys.lines == ["2.656 -", "3.000 keyframe", "4.000 keyframe", "5.000 keyframe", "5.312 -"])
  }

  @Test func framesBeforeTheStartOfAPipeAreNotCountedAsSkipped() throws {
    let run = try BuiltCommand.run(
      """
      cat $MEDIA/bbb_small.mp4 |
        playhead --instant --every frame --start 5.19 --fields position,boundary,skipped -
      """)
    #expect(run.lines == ["5.190 - 0", "5.200 frame 0", "5.240 frame 0", "5.312 - 0"])
  }

  @Test func chaptersPercentagesAndPointsCanBeCombined() throws {
    let run = try play(
      "--every chapter --every 50% --at 1,-1,25%,#3 --fields position,cause,boundary "
        + "\"$MEDIA/bbb_chapters.mkv\"")
    #expect(
      run.lines == [
        "0.000 started chapter", "1.000 boundary time", "1.333 boundary 25%",
        "1.500 boundary chapter", "2.666 boundary 50%", "3.250 boundary chapter+time",
        "4.333 boundary time", "5.333 ended 100%",
      ])
  }

  @Test func anExplicitIntervalIsKeptBesidePoints() throws {
    let run = try play("-i 2 --at 2,3 --fields position,cause \"$MEDIA/bbb.mp4\"")
    #expect(
      run.lines == [
        "0.000 started", "2.000 boundary", "3.000 boundary", "4.000 interval", "5.312 ended",
      ])
  }

  @Test func theChangesOptionReportsOnlyChanges() throws {
    let run = try play("--changes --fields position,cause \"$MEDIA/bbb.mp4\"")
    #expect(run.lines == ["0.000 started", "5.312 ended"])
  }

  @Test func theEndOptionStillEndsPlayback() throws {
    let run = try play("--every frame --end 0.1 --fields position,cause \"$MEDIA/bbb_small.mp4\"")
    #expect(
      run.lines == ["0.000 started", "0.040 boundary", "0.080 boundary", "0.100 boundary"])
  }

  @Test func aCommandRunsAtEachBoundary() throws {
    let run = try BuiltCommand.run(
      """
      playhead -q -r 16 --every 50% --exec 'sh -c "echo {percent} >>percentages"' "$MEDIA/bbb.mp4"
      sort -n percentages
      """)
    #expect(run.errors == "")
    #expect(run.lines.count == 2 && run.lines.last == "100.0")
  }

  @Test func framesOfASoundFileAreRefused() throws {
    let run = try play("--every frame \"$MEDIA/mediafile.opus\"")
    #expect(run.status == 1 && run.output == "")
    #expect(run.errors.hasSuffix("no video frames\n"))
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    "--every day", "--every 0%", "--every 101%", "--at", "--at 1,,2", "--at x",
    "--changes --every frame", "--changes -i 1",
  ])
  func invalidSchedulesAreUsageErrors(_ arguments: String) throws {
    let run = try play("\(arguments) \"$MEDIA/bbb.mp4\"")
    #expect(run.status == 2 && run.output == "")
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test func statisticsArePrintedAtTheEnd() throws {
    let run = try play("--stats -i 1 \"$MEDIA/bbb.mp4\"")
    #expect(run.lines.count == 7)
    #expect(run.errors.contains("bbb.mp4: 7 records, 0 skipped, lateness p50 0.000 p99 0.000"))
    #expect(run.errors.hasSuffix("played 5.312 s, stalled 0.000 s\n"))
  }
}
