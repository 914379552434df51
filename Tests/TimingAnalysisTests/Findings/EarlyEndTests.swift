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
}
