/// The lines through the offsets of windows: one for each part without a break, all with the same drift.
struct PiecewiseLine: Sendable {
  /// A part without a break.
  struct Segment: Sendable {
    /// The line. All segments have the same drift.
    var line: OffsetLine
    /// The points on the line, by index.
    var members: [Int]
  }

  /// The number of points in a row that make a segment.
  private static let leastCount = 3
  /// The number of last points that define where a segment is.
  private static let recentCount = 7
  /// The number of neighbours of a point whose slopes are compared.
  private static let neighbourCount = 8
  private static let roundCount = 5
  /// The seconds by which a line may leave another for a time: less than the shortest packet (2.5 ms, Opus), if lost.
  private static let greatestEcho = 2.4e-3

  private(set) var segments: [Segment] = []
  private(set) var drift = 0.0
  /// The robust standard deviation of the points from their lines in seconds.
  private(set) var deviation = 0.0
  private let points: [OffsetPoint]

  /// Fits lines to the clear ones of points in order, by tolerances in seconds; nil if no three agree.
  init?(
    _ points: [OffsetPoint], tolerance: Double, firstTolerance: Double, rounding: Double = 0
  ) {
    self.points = points
    let clear = points.indices.filter { points[$0].isClear }
    guard clear.count >= Self.leastCount else { return nil }
    drift = neighbourSlope(clear)
    var greatest = firstTolerance
    for _ in 0..<Self.roundCount {
      split(clear, tolerance: greatest)
      guard !segments.isEmpty else { return nil }
      fit()
      greatest = max(tolerance, min(6 * deviation, greatest))
    }
    join(tolerance: max(greatest, rounding))
    fit()
    removeEchoes(tolerance: greatest)
  }

  /// Removes a segment, and fits the others again.
  mutating func removeSegment(at index: Int) {
    segments.remove(at: index)
    fit()
  }

  /// The number of points that are on one of the lines.
  var memberCount: Int { segments.reduce(0) { $0 + $1.members.count } }

  /// By how much the drift, and the offset on the first line at a time, may be wrong, with a confidence of 95 %.
  func errors(at time: Double) -> (drift: Double, offset: Double) {
    var (square, count) = (0.0, 0.0)
    for segment in segments {
      let mean = segment.members.reduce(0) { $0 + points[$1].time } / Double(segment.members.count)
      square += segment.members.reduce(0) { sum, index in
        sum + (points[index].time - mean) * (points[index].time - mean)
      }
    }
    guard let first = segments.first, square > 0 else { return (0, 2 * deviation) }
    // Few points are closer to a line through them than to the true one.
    let free = memberCount - segments.count - 1
    let deviation =
      deviation * (Double(memberCount) / max(Double(free), 0.5)).squareRoot()
      * ConfidenceFactor.ofPoints(beyond: free)
    count = Double(first.members.count)
    let mean = first.members.reduce(0) { $0 + points[$1].time } / count
    let driftError = deviation / square.squareRoot()
    let offsetError = deviation * (1 / count).squareRoot()
    let lever = driftError * (time - mean)
    return (driftError, (offsetError * offsetError + lever * lever).squareRoot())
  }

  /// Returns the median of the slopes between neighbours, which breaks and wrong points do not change.
  private func neighbourSlope(_ indices: [Int]) -> Double {
    var slopes: [Double] = []
    for (place, index) in indices.enumerated() {
      for later in indices[(place + 1)...].prefix(Self.neighbourCount) {
        let length = points[later].time - points[index].time
        guard length > 0 else { continue }
        let slope = (points[later].distance - points[index].distance) / length
        if abs(slope) <= Drift.greatest { slopes.append(slope) }
      }
    }
    return median(slopes)
  }

  private func residual(_ index: Int) -> Double {
    points[index].distance - points[index].time * drift
  }

  /// Splits the points into segments: one begins where enough points agree, but not with the previous one.
  private mutating func split(_ indices: [Int], tolerance: Double) {
    segments = []
    var pending: [Int] = []
    for index in indices {
      if let members = segments.last?.members {
        let level = median(members.suffix(Self.recentCount).map(residual))
        if abs(residual(index) - level) <= tolerance {
          segments[segments.count - 1].members.append(index)
          pending = []
          continue
        }
      }
      pending.append(index)
      let last = Array(pending.suffix(Self.leastCount))
      let levels = last.map(residual)
      guard last.count == Self.leastCount, let least = levels.min(), let greatest = levels.max(),
        greatest - least <= tolerance
      else { continue }
      segments.append(Segment(line: OffsetLine(drift: drift, intercept: 0), members: last))
      pending = []
    }
  }

  /// Fits the drift and the intercepts by least squares.
  private mutating func fit() {
    var (square, product) = (0.0, 0.0)
    for segment in segments {
      let count = Double(segment.members.count)
      let time = segment.members.reduce(0) { $0 + points[$1].time } / count
      let distance = segment.members.reduce(0) { $0 + points[$1].distance } / count
      for index in segment.members {
        square += (points[index].time - time) * (points[index].time - time)
        product += (points[index].time - time) * (points[index].distance - distance)
      }
    }
    if square > 0 { drift = product / square }
    var residuals: [Double] = []
    for index in segments.indices {
      let members = segments[index].members
      let level = members.reduce(0) { $0 + residual($1) } / Double(members.count)
      segments[index].line = OffsetLine(drift: drift, intercept: level)
      residuals += members.map { abs(residual($0) - level) }
    }
    deviation = 1.4826 * median(residuals)
  }

  /// Removes segments that briefly leave a line: windows fit one channel if another one is late.
  private mutating func removeEchoes(tolerance: Double) {
    func isClose(_ one: Segment, _ other: Segment) -> Bool {
      abs(one.line.intercept - other.line.intercept) <= tolerance
    }
    var echoes: [Segment] = []
    while let range = returningRange(isClose) {
      let family = segments[range]
      let sizes = family.map { segment in
        family.filter { isClose($0, segment) }.reduce(0) { $0 + $1.members.count }
      }
      guard let best = sizes.indices.max(by: { sizes[$0] < sizes[$1] }) else { return }
      let kept = segments[range.lowerBound + best]
      echoes += family.filter { !isClose($0, kept) }
      segments.replaceSubrange(range, with: family.filter { isClose($0, kept) })
      join(tolerance: tolerance)
      fit()
    }
    if echoes.isEmpty { return }
    let rest = segments.filter { segment in !echoes.contains { isClose($0, segment) } }
    if !rest.isEmpty { segments = rest }
    fit()
  }

  /// Returns segments of which the first and the last one are on the same line, and the others near it.
  private func returningRange(_ isClose: (Segment, Segment) -> Bool) -> ClosedRange<Int>? {
    for first in segments.indices {
      for last in segments.indices.dropFirst(first + 2) {
        let (start, before) = (segments[first], segments[last - 1])
        if abs(before.line.intercept - start.line.intercept) > Self.greatestEcho { break }
        if isClose(start, segments[last]) { return first...last }
      }
    }
    return nil
  }

  /// Joins neighbouring segments that are on the same line.
  private mutating func join(tolerance: Double) {
    var joined: [Segment] = []
    for segment in segments {
      if let last = joined.last,
        abs(last.line.intercept - segment.line.intercept) <= tolerance
      {
        joined[joined.count - 1].members += segment.members
      } else {
        joined.append(segment)
      }
    }
    segments = joined
  }
}
