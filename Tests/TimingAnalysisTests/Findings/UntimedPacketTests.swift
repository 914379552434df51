import PlayheadMedia
import Testing
import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// Tracks whose container omits presentation times.
@Suite struct UntimedPacketTests {
  /// Returns the report on a track as in AVI, which has only decode times and counts them in
  /// frames.
  private func avi(dropping dropped: Set<Int64>) -> TimingReport {
    var track = Synthetic.video(Timebase(1, 25))
    (track.startTicks, track.durationTicks) = (0, 250)
    let packets = (0..<Int64(250)).filter { !dropped.contains($0) }.map { frame in
      PacketTiming(
        track: 0, presentationTicks: nil, decodeTicks: frame, durationTicks: 1, byteCount: 1_000,
        isKeyframe: frame.isMultiple(of: 25))
    }
    return Synthetic.report([track], packets)
  }

  @Test func oneDroppedFrameInAVIIsAGap() throws {
    let report = avi(dropping: [100])
    #expect(Synthetic.kinds(report) == [.gap, .missingTimestamps])
    let gap = try #require(report.tracks[0].gaps.elements.first)
    #expect(gap == TrackInterval(ticks: 100, length: 1))
    #expect(report.tracks[0].frameRate?.measured == FrameRate(25, 1))
    #expect(report.duration == .seconds(10))
  }

  /// Returns the report on an AVI file with MP3 of 22.05 kHz, which delays video by two frames.
  private func delayed(by writer: String?, dropping dropped: Range<Int64>) -> TimingReport {
    var audio = Synthetic.audio(Timebase(576, 22_050))
    (audio.codec, audio.sampleRate, audio.samplesPerPacket) = ("mp3", 22_050, 576)
    let tracks = [Synthetic.video(Timebase(1, 25)), audio]
    var info = MediaInfo(name: "file", container: "avi", tracks: tracks, isSeekable: true)
    info.tags = writer.map { [MediaTag(key: "software", value: $0)] } ?? []
    var meter = TimingMeter(info: info)
    for frame in 0..<Int64(100) {
      for index in frame * 153 / 100..<(frame + 1) * 153 / 100 {
        meter.add(
          PacketTiming(track: 1, presentationTicks: index, decodeTicks: index, durationTicks: 1))
      }
      if dropped.contains(frame) { continue }
      meter.add(
        PacketTiming(
          track: 0, presentationTicks: frame, decodeTicks: frame, durationTicks: 1,
          isKeyframe: frame.isMultiple(of: 25)))
    }
    return meter.report(ending: .endOfMedia)
  }

  @Test func emptyFramesBehindTheFirstOfLibavformatAreItsDelayOfVideo() throws {
    let report = delayed(by: "Lavf59.27.100", dropping: 1..<3)
    #expect(!Synthetic.kinds(report).contains(.gap))
    // The first frame is 80 ms too early, and MP3 begins 1,105 samples late.
    let offset = try #require(report.pairs[0].startOffset)
    #expect(abs(offset.seconds - (1_105.0 / 22_050 - 0.08)) < 1e-9)
  }

  @Test func otherMissingFramesOfLibavformatAreGaps() {
    #expect(Synthetic.kinds(delayed(by: "Lavf59.27.100", dropping: 1..<4)).contains(.gap))
    #expect(Synthetic.kinds(delayed(by: "Lavf59.27.100", dropping: 2..<3)).contains(.gap))
    #expect(Synthetic.kinds(delayed(by: "VirtualDub", dropping: 1..<3)).contains(.gap))
    #expect(Synthetic.kinds(delayed(by: nil, dropping: 1..<3)).contains(.gap))
  }

  @Test func aWholeAVIHasNoGap() {
    let report = avi(dropping: [])
    #expect(Synthetic.kinds(report) == [.missingTimestamps])
    #expect(report.tracks[0].keyframeDistance?.greatest.ticks == 25)
    #expect(report.tracks[0].firstTicks == 0 && report.tracks[0].lastTicks == 249)
  }

  @Test func reorderedFramesWithoutTimesHaveAConstantRate() {
    // I P B B P B B P…: only the first frame and those of type B have presentation times.
    let packets = (0..<Int64(300)).map { index in
      let isTimed = index == 0 || index % 3 == 2 || index > 0 && index % 3 == 0
      return PacketTiming(
        track: 0, presentationTicks: isTimed ? max(index, 1) * 1_500 : nil,
        decodeTicks: index * 1_500, durationTicks: 1_500, byteCount: 100, isKeyframe: index == 0)
    }
    var track = Synthetic.video(Timebase(1, 90_000), rate: FrameRate(60, 1))
    track.startTicks = 1_500
    let report = Synthetic.report([track], packets)
    #expect(report.tracks[0].frameRate?.verdict == .constant)
    #expect(report.tracks[0].frameRate?.measured == FrameRate(60, 1))
    #expect(report.tracks[0].interval?.count == 299)
    #expect(report.duration == .seconds(5))
    #expect(Synthetic.kinds(report) == [.missingTimestamps])
  }

  @Test func aLastPacketWithoutDurationGivesNoDurationMismatch() {
    var track = Synthetic.audio(Timebase(1, 44_100), index: 0)
    (track.codec, track.sampleRate, track.samplesPerPacket) = ("ape", 44_100, nil)
    (track.startTicks, track.durationTicks) = (0, 162_496)
    let packets = ([0, 73_728, 147_456] as [Int64]).map {
      PacketTiming(track: 0, presentationTicks: $0, decodeTicks: $0, byteCount: 1_000)
    }
    let report = Synthetic.report([track], packets)
    #expect(report.findings.isEmpty)
    #expect(report.duration == MediaTime(ticks: 162_496, timebase: track.timebase))
  }
}
