import PlayheadTimekeeping

/// The declared time of a segment of DASH, in ticks of the timescale.
struct DASHSegmentTime: Hashable {
  let start: Int64
  let duration: Int64
  /// Whether all segments declare the same duration, from which each may differ.
  let isNominal: Bool

  /// Returns the segments that a SegmentTimeline declares, at most `count`; throws if a number is missing or invalid.
  static func list(
    _ runs: [ManifestElement], until end: Int64?, atMost count: Int
  ) throws(InvalidDeclaration) -> [DASHSegmentTime] {
    var times: [DASHSegmentTime] = []
    var time: Int64 = 0
    for (index, run) in runs.enumerated() {
      time = try run.number("t") ?? time
      guard let duration = try run.number("d", from: 1) else {
        throw InvalidDeclaration(name: "S@d")
      }
      let repetitions = try run.number("r", from: .min) ?? 0
      let next = index + 1 < runs.count ? try runs[index + 1].number("t") : end
      var remaining = repetitions < 0 ? .max : repetitions
      while times.count < count {
        // A negative number of repetitions continues until the next element or the end.
        if repetitions < 0, time >= next ?? .min { break }
        times.append(DASHSegmentTime(start: time, duration: duration, isNominal: false))
        let (end, overflow) = time.addingReportingOverflow(duration)
        if overflow { return times }
        time = end
        if remaining == 0 { break }
        remaining -= 1
      }
    }
    return times
  }

  /// Returns segments of the same duration; the last one is as long as the Period.
  static func list(
    each duration: Int64, _ start: Int64, until end: Int64?, atMost count: Int
  ) -> [DASHSegmentTime] {
    guard let end, duration > 0 else { return [] }
    var times: [DASHSegmentTime] = []
    var time = start
    while time < end, times.count < count {
      let (rest, isEndless) = end.subtractingReportingOverflow(time)
      let length = isEndless ? duration : min(duration, rest)
      times.append(DASHSegmentTime(start: time, duration: length, isNominal: true))
      let (next, overflow) = time.addingReportingOverflow(duration)
      if overflow { break }
      time = next
    }
    return times
  }

  func segment(
    _ number: Int64, _ part: SegmentPart, _ initialization: SegmentPart?, _ timebase: Timebase
  ) -> SegmentList.Segment {
    var segment = SegmentList.Segment(
      number: number, part: part, duration: MediaTime(ticks: duration, timebase: timebase),
      rounding: .zero)
    segment.start = MediaTime(ticks: start, timebase: timebase)
    segment.isNominal = isNominal
    segment.initialization = initialization
    return segment
  }
}
