import PlayheadTimekeeping
import Testing

@testable import PlayheadTimingAnalysis

@Suite struct TrackTraceTests {
  /// 10 ms are one tick.
  private var trace = TrackTrace(timebase: Timebase(1, 100))

  @Test mutating func intervalsBelongToTheirStart() {
    for ticks: Int64 in [100, 104, 106, 116] { trace.present(ticks, deviation: 0, elapsed: 0) }
    #expect(trace.start == MediaTime(ticks: 100, timebase: Timebase(1, 100)))
    #expect(trace.stretches.map(\.intervals) == [4...4, nil, nil, nil, 2...2, nil, 10...10])
  }

  @Test mutating func adjacentIntervalsKeepTheirExtremes() {
    for ticks in 0..<Int64(300) { trace.present(2 * ticks, deviation: Double(ticks), elapsed: 0) }
    trace.present(605, deviation: 7, elapsed: 0)
    trace.add(reorderDepth: 3, at: 601)
    trace.add(interleaving: 0.5, at: 602)
    trace.add(interleaving: 0.25, at: 603)
    #expect(trace.length == MediaTime(ticks: 4, timebase: Timebase(1, 100)))
    #expect(trace.stretches.count <= 256)
    #expect(trace.stretches[0].intervals == 2...2 && trace.stretches[0].deviation == 2)
    #expect(trace.stretches[149].intervals == 2...7)
    #expect(trace.stretches[150].reorderDepth == 3 && trace.stretches[150].interleaving == 0.5)
  }

  @Test mutating func jumpsAndOtherRecordingsAreNoIntervals() {
    trace.present(0, deviation: 0, elapsed: 0)
    trace.present(5_000, deviation: 0, elapsed: 0)
    trace.restart()
    trace.present(5_004, deviation: 0, elapsed: 0)
    trace.present(.min, deviation: 0, elapsed: 0)
    trace.present(.max, deviation: 0, elapsed: 0)
    #expect(trace.stretches.allSatisfy { $0.intervals == nil })
  }

  @Test func reportsHaveATraceOnlyIfAskedFor() {
    let track = Synthetic.video()
    for isTraced in [false, true] {
      var meter = TimingMeter(info: Synthetic.info([track]), isTraced: isTraced)
      for packet in Synthetic.packets(Synthetic.frames(3), of: track, lasting: 512) {
        meter.add(packet)
      }
      let trace = meter.report(ending: .endOfMedia).tracks[0].trace
      #expect((trace != nil) == isTraced)
      #expect(
        trace?.stretches.compactMap(\.intervals) ?? [512...512, 512...512] == [
          512...512, 512...512,
        ])
    }
  }

  /// Frames of 30 ticks, of which each lasts 40.
  @Test mutating func anotherRateChangesTheDeviation() {
    for frame: Int64 in 0..<10 {
      trace.present(frame * 40, deviation: Double(frame) * 10, elapsed: Double(frame) * 30)
    }
    trace.compare(withRate: 0.75)
    #expect(trace.stretches.compactMap(\.deviation).allSatisfy { abs($0) < 1e-9 })
  }
}
