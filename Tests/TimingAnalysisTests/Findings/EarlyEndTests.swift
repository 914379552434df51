import PlayheadMedia
import Testing
import PlayheadTimekeeping
import PlayheadTimingAnalysis

@Suite struct EarlyEndTests {
  /// Sound of 12 s of video.
  @Test(arguments: [(8, [Finding.Severity.warning]), (10, [.note]), (12, [])])
  func soundThatEndsSecondsBeforeVideoIsAWarning(seconds: Int, severities: [Finding.Severity]) {
    let video = Synthetic.video(Timebase(1, 12_800), rate: FrameRate(25, 1))
    let audio = Synthetic.audio()
    let samples = Synthetic.samples(seconds * 48_000 / 1_024)
    let report = Synthetic.report(
      [video, audio], Synthetic.packets(Synthetic.frames(12 * 25), of: video, lasting: 512),
      Synthetic.packets(samples, of: audio, lasting: 1_024))
    #expect(report.findings.filter { $0.kind == .earlyEnd }.map(\.severity) == severities)
  }

  /// Video of 20 s, with a join at 10 s: the recording before it, or behind it, has no sound. By how many seconds sound
  /// begins after the join, or ends before it, is not explained by that.
  @Test(arguments: [
    (10, 20, []), (10.4, 20, ["audio starts 400.0 ms later than video"]),
    (13, 20, ["audio starts 3000.0 ms later than video"]), (0, 10, []),
    (0, 7, ["audio ends 3.000 s before video"]),
  ])
  func aJoinExplainsOnlyTheSoundOfOtherRecordings(
    from start: Double, to end: Double, sentences: [String]
  ) {
    let video = Synthetic.video(Timebase(1, 12_800), rate: FrameRate(25, 1))
    var audio = Synthetic.audio()
    audio.samplesPerPacket = 960
    let samples = stride(from: Int64(start * 48_000), to: Int64(end * 48_000), by: 960).map { $0 }
    let report = Synthetic.report(
      [video, audio], Synthetic.packets(Synthetic.frames(20 * 25), of: video, lasting: 512),
      Synthetic.packets(samples, of: audio, lasting: 960),
      joins: [
        ClockDiscontinuity(time: .seconds(10), clockBefore: .seconds(10), clockAfter: .zero)
      ])
    let found = report.findings.filter { [.audioVideoOffset, .earlyEnd].contains($0.kind) }
    #expect(found.map(\.sentence) == sentences)
  }
}
