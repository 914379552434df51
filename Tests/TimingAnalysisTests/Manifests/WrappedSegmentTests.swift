import PlayheadMedia
import Testing
import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// Timestamps of MPEG-TS start again from zero after 2^33 ticks, in segments as in files.
@Suite struct WrappedSegmentTests {
  private static let timebase = Timebase(1, 90_000)
  private static let period: Int64 = 1 << 33

  private func segment(
    _ number: Int64, _ kind: MediaTrack.Kind, from start: Int64, to end: Int64,
    declared: Int64? = nil
  ) -> SegmentList.Segment {
    var segment = SegmentList.Segment(
      number: number, part: SegmentPart(location: "\(number).ts"),
      duration: MediaTime(ticks: 180_000, timebase: Self.timebase), rounding: .milliseconds(1))
    segment.start = declared.map { MediaTime(ticks: $0, timebase: Self.timebase) }
    segment.measured = .tracks([
      SegmentTrack(
        kind: kind, timebase: Self.timebase, start: start, end: end, beginsWithKeyframe: true,
        period: Self.period)
    ])
    return segment
  }

  private func list(
    _ name: String, role: SegmentList.Role = .variant, in period: Int? = nil,
    _ segments: [SegmentList.Segment]
  ) -> SegmentList {
    var list = SegmentList(name: name, role: role)
    (list.isComplete, list.segments) = (true, segments)
    list.representation = period.map {
      SegmentList.DASHRepresentation(
        period: $0, isOnlyPeriod: false, start: .seconds(Int64($0) * 2), duration: .seconds(2))
    }
    return list
  }

  private func findings(_ lists: [SegmentList]) -> [Finding] {
    var report = Synthetic.report([])
    report.segmentLists = lists
    return report.findings
  }

  @Test func aDeclaredStartIsComparedAcrossTheWrap() {
    func findings(_ start: Int64) -> [Finding] {
      self.findings([
        list(
          "v", in: 0, [segment(1, .video, from: start, to: start + 180_000, declared: Self.period)])
      ])
    }
    #expect(findings(0).map(\.sentence) == [])
    let late = findings(900)
    #expect(late.map(\.kind) == [.segmentStart] && late.first?.severity == .warning)
    #expect(
      late.first?.sentence.contains("95443.717689 s declared, 95443.727689 s measured") == true)
  }

  @Test func theEndOfAudioIsComparedAcrossTheWrap() {
    let (start, end) = (Self.period - 90_000, Self.period + 90_000)
    let video = list("v", [segment(1, .video, from: start, to: end)])
    let audio = list("a", role: .audio, [segment(1, .audio, from: start - Self.period, to: 90_000)])
    #expect(findings([video, audio]).map(\.sentence) == [])
  }

  @Test func periodsAreComparedAcrossTheWrap() {
    func findings(_ start: Int64) -> [Finding] {
      let first = segment(1, .video, from: Self.period - 180_000, to: Self.period)
      let next = segment(2, .video, from: start - 180_000, to: start)
      return self.findings([list("v", in: 0, [first]), list("v", in: 1, [next])])
    }
    #expect(findings(0).map(\.sentence) == [])
    #expect(findings(9_000).map(\.kind) == [.segmentGap])
  }
}
