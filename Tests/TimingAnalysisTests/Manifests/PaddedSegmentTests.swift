import PlayheadMedia
import Testing
import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// Sound whose last packet the container has shortened, because its end is not presented.
@Suite struct PaddedSegmentTests {
  private static let rate: Int32 = 48_000
  /// The ticks of a packet, and those of the last packet that are presented.
  private static let (packet, presented): (Int64, Int64) = (1_024, 256)

  /// Returns two segments of ten packets; the last packet of each is shortened.
  private func list(declaring ticks: [Int64], resetting: Bool = false) -> SegmentList {
    var list = SegmentList(name: "a", role: .audio)
    list.isComplete = true
    list.segments = ticks.enumerated().map { index, ticks in
      let timebase = Timebase(1, Self.rate)
      var segment = SegmentList.Segment(
        number: Int64(index), part: SegmentPart(location: "\(index).m4s"),
        duration: MediaTime(ticks: ticks, timebase: timebase), rounding: .nanoseconds(1_000))
      segment.isDiscontinuous = resetting && index > 0
      let length = 9 * Self.packet + Self.presented
      let start = Int64(index) * length
      var track = SegmentTrack(
        kind: .audio, timebase: timebase, start: start, end: start + length,
        beginsWithKeyframe: true)
      track.padding = Double(Self.packet - Self.presented) / Double(Self.rate)
      segment.measured = .tracks([track])
      return segment
    }
    return list
  }

  private func wrong(_ list: SegmentList) -> [Int64] {
    var report = Synthetic.report([])
    report.segmentLists = [list]
    return report.findings.filter { $0.kind == .segmentDuration }.flatMap(\.segments)
  }

  private let whole = 10 * packet
  private let short = 9 * packet + presented

  @Test func theLastSegmentMayDeclareWholePackets() {
    #expect(wrong(list(declaring: [short, short])) == [])
    #expect(wrong(list(declaring: [short, whole])) == [])
    #expect(wrong(list(declaring: [short, whole + 256])) == [1])
    #expect(wrong(list(declaring: [short, short - 256])) == [1])
  }

  /// Other segments end where the next one starts.
  @Test func anotherSegmentMayDeclareWholePacketsBeforeADiscontinuityOnly() {
    #expect(wrong(list(declaring: [whole, short])) == [0])
    #expect(wrong(list(declaring: [whole, short], resetting: true)) == [])
    #expect(wrong(list(declaring: [whole + 256, short], resetting: true)) == [0])
  }
}
