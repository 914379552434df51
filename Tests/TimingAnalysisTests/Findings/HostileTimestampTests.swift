import PlayheadMedia
import Testing
import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// Timestamps that no muxer would write are reported, and never trap.
@Suite struct HostileTimestampTests {
  private let tracks = [
    Synthetic.video(Timebase(1, 90_000)), Synthetic.audio(Timebase(.max, 1)),
    Synthetic.video(Timebase(1, .max), rate: FrameRate(.max, 1), index: 2),
    Synthetic.audio(Timebase(1, 1), index: 3),
  ]

  private func report(_ packets: [PacketTiming]) -> TimingReport {
    var info = Synthetic.info(tracks)
    for index in info.tracks.indices {
      info.tracks[index].startTicks = index.isMultiple(of: 2) ? .min : .max
      info.tracks[index].durationTicks = .max
    }
    var meter = TimingMeter(info: info)
    for packet in packets { meter.add(packet) }
    return meter.report(ending: .endOfMedia)
  }

  @Test func extremeTimesAreReportedAsJumps() {
    let times: [Int64?] = [.min, .max, 0, .max, .min, nil, -1, 1, .max - 1, .min + 1]
    let packets = (0..<4).flatMap { track in
      times.flatMap { presentation in
        times.map { decode in
          PacketTiming(
            track: track, presentationTicks: presentation, decodeTicks: decode,
            durationTicks: presentation, byteCount: 7)
        }
      }
    }
    let report = report(packets)
    #expect(report.tracks.allSatisfy { $0.packetCount == 100 && $0.byteCount == 700 })
    let kinds = Set(report.findings.map(\.kind))
    #expect(kinds.isSuperset(of: [.timestampJump, .backwardsDecodeTime, .missingTimestamps]))
    #expect(report.findings.allSatisfy { !$0.sentence.isEmpty })
  }

  @Test func randomTimestampsAreReportedInListsOfBoundedLength() {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func random() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
    func ticks() -> Int64? {
      let number = random()
      return number % 5 == 0 ? nil : Int64(bitPattern: number) >> Int64(random() % 64)
    }
    let packets = (0..<20_000).map { _ in
      PacketTiming(
        track: Int(random() % 6), presentationTicks: ticks(), decodeTicks: ticks(),
        durationTicks: ticks(), byteCount: Int(random() % 4_096))
    }
    let report = report(packets)
    #expect(report.tracks.allSatisfy { $0.jumps.elements.count <= 1_000 })
    #expect(report.tracks[0].jumps.total > 1_000)
    #expect(report.tracks[0].missingPresentationTimes > 0)
    #expect(report.tracks.map(\.packetCount).reduce(0, +) < packets.count)
  }

  @Test func aTimeBeforeZeroThatIsStoredIsNotMissing() {
    let track = Synthetic.video()
    var meter = TimingMeter(info: Synthetic.info([track]))
    for index in 0..<50 as Range<Int64> {
      let stored = PacketTiming(
        track: 0, presentationTicks: (index - 25) * 512, decodeTicks: nil, durationTicks: 512)
      var read = stored
      if index < 25 { read.presentationTicks = nil }
      meter.add(read, replacing: index < 25 ? stored : nil)
    }
    let report = meter.report(ending: .endOfMedia)
    #expect(report.tracks[0].missingPresentationTimes == 0)
    #expect(report.tracks[0].jumps.isEmpty)
  }

  @Test func withoutTimestampsTheFrameRateGivesTheDuration() {
    let packets = (0..<25).map { _ in PacketTiming(track: 0, presentationTicks: nil) }
    let report = Synthetic.report([Synthetic.video()], packets)
    #expect(Synthetic.kinds(report) == [.missingTimestamps])
    #expect(report.duration == .seconds(1))
  }

  @Test func tracksWithoutPacketsAreReportedAsEmpty() {
    let report = Synthetic.report([Synthetic.video(), Synthetic.audio()])
    #expect(Synthetic.kinds(report) == [.emptyTrack, .emptyTrack])
    #expect(report.duration == nil)
    #expect(Synthetic.report([]).findings.isEmpty)
  }

  @Test func aTimestampCounterThatRestartsIsAWrap() {
    let track = Synthetic.video(Timebase(1, 90_000))
    let times = (-50..<50).map { frame -> Int64 in
      frame < 0 ? 8_589_934_592 + frame * 3_600 : frame * 3_600
    }
    var meter = TimingMeter(info: Synthetic.info([track]))
    for packet in Synthetic.packets(times, of: track, lasting: 3_600) { meter.add(packet) }
    let report = meter.report(ending: .endOfMedia)
    #expect(report.tracks[0].wrapCount == 1)
    #expect(report.findings.contains { $0.kind == .timestampWrap })
  }
}
