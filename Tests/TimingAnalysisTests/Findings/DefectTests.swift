import PlayheadMedia
import Testing
import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// Synthetic media with one defect give the finding for that defect and no other.
@Suite struct DefectTests {
  private let video = Synthetic.video()
  private let audio = Synthetic.audio()

  @Test func mediaWithoutDefectsHaveNoFindings() {
    let report = Synthetic.report(
      [video, audio], Synthetic.packets(Synthetic.frames(250), of: video, lasting: 512),
      Synthetic.packets(Synthetic.samples(469), of: audio, lasting: 1_024),
      declared: .seconds(10))
    #expect(report.findings.isEmpty)
    #expect(report.duration == MediaTime(ticks: 469 * 1_024, timebase: audio.timebase))
    let track = report.tracks[0]
    #expect(track.packetCount == 250 && track.byteCount == 250_000)
    #expect(track.firstTicks == 0 && track.lastTicks == 249 * 512 && track.spanTicks == 249 * 512)
    #expect(track.frameRate?.verdict == .constant)
    #expect(track.frameRate?.measured == FrameRate(25, 1))
    #expect(track.interval?.standardDeviation == 0 && track.interval?.median.ticks == 512)
    #expect(track.keyframeCount == 10 && track.keyframeDistance?.median.ticks == 25 * 512)
    #expect(track.greatestBitsInASecond == 25 * 8_000 && track.meanBitRate == 200_000)
    #expect(track.reorderDepth == 0 && track.drift == 0)
    #expect(report.pairs.first?.startOffset == .zero && report.pairs.first?.drift == 0)
  }

  @Test(arguments: [3, 5, 100, 246])
  func aGapInVideoIsFound(after frame: Int) throws {
    let times = Synthetic.frames(250).enumerated().map { $1 + ($0 > frame ? 5 * 512 : 0) }
    let report = Synthetic.report([video], Synthetic.packets(times, of: video, lasting: 512))
    #expect(Synthetic.kinds(report) == [.gap])
    let gap = try #require(report.tracks[0].gaps.elements.first)
    #expect(gap == TrackInterval(ticks: Int64(frame + 1) * 512, length: 5 * 512))
    #expect(report.findings[0].sentence.contains("200.0 ms"))
    #expect(report.tracks[0].frameRate?.measured == FrameRate(25, 1))
  }

  /// As in MP4, the declared rate is the number of frames over the whole length of the track.
  @Test func aGapInTheDeclaredRateIsNotDrift() {
    let track = Synthetic.video(rate: FrameRate(250 * 25, 255))
    let times = Synthetic.frames(250).enumerated().map { $1 + ($0 > 99 ? 5 * 512 : 0) }
    let report = Synthetic.report(
      [track, audio], Synthetic.packets(times, of: track, lasting: 512),
      Synthetic.packets(Synthetic.samples(478), of: audio, lasting: 1_024))
    #expect(Synthetic.kinds(report) == [.gap])
    #expect(report.pairs.first?.drift.map { abs($0) < 0.001 } == true)
  }

  @Test func aGapInAudioIsFound() throws {
    let times = Synthetic.samples(400).enumerated().map { $1 + ($0 > 99 ? 9_600 : 0) }
    let report = Synthetic.report(
      [video, audio], Synthetic.packets(Synthetic.frames(218), of: video, lasting: 512),
      Synthetic.packets(times, of: audio, lasting: 1_024))
    #expect(Synthetic.kinds(report) == [.gap])
    #expect(report.findings[0].track == 1 && report.findings[0].severity == .error)
    #expect(
      report.tracks[1].gaps.elements == [TrackInterval(ticks: 100 * 1_024, length: 9_600)])
    #expect(report.pairs[0].drift == 0)
  }

  @Test func anOverlapInAudioIsFound() {
    let times = Synthetic.samples(400).enumerated().map { $1 - ($0 > 99 ? 480 : 0) }
    let track = Synthetic.audio(index: 0)
    let report = Synthetic.report([track], Synthetic.packets(times, of: track, lasting: 1_024))
    #expect(Synthetic.kinds(report) == [.overlap])
    #expect(report.tracks[0].overlaps.elements.first?.length == 480)
  }

  /// As in a file that is sent repeatedly. The rates must not count all packets over the span of
  /// one repetition.
  @Test func aClockThatRestartsIsFoundAndLeavesTheRatesRight() throws {
    var meter = TimingMeter(info: Synthetic.info([video]))
    for _ in 0..<100 {
      for packet in Synthetic.packets(Synthetic.frames(125), of: video, lasting: 512) {
        meter.add(packet)
      }
    }
    let report = meter.report(ending: .endOfMedia)
    let track = report.tracks[0]
    #expect(track.backwardsDecodeTimes.total == 99)
    #expect(Synthetic.kinds(report).contains(.backwardsDecodeTime))
    #expect(try abs(#require(track.frameRate).mean - 25) < 0.5)
    #expect(try abs(#require(track.meanBitRate) - 200_000) < 2_000)
  }

  @Test func aDoubledFrameIsFound() {
    var times = Synthetic.frames(250)
    times.insert(times[100], at: 101)
    let report = Synthetic.report([video], Synthetic.packets(times, of: video, lasting: 512))
    #expect(Synthetic.kinds(report) == [.doubledPresentationTime])
    #expect(report.tracks[0].doubledPresentationTimes.elements == [TrackInterval(ticks: 51_200)])
  }

  /// A drift of 100 ppm over 200 s is 20 ms.
  @Test(arguments: [100.0, -100.0]) func driftIsFound(partsPerMillion: Double) throws {
    let times = Synthetic.samples(9_375).map {
      Int64((Double($0) * (1 + partsPerMillion / 1e6)).rounded())
    }
    let report = Synthetic.report(
      [video, audio], Synthetic.packets(Synthetic.frames(5_000), of: video, lasting: 512),
      Synthetic.packets(times, of: audio, lasting: 1_024))
    #expect(Synthetic.kinds(report) == [.drift])
    let drift = try #require(report.pairs.first?.drift)
    #expect(abs(drift - partsPerMillion) < 0.1)
    #expect(report.findings[0].sentence.contains("100.0 ppm"))
  }

  @Test(arguments: zip([11_000, 14_000, 8_000], [Finding.Severity.warning, .error, .error]))
  func aWrongDeclaredDurationIsFound(milliseconds: Int64, severity: Finding.Severity) {
    let report = Synthetic.report(
      [video], Synthetic.packets(Synthetic.frames(250), of: video, lasting: 512),
      declared: .milliseconds(milliseconds))
    #expect(Synthetic.kinds(report) == [.durationMismatch])
    #expect(report.findings[0].severity == severity)
    #expect(report.findings[0].time == .seconds(10))
  }

  @Test func anEstimatedDurationGivesNoFinding() {
    var info = Synthetic.info([video], declared: .seconds(14))
    info.isDurationEstimated = true
    var meter = TimingMeter(info: info)
    for packet in Synthetic.packets(Synthetic.frames(250), of: video, lasting: 512) {
      meter.add(packet)
    }
    let report = meter.report(ending: .endOfMedia)
    #expect(report.findings.isEmpty && report.declaredDuration == nil)
  }

  @Test func reorderedFramesGiveNoFinding() {
    // Decoded I P B B P B B…, presented I B B P: one frame of delay.
    let presented = (0..<82).map { index in
      index == 0 ? 0 : index % 3 == 1 ? index + 2 : index - 1
    }
    let packets = presented.enumerated().map { index, frame in
      PacketTiming(
        track: 0, presentationTicks: Int64(frame + 1) * 512, decodeTicks: Int64(index) * 512,
        durationTicks: 512, isKeyframe: index == 0)
    }
    var track = video
    track.startTicks = 512
    let report = Synthetic.report([track], packets)
    #expect(report.findings.isEmpty)
    #expect(report.tracks[0].reorderDepth == 1)
    #expect(report.tracks[0].frameRate?.measured == FrameRate(25, 1))
  }

  @Test(arguments: [Timebase(1, 1_000), Timebase(1, 90_000), Timebase(1, 24_000)])
  func anNTSCFilmRateIsConstantInAnyTimebase(timebase: Timebase) {
    let rate = FrameRate(24_000, 1_001)
    let track = Synthetic.video(timebase, rate: rate)
    let times = (0..<2_000).map { frame in
      MediaTime(ticks: Int64(frame), timebase: Timebase(1_001, 24_000))
        .converted(to: timebase, rounding: .toNearestOrAwayFromZero)?.ticks ?? 0
    }
    for declared in [rate, nil] {
      var track = track
      track.frameRate = declared
      let length = Int64(timebase.denominator) * 1_001 / 24_000
      let report = Synthetic.report([track], Synthetic.packets(times, of: track, lasting: length))
      #expect(report.findings.isEmpty)
      #expect(report.tracks[0].frameRate?.measured == rate)
    }
  }

  @Test func audioThatBeginsLateIsFound() {
    let late = Synthetic.samples(400).map { $0 + 4_800 }
    let report = Synthetic.report(
      [video, audio], Synthetic.packets(Synthetic.frames(216), of: video, lasting: 512),
      Synthetic.packets(late, of: audio, lasting: 1_024))
    #expect(Synthetic.kinds(report) == [.audioVideoOffset])
    #expect(report.pairs[0].startOffset == .milliseconds(100))
  }

  @Test func primingIsNotPresented() {
    var packets = Synthetic.packets(
      Synthetic.samples(400).map { $0 - 1_024 }, of: audio, lasting: 1_024)
    packets[0].skippedSamples = 1_024
    let frames = Synthetic.packets(Synthetic.frames(213), of: video, lasting: 512)
    let declared = Synthetic.report([video, audio], frames, packets)
    #expect(declared.findings.isEmpty && declared.pairs[0].startOffset == .zero)
    // AAC without declared priming begins with its second packet.
    packets[0].skippedSamples = 0
    var aac = audio
    aac.codec = "aac"
    let undeclared = Synthetic.report([video, aac], frames, packets)
    #expect(undeclared.findings.isEmpty && undeclared.pairs[0].startOffset == .zero)
  }

  @Test func decodeTimesThatGoBackAreFound() {
    var meter = TimingMeter(info: Synthetic.info([video]))
    var packets = Synthetic.packets(Synthetic.frames(50), of: video, lasting: 512)
    packets[20].decodeTicks = 18 * 512
    for packet in packets { meter.add(packet) }
    let report = meter.report(ending: .endOfMedia)
    #expect(Synthetic.kinds(report) == [.backwardsDecodeTime])
    #expect(
      report.tracks[0].backwardsDecodeTimes.elements == [
        TrackInterval(ticks: 18 * 512, length: 512)
      ])
  }

  @Test func severalRatesAreVariableAndJitterIsIrregular() {
    var (steps, jitter): ([Int64], [Int64]) = ([0], [0])
    for index in 0..<300 {
      steps.append(steps[index] + (index < 100 ? 512 : index < 200 ? 1_536 : 1_024))
      jitter.append(jitter[index] + 512 + Int64(index * index * 7 % 301) - 150)
    }
    let variable = Synthetic.report([video], Synthetic.packets(steps, of: video, lasting: 512))
    #expect(Synthetic.kinds(variable) == [.variableFrameRate])
    let irregular = Synthetic.report([video], Synthetic.packets(jitter, of: video, lasting: 512))
    #expect(Synthetic.kinds(irregular) == [.irregularFrameRate])
  }

  @Test func cutFilesAndReadErrorsAreReportedAsTruncated() {
    var track = video
    track.declaredPacketCount = 250
    track.durationTicks = 250 * 512
    track.startTicks = 0
    let packets = Synthetic.packets(Synthetic.frames(100), of: track, lasting: 512)
    let cut = Synthetic.report([track], packets)
    #expect(Synthetic.kinds(cut) == [.truncated])
    #expect(cut.findings[0].sentence.contains("100 of the 250 packets in its index"))
    let error = MediaError(.read, of: "a", reason: .damaged)
    let failed = Synthetic.report([video], packets, ending: .failed(error))
    #expect(Synthetic.kinds(failed) == [.truncated])
    let stopped = Synthetic.report([track], packets, ending: .interrupted)
    #expect(Synthetic.kinds(stopped) == [.incomplete])
  }

  /// A frame that was not read would be presented just before the last one that was.
  @Test func framesThatWereNotReadLeaveNoGap() {
    var packets = Synthetic.packets(
      Synthetic.frames(100).map { $0 + 512 }, of: video, lasting: 512)
    for index in packets.indices { packets[index].decodeTicks = Int64(index) * 512 }
    packets[99].presentationTicks = 101 * 512
    var track = video
    track.declaredPacketCount = 250
    #expect(!Synthetic.kinds(Synthetic.report([track], packets)).contains(.gap))
    let stopped = Synthetic.report([video], packets, ending: .interrupted)
    #expect(!Synthetic.kinds(stopped).contains(.gap))
    #expect(Synthetic.kinds(Synthetic.report([video], packets)).contains(.gap))
  }

  @Test func aTrackWhoseFirstPacketsLackTimesHasNoOffset() {
    var frames = Synthetic.packets(Synthetic.frames(213), of: video, lasting: 512)
    for index in 0..<8 { frames[index].presentationTicks = nil }
    let report = Synthetic.report(
      [video, audio], frames,
      Synthetic.packets(Synthetic.samples(400), of: audio, lasting: 1_024))
    #expect(Synthetic.kinds(report) == [.missingTimestamps])
    #expect(report.pairs[0].startOffset == nil)
  }

  @Test func aTrackWithoutPacketsIsReportedAsEmpty() {
    let report = Synthetic.report(
      [video, audio], Synthetic.packets(Synthetic.frames(50), of: video, lasting: 512))
    #expect(Synthetic.kinds(report) == [.emptyTrack])
  }
}
