import PlayheadMedia
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// The frame rate is found however the container rounds times.
@Suite struct FrameRateTests {
  /// Returns the report on frames of a rate, whose times are rounded to multiples of `grid` ticks.
  private func report(
    _ rate: FrameRate, _ count: Int, in timebase: Timebase, declared: FrameRate? = nil,
    roundedTo grid: Int64 = 1
  ) -> TimingReport {
    let track = Synthetic.video(timebase, rate: declared)
    let tick = Double(timebase.numerator) / Double(timebase.denominator) * Double(grid)
    let times = (0..<count).map { frame in
      Int64((Double(frame) / rate.framesPerSecond / tick).rounded()) * grid
    }
    let length = Int64(1 / rate.framesPerSecond / tick) * grid
    return Synthetic.report([track], Synthetic.packets(times, of: track, lasting: length))
  }

  @Test(arguments: FrameRate.standard, [Timebase(1, 1_000), Timebase(1, 600), Timebase(1, 90_000)])
  func aStandardRateIsRecognizedInAnyTimebase(rate: FrameRate, timebase: Timebase) {
    let found = report(rate, 1_000, in: timebase).tracks[0].frameRate
    #expect(found?.verdict == .constant && found?.measured == rate)
    let frame = Double(timebase.denominator) / rate.framesPerSecond
    let isExact = frame == frame.rounded()
    #expect(found?.rounding == (isExact ? nil : MediaTime(ticks: 1, timebase: timebase)))
  }

  @Test func framesThatLastLongerThanAJumpHaveARate() {
    let track = Synthetic.video(.milliseconds, rate: nil)
    func report(_ times: [Int64]) -> TimingReport {
      Synthetic.report(
        [track], Synthetic.packets(times, of: track, lasting: 12_000, keyframeEvery: 1))
    }
    let slides = report((0..<5).map { $0 * 12_000 })
    #expect(slides.findings.map(\.sentence) == [])
    #expect(slides.tracks[0].frameRate?.measured == FrameRate(1, 12))
    // A jump is one from the end of a frame.
    #expect(report([0, 12_000, 34_001, 46_001]).tracks[0].jumps.total == 1)
    #expect(report([0, 12_000, 34_000, 46_000]).tracks[0].jumps.total == 0)
  }

  /// The times of the frames outweigh the rate that FFmpeg computes from a rounded duration.
  @Test func aRoundedDeclaredRateIsCorrected() {
    let found = report(
      FrameRate.standard[8], 1_000, in: .milliseconds, declared: FrameRate(19_001, 317))
    #expect(FrameRate.standard[8] == FrameRate(60_000, 1_001))
    #expect(found.tracks[0].frameRate?.measured == FrameRate(60_000, 1_001))
    #expect(found.tracks[0].frameRate?.rounding == .milliseconds(1))
    #expect(found.findings.isEmpty)
  }

  /// As in a file that was converted from Matroska to MP4.
  @Test func millisecondRoundingInAFinerTimebaseIsRecognized() throws {
    let rate = try #require(FrameRate(30_000, 1_001))
    let found = report(rate, 1_000, in: Timebase(1, 16_000), roundedTo: 16).tracks[0].frameRate
    #expect(found?.measured == rate && found?.rounding == .milliseconds(1))
  }

  /// As in AVI, where a tick is a frame. A dropped frame is not a rounding.
  @Test func framesThatLastWholeTicksAreNotRounded() throws {
    let track = Synthetic.video(Timebase(1, 25))
    let times = (0..<100).map { Int64($0) + ($0 > 50 ? 1 : 0) }
    let report = Synthetic.report([track], Synthetic.packets(times, of: track, lasting: 1))
    #expect(report.tracks[0].frameRate?.rounding == nil)
  }

  @Test func aRateThatIsNotStandardKeepsItsFraction() throws {
    let rate = try #require(FrameRate(28_800, 961))
    let found = report(rate, 5_000, in: Timebase(1, 28_800)).tracks[0].frameRate
    #expect(found?.measured == rate && found?.rounding == nil)
    let slow = try #require(FrameRate(25, 2))
    #expect(report(slow, 500, in: .milliseconds).tracks[0].frameRate?.measured == slow)
  }

  @Test func anNTSCRateDeclaredAsThirtyIsFound() throws {
    let rate = try #require(FrameRate(30_000, 1_001))
    let thirty = report(rate, 2_000, in: .milliseconds, declared: FrameRate(30, 1))
    #expect(Synthetic.kinds(thirty) == [.frameRateLabel])
    #expect(thirty.findings[0].sentence.contains("declares 30 frames/s"))
    #expect(thirty.findings[0].sentence.contains("60.0 ms a minute"))
    let right = report(rate, 2_000, in: .milliseconds, declared: rate)
    #expect(right.findings.isEmpty)
  }

  @Test(arguments: [
    (FrameRate(24, 1), FrameRate(25, 1)), (FrameRate(24_000, 1_001), FrameRate(30, 1)),
    (FrameRate(50, 1), FrameRate(25, 1)),
  ])
  func aRateDeclaredWronglyAtAnyRatioIsFound(actual: FrameRate?, declared: FrameRate?) throws {
    let rate = try #require(actual)
    let wrong = report(rate, 2_000, in: .milliseconds, declared: declared)
    #expect(Synthetic.kinds(wrong) == [.frameRateLabel])
  }

  @Test func theRateOfFieldsOrWithDroppedFramesIsNoWrongLabel() throws {
    let report = report(
      try #require(FrameRate(25, 1)), 2_000, in: .milliseconds, declared: FrameRate(50, 1))
    #expect(Synthetic.kinds(report) == [])
  }

  @Test func aMeanRateThatIncludesALongLastFrameIsNoLabel() {
    // 26 frames 40 ms apart, the last of which lasts 1 s: FFmpeg's mean is 13.
    let track = Synthetic.video(.milliseconds, rate: FrameRate(13, 1))
    var packets = Synthetic.packets((0..<26).map { $0 * 40 }, of: track, lasting: 40)
    packets[25].durationTicks = 1_000
    #expect(Synthetic.report([track], packets).findings.map(\.sentence) == [])
  }

  /// Frames recorded at 30000/1001 per second and presented at 30 per second: each minute the sound
  /// lasts 60 ms longer than the video. A frame and a packet, by which ordinary ends differ, must be small
  /// against that.
  @Test(
    arguments: TestEffort.some([
      (700, 0.001, [Finding.Kind.frameRateLabel]), (3_600, 0.001, [.frameRateLabel]),
      (180, 0.001, []), (60, 0.001, []), (3_600, 0, []), (600, 0.002, []),
      (3_600, -0.001, [.frameRateLabel]),
    ]))
  func soundThatIsAThousandthTooLongIsFoundInLongMedia(
    seconds: Int, excess: Double, kinds: [Finding.Kind]
  ) {
    for rate in TestEffort.some([30, 25] as [Int32]) { check(seconds, excess, kinds, rate: rate) }
  }

  /// Sound that is 0.1 s or 0.2 s longer than video is a thousandth of these lengths.
  @Test(arguments: [(30, 100), (60, 100), (24, 200), (25, 200), (1, 240), (1, 3_600)])
  func soundThatEndsALittleLaterIsNoWrongRate(rate: Int, seconds: Int) {
    check(seconds, 0.001, [], rate: Int32(rate))
  }

  private func check(
    _ seconds: Int, _ excess: Double, _ kinds: [Finding.Kind], rate: Int32
  ) {
    let video = Synthetic.video(Timebase(1, 512 * rate), rate: FrameRate(rate, 1))
    let audio = Synthetic.audio()
    let frames = Synthetic.frames(seconds * Int(rate))
    let packetCount = Int((Double(seconds) * (1 + excess) * 48_000 / 1_024).rounded())
    let report = Synthetic.report(
      [video, audio], Synthetic.packets(frames, of: video, lasting: 512),
      Synthetic.packets(Synthetic.samples(packetCount), of: audio, lasting: 1_024))
    let found = report.findings.filter { ![.earlyEnd, .keyframeDistance].contains($0.kind) }
    #expect(found.map(\.kind) == kinds)
    #expect(found.allSatisfy { $0.severity == .warning })
  }
}
