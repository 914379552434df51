import PlayheadMedia

/// Finds sound that repeats itself, as music with loops does: it is on the lines of two segments, and no reason for
/// a break.
struct RepeatFinder {
  /// About how many windows of a segment are compared.
  private static let windowCount = 8
  /// The length of a window in blocks: short, so that it contains little sound from beyond a break.
  private static let blockCount = 1
  /// How far from the line sound is searched, in seconds.
  private static let reach = 0.02
  /// The number of samples that it may be away from the line.
  private static let toleratedSamples = 3.0

  private let meter: WindowMeter
  private let isInverted: Bool

  init(_ meter: WindowMeter, isInverted: Bool) {
    (self.meter, self.isInverted) = (meter, isInverted)
  }

  /// Removes segments at the start and at the end whose sound is also on the neighbouring line.
  func removeRepeats(
    from fit: inout PiecewiseLine, of points: [OffsetPoint]
  ) throws(MediaError) {
    while fit.segments.count > 1,
      try isRepeated(fit.segments[0], of: points, on: fit.segments[1].line)
    {
      fit.removeSegment(at: 0)
    }
    while case let last = fit.segments.count - 1, last > 0,
      try isRepeated(fit.segments[last], of: points, on: fit.segments[last - 1].line)
    {
      fit.removeSegment(at: last)
    }
  }

  private func isRepeated(
    _ segment: PiecewiseLine.Segment, of points: [OffsetPoint], on line: OffsetLine
  ) throws(MediaError) -> Bool {
    let step = (segment.members.count - 1) / Self.windowCount + 1
    for index in stride(from: 0, to: segment.members.count, by: step) {
      let time = points[segment.members[index]].time
      // The same sound of the other recording, or the same sound of the reference.
      let otherTime = segment.line.otherTime(at: time)
      if try !isOnLine(line, at: line.time(atOther: otherTime)), try !isOnLine(line, at: time) {
        return false
      }
    }
    return true
  }

  /// Returns whether the recordings have the same sound on a line at a time in the reference.
  private func isOnLine(_ line: OffsetLine, at time: Double) throws(MediaError) -> Bool {
    guard (0...meter.reference.length).contains(time),
      (0...meter.other.length).contains(line.otherTime(at: time)),
      let point = try meter.point(
        at: time, on: line, blockCount: Self.blockCount, reach: Self.reach, isInverted: isInverted)
    else { return false }
    let error = point.distance - (line.otherTime(at: point.time) - point.time)
    return point.isClear && abs(error) * Double(meter.sampleRate) <= Self.toleratedSamples
  }
}
