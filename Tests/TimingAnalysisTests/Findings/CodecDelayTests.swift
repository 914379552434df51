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

  @Test(arguments: [("mp2", 481), ("mp3", 1_105), ("ac3", 256), ("eac3", 256)])
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

  /// ffmpeg's encoder begins with a frame of priming, others do not.
  @Test func theFirstFrameOfWMAMayBePriming() {
    func findings(earlierBy samples: Int64, _ codec: String = "wmav2") -> [Finding.Kind] {
      var audio = Synthetic.audio()
      (audio.codec, audio.samplesPerPacket) = (codec, 2_048)
      let times = (0..<24 as Range<Int64>).map { $0 * 2_048 - samples }
      return Synthetic.kinds(
        Synthetic.report(
          [video, audio], Synthetic.packets(Synthetic.frames(25), of: video, lasting: 512),
          Synthetic.packets(times, of: audio, lasting: 2_048)))
    }
    #expect(findings(earlierBy: 2_048) == [] && findings(earlierBy: 0) == [])
    #expect(findings(earlierBy: 2_048, "flac").contains(.audioVideoOffset))
    #expect(findings(earlierBy: 4_096).contains(.audioVideoOffset))
  }

  /// The priming of low sample rates is longer than the limit of `late-start`.
  @Test func presentationThatBeginsBehindItsPrimingIsNotLate() {
    func findings(from first: Int64) -> [Finding.Kind] {
      var audio = Synthetic.audio(Timebase(1, 8_000), index: 0)
      (audio.codec, audio.sampleRate, audio.samplesPerPacket) = ("mp3", 8_000, 1_024)
      var packets = Synthetic.packets(
        Synthetic.samples(20).map { $0 + first }, of: audio, lasting: 1_024)
      packets[0].skippedSamples = 1_105
      return Synthetic.kinds(Synthetic.report([audio], packets))
    }
    #expect(findings(from: 0) == [])
    #expect(findings(from: -1_105) == [])
    #expect(findings(from: 4_000) == [.lateStart])
  }

  /// As mkvmerge joins two files of Opus.
  @Test func paddingWithinATrackIsNoOverlap() {
    var audio = Synthetic.audio(index: 0)
    (audio.codec, audio.samplesPerPacket) = ("opus", nil)
    let times = (0..<20 as Range<Int64>).map { $0 * 960 - ($0 < 10 ? 0 : 648) }
    var packets = Synthetic.packets(times, of: audio, lasting: 960)
    #expect(Synthetic.kinds(Synthetic.report([audio], packets)) == [.overlap])
    packets[9].paddingSamples = 648
    #expect(Synthetic.kinds(Synthetic.report([audio], packets)) == [])
  }

  /// libavformat dates the short block 448 samples too late, and gives it 128 samples instead of 576.
  @Test func aShortBlockOfVorbisAfterALongOneIsNoGap() {
    func kinds(shortBlockAt ticks: Int64) -> [Finding.Kind] {
      var audio = Synthetic.audio(index: 0)
      (audio.codec, audio.samplesPerPacket) = ("vorbis", nil)
      let blocks: [(Int64, Int64)] = [
        (-128, 128), (0, 1_024), (1_024, 1_024), (ticks, 128), (ticks + 128, 128),
        (ticks + 256, 576),
        (ticks + 832, 1_024),
      ]
      let packets = blocks.flatMap { Synthetic.packets([$0.0], of: audio, lasting: $0.1) }
      return Synthetic.kinds(Synthetic.report([audio], packets))
    }
    #expect(kinds(shortBlockAt: 2_048 + 448) == [])
    #expect(kinds(shortBlockAt: 2_048) == [])
    #expect(kinds(shortBlockAt: 2_048 + 1_000) == [.gap])
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
