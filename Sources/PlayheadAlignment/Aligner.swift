import PlayheadMedia
import PlayheadTimekeeping

/// Finds how a recording runs against another one of the same sound.
///
/// Fingerprints of all sound give a rough map of the parts. Then windows are compared exactly: first short ones,
/// which the remaining drift does not blur, then longer ones.
package struct Aligner {
  /// A pass over the windows.
  private struct Pass {
    var windowCount: Int
    var blockCount: Int
    /// How far from the expected place the sound is searched, in seconds.
    var reach: Double
    /// By how much the places may differ from a line before the drift is known, in seconds.
    var tolerance: Double
  }

  private static let rough = Pass(windowCount: 64, blockCount: 1, reach: 0.15, tolerance: 1e-3)
  /// More sound in each window, for noisy recordings.
  private static let roughAgain = Pass(windowCount: 64, blockCount: 4, reach: 0.15, tolerance: 1e-3)
  private static let fine = Pass(windowCount: 256, blockCount: 8, reach: 0.02, tolerance: 2e-4)
  /// The number of samples that a window may be away from its line.
  private static let toleratedSamples = 3.0
  /// The least share of the windows that must agree.
  private static let leastShare = 0.1
  /// The sound around the places where it was found, in seconds, that may be common, too: half an anchor.
  private static let margin = 8.0
  /// How many times longer the recordings are than a small part.
  private static let smallPart = 2.5
  /// The share of the rough windows that must be clear, or longer ones are used.
  private static let clearShare = 0.5

  private let transforms: any FourierTransforms

  package init(_ transforms: any FourierTransforms) { self.transforms = transforms }

  /// Compares two recordings, and reports the share of the work that is done.
  package func alignment(
    of reference: any Sound, _ other: any Sound, _ fingerprints: (Fingerprint, Fingerprint),
    progress: (Double) -> Void = { _ in }
  ) throws(MediaError) -> SoundAlignment {
    SoundAlignment(
      referenceDuration: MediaTime(nearest: reference.length),
      otherDuration: MediaTime(nearest: other.length),
      referenceSampleRate: reference.sampleRate, otherSampleRate: other.sampleRate,
      relation: try relation(of: reference, other, fingerprints, progress))
  }

  private func relation(
    of reference: any Sound, _ other: any Sound, _ fingerprints: (Fingerprint, Fingerprint),
    _ progress: (Double) -> Void
  ) throws(MediaError) -> SoundAlignment.Relation? {
    var found = RoughMap(matches(of: fingerprints.0, fingerprints.1))
    if found == nil { found = RoughMap(try matches(of: reference, other)) }
    guard let map = found else { return nil }
    progress(0.1)
    let meter = WindowMeter(
      reference, other, length: min(reference.length, other.length), transforms)
    var lines = map.parts.map { part in
      TimedLine(
        times: part.times, line: OffsetLine(drift: map.drift, intercept: part.intercept))
    }
    var isInverted: Bool?
    var result: (fit: PiecewiseLine, points: [OffsetPoint])?
    for pass in [Self.rough, Self.roughAgain, Self.fine] {
      let isLast = pass.blockCount == Self.fine.blockCount
      if isLast, result == nil { return nil }
      if let result, !isLast,
        Double(result.fit.memberCount) >= Double(result.points.count) * Self.clearShare
      {
        continue
      }
      let points = try self.points(on: lines, with: meter, pass, isInverted) { share in
        progress(isLast ? 0.2 + 0.8 * share : 0.1 + 0.1 * share)
      }
      let tolerance = Self.toleratedSamples / Double(meter.sampleRate)
      guard
        let fit = PiecewiseLine(
          points, tolerance: tolerance, firstTolerance: pass.tolerance,
          rounding: reference.rounding + other.rounding)
      else { continue }
      result = (fit, points)
      lines = fit.segments.map { segment in
        TimedLine(times: segment.times(of: points), line: segment.line)
      }
      let members = fit.segments.flatMap(\.members)
      isInverted = members.count { points[$0].isInverted } * 2 > members.count
    }
    guard var result, let isInverted,
      Double(result.fit.memberCount) >= Double(result.points.count) * Self.leastShare
    else { return nil }
    try RepeatFinder(meter, isInverted: isInverted).removeRepeats(
      from: &result.fit, of: result.points)
    lines = result.fit.segments.map { TimedLine(times: $0.times(of: result.points), line: $0.line) }
    let parts = try self.parts(of: lines, with: meter, isInverted: isInverted)
    return makeRelation(
      result.fit, result.points, parts, isInverted: isInverted,
      rounding: reference.rounding + other.rounding)
  }

  private func matches(of first: Fingerprint, _ second: Fingerprint) -> [[AnchorMatch]] {
    if first.length <= second.length {
      return FingerprintSearch(of: first, in: second, transforms).matches()
    }
    let matches = FingerprintSearch(of: second, in: first, transforms).matches()
    return matches.map { $0.map(\.swapped) }
  }

  /// Compares the samples, for sound that is covered by noise.
  private func matches(
    of first: any Sound, _ second: any Sound
  ) throws(MediaError) -> [[AnchorMatch]] {
    if first.length <= second.length {
      return try SampleSearch(of: first, in: second, transforms).matches()
    }
    let matches = try SampleSearch(of: second, in: first, transforms).matches()
    return matches.map { $0.map(\.swapped) }
  }

  /// A line, and the times in the reference between which it was found.
  private struct TimedLine {
    var times: ClosedRange<Double>
    var line: OffsetLine
  }

  /// Returns the times in the reference that both recordings have.
  private func overlap(_ lines: [TimedLine], _ meter: WindowMeter) -> ClosedRange<Double>? {
    guard let first = lines.first?.line, let last = lines.last?.line else { return nil }
    let start = max(0, first.time(atOther: 0))
    let end = min(meter.reference.length, last.time(atOther: meter.other.length))
    return start < end ? start...end : nil
  }

  /// Returns the times of windows: all that both recordings have, unless the sound was found in a small part.
  private func compared(_ lines: [TimedLine], _ meter: WindowMeter) -> ClosedRange<Double>? {
    guard let overlap = overlap(lines, meter), let first = lines.first, let last = lines.last else {
      return nil
    }
    let length = overlap.upperBound - overlap.lowerBound
    let margin = min(Self.margin, length / 8)
    let start = max(first.times.lowerBound - margin, overlap.lowerBound)
    let end = min(last.times.upperBound + margin, overlap.upperBound)
    let isSmall = (end - start) * Self.smallPart < length
    return isSmall && start < end ? start...end : overlap
  }

  private func points(
    on lines: [TimedLine], with meter: WindowMeter, _ pass: Pass, _ isInverted: Bool?,
    _ progress: (Double) -> Void
  ) throws(MediaError) -> [OffsetPoint] {
    guard let overlap = compared(lines, meter) else { return [] }
    let half = meter.length(ofBlocks: pass.blockCount) / 2
    let start = min(overlap.lowerBound + half, overlap.upperBound)
    let room = max(overlap.upperBound - half - start, 0)
    // In short recordings the windows overlap by three quarters.
    let count = min(pass.windowCount, Int(room / half * 2) + 1)
    var points: [OffsetPoint] = []
    for index in 0..<count {
      let time = start + room * Double(index) / Double(max(count - 1, 1))
      // Between two lines, each of them may be the right one.
      let before = lines.lastIndex { $0.times.lowerBound <= time } ?? 0
      let isBetween = time > lines[before].times.upperBound && before + 1 < lines.count
      var best: OffsetPoint?
      for number in before...(isBetween ? before + 1 : before) {
        let point = try meter.point(
          at: time, on: lines[number].line, blockCount: pass.blockCount, reach: pass.reach,
          isInverted: isInverted)
        if let point, point.score > best?.score ?? 0 { best = point }
      }
      if let best { points.append(best) }
      progress(Double(index + 1) / Double(count))
    }
    return points
  }

  /// Finds the places between the lines.
  private func parts(
    of lines: [TimedLine], with meter: WindowMeter, isInverted: Bool
  ) throws(MediaError) -> [SoundAlignment.Part] {
    guard let overlap = overlap(lines, meter) else { return [] }
    let finder = BreakFinder(meter, isInverted: isInverted)
    var parts: [SoundAlignment.Part] = []
    var start = overlap.lowerBound
    for (index, timed) in lines.enumerated() {
      var end = overlap.upperBound
      var next = end
      if index + 1 < lines.count {
        let second = lines[index + 1]
        // The loud half of a window decides where it belongs: the change may be in the other half.
        let reach = meter.length(ofBlocks: Self.fine.blockCount) / 2
        let first = max(timed.times.upperBound - reach, timed.times.middle)
        let last = min(second.times.lowerBound + reach, second.times.middle)
        let found = try finder.end(
          of: timed.line, before: second.line, in: first...max(first, last))
        end = max(found, start)
        // Where the other recording lacks sound, the next part starts later in the reference.
        next = max(end, second.line.time(atOther: timed.line.otherTime(at: end)))
      }
      parts.append(
        SoundAlignment.Part(
          start: MediaTime(nearest: start), end: MediaTime(nearest: end),
          otherStart: MediaTime(nearest: timed.line.otherTime(at: start)),
          otherEnd: MediaTime(nearest: timed.line.otherTime(at: end)),
          offset: MediaTime(nearest: timed.line.time(atOther: 0))))
      start = next
    }
    return parts
  }

  private func makeRelation(
    _ fit: PiecewiseLine, _ points: [OffsetPoint], _ parts: [SoundAlignment.Part],
    isInverted: Bool, rounding: Double
  ) -> SoundAlignment.Relation? {
    guard let first = fit.segments.first?.line else { return nil }
    let offset = first.time(atOther: 0)
    let errors = fit.errors(at: offset)
    let members = Set(fit.segments.flatMap(\.members))
    let times = members.map { points[$0].time }
    // Rounded timestamps may be wrong in the same way at many places.
    let span = max((times.max() ?? 0) - (times.min() ?? 0), 1)
    let comparisons = points.enumerated().map { index, point in
      SoundAlignment.Comparison(
        time: MediaTime(nearest: point.time),
        otherTime: MediaTime(nearest: point.time + point.distance), agrees: members.contains(index))
    }
    return SoundAlignment.Relation(
      offset: MediaTime(nearest: offset),
      offsetUncertainty: MediaTime(nearest: errors.offset + rounding / 2), drift: fit.drift * 1e6,
      driftUncertainty: 1e6 * errors.drift + 1e6 * rounding / span, isInverted: isInverted,
      comparisons: comparisons, parts: parts)
  }
}

extension ClosedRange<Double> {
  fileprivate var middle: Double { (lowerBound + upperBound) / 2 }
}

extension PiecewiseLine.Segment {
  /// Returns the times between which the segment was found.
  fileprivate func times(of points: [OffsetPoint]) -> ClosedRange<Double> {
    let times = members.map { points[$0].time }
    return (times.first ?? 0)...(times.last ?? 0)
  }
}
