import PlayheadMedia
import Testing
import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// Descriptions of tracks that no container would declare are reported, and never trap.
@Suite struct HostileTrackTests {
  private func report(
    _ track: MediaTrack, sizes: [Int] = [0, 1, 4_096, .max, .max, -1]
  ) -> TimingReport {
    var meter = TimingMeter(info: Synthetic.info([track]))
    for (index, size) in sizes.enumerated() {
      meter.add(
        PacketTiming(
          track: 0, presentationTicks: Int64(index) * 1_024, decodeTicks: Int64(index) * 1_024,
          byteCount: size))
    }
    return meter.report(ending: .endOfMedia)
  }

  @Test func aSampleOfNoBytesGivesNoDuration() {
    for bytes in [0, -1, Int.min] {
      var track = MediaTrack(index: 0, kind: .audio, timebase: Timebase(1, 48_000))
      track.sampleRate = 48_000
      track.bytesPerSample = bytes
      #expect(report(track).tracks[0].gaps.total == 0)
    }
  }

  @Test func extremeDescriptionsOfTracksAreReported() {
    let numbers: [Int?] = [nil, 0, -1, 1, .min, .max]
    for rate in numbers {
      for samples in numbers {
        for bytes in numbers {
          var track = MediaTrack(index: 0, kind: .audio, timebase: Timebase(1, 48_000))
          (track.codec, track.sampleRate) = ("aac", rate)
          (track.samplesPerPacket, track.bytesPerSample) = (samples, bytes)
          (track.primingSampleCount, track.declaredPacketCount) = (samples, bytes)
          let report = report(track)
          #expect(report.tracks[0].packetCount == 6)
          #expect(report.findings.allSatisfy { !$0.sentence.isEmpty })
        }
      }
    }
  }

  @Test func aDescriptionWithFewerTracksRemovesNone() {
    let tracks = [Synthetic.video(), Synthetic.audio()]
    var meter = TimingMeter(info: Synthetic.info(tracks))
    meter.update(Synthetic.info([tracks[0]]))
    for packet in Synthetic.packets(Synthetic.samples(3), of: tracks[1], lasting: 1_024) {
      meter.add(packet)
    }
    let report = meter.report(ending: .endOfMedia)
    #expect(report.tracks.map(\.packetCount) == [0, 3])
  }

  @Test func aTrackOfANegativeIndexIsUnknown() {
    var meter = TimingMeter(info: Synthetic.info([Synthetic.video()]))
    meter.add(PacketTiming(track: -1, presentationTicks: 0))
    #expect(meter.report(ending: .endOfMedia).tracks[0].packetCount == 0)
  }

  @Test func theActivityBetweenTimesThatDifferByLessThanTheirSecondsShow() {
    let track = MediaTrack(index: 0, kind: .video, timebase: Timebase(1, 25))
    let first: Int64 = 1 << 62
    var meter = TimingMeter(info: Synthetic.info([track]))
    for packet in Synthetic.packets([first, first + 1], of: track, lasting: 1) { meter.add(packet) }
    let report = meter.report(ending: .endOfMedia)
    let (start, end) = (track.time(ofTicks: first), track.time(ofTicks: first + 2))
    #expect(end > start && end.seconds == start.seconds)
    #expect(
      report.tracks[0].activity.parts(64, from: start, to: end)
        == .init(repeating: .init(), count: 64))
    // A part that is shorter than the distance to the data by more than 2^63.
    let parts = report.tracks[0].activity.parts(
      64, from: .nanoseconds(0), to: .nanoseconds(1))
    #expect(parts.map(\.packetCount) == .init(repeating: 0, count: 63) + [2])
  }
}
