import PlayheadMedia
import Testing
import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// Priming that the container does not declare is derived from the codec.
@Suite struct CodecDelayTests {
  private let video = Synthetic.video()

  private func report(_ codec: String, delayedBy samples: Int64) -> TimingReport {
    var audio = Synthetic.audio()
    audio.codec = codec
    // The encoder moves the times back by the delay that the decoder adds.
    let times = Synthetic.samples(47).map { $0 - samples }
    return Synthetic.report(
      [video, audio], Synthetic.packets(Synthetic.frames(25), of: video, lasting: 512),
      Synthetic.packets(times, of: audio, lasting: 1_024))
  }

  @Test(arguments: [("mp2", 481), ("ac3", 256), ("eac3", 256)])
  func theDecoderDelayIsPartOfTheOffset(codec: String, samples: Int64) {
    let report = report(codec, delayedBy: samples)
    #expect(report.pairs[0].startOffset == .zero)
    #expect(
      report.tracks[1].codecDelay == MediaTime(ticks: samples, timebase: Timebase(1, 48_000)))
    #expect(report.findings.isEmpty)
  }

  @Test func primingThatIsDeclaredIsNotCountedTwice() {
    var audio = Synthetic.audio()
    audio.codec = "mp2"
    var packets = Synthetic.packets(
      Synthetic.samples(47).map { $0 - 481 }, of: audio, lasting: 1_024)
    packets[0].skippedSamples = 481
    let report = Synthetic.report(
      [video, audio], Synthetic.packets(Synthetic.frames(25), of: video, lasting: 512), packets)
    #expect(report.pairs[0].startOffset == .zero && report.tracks[1].codecDelay == nil)
  }

  /// Vorbis decodes no samples from its first packet, for which FFmpeg counts 128.
  @Test func vorbisPresentationBeginsWithTheSecondPacket() {
    var audio = Synthetic.audio()
    (audio.codec, audio.samplesPerPacket) = ("vorbis", nil)
    var times = Synthetic.samples(47)
    times.insert(-128, at: 0)
    let report = Synthetic.report(
      [video, audio], Synthetic.packets(Synthetic.frames(25), of: video, lasting: 512),
      Synthetic.packets(times, of: audio, lasting: 1_024))
    #expect(report.pairs[0].startOffset == .zero && report.findings.isEmpty)
  }
}
