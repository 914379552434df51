/// A robust line through the newest readings of a device that plays steadily.
///
/// Times are seconds of the host clock since the first reading. A *deviation* is how many seconds of
/// sound the device has played more than a device that is exactly in time.
struct DriftLine {
  private struct Point {
    var time: Double
    var deviation: Double
  }

  /// The age in seconds up to which readings are fitted: more is more exact, but later to follow a change of drift.
  static let greatestAge = 13.0
  private static let capacity = 256
  /// The least scatter that is assumed, in seconds: a few readings may agree by chance.
  private static let leastScatter = 0.0003

  private var points: [Point] = []
  private var scratch: [Double] = []
  /// The drift that is expected before there are readings, and its standard deviation.
  private var expectedDrift = 0.0
  private var driftDeviation = 0.0003
  /// The deviation at time 0.
  private var offset = 0.0
  /// Seconds of sound more than in time per second.
  private(set) var drift = 0.0
  /// The standard deviation of the readings from the line, in seconds; outliers excluded.
  private(set) var scatter = DriftLine.leastScatter
  /// The standard deviation of the readings that were fitted; 0 for fewer than three.
  private var residual = 0.0
  /// The sum of the squares of the readings' distances in time from their mean.
  private var spread = 0.0

  init() {
    points.reserveCapacity(Self.capacity + 1)
    scratch.reserveCapacity(Self.capacity + 1)
  }

  var count: Int { points.count }

  /// The time from the first reading to the last, in seconds.
  var span: Double { (points.last?.time ?? 0) - (points.first?.time ?? 0) }

  func deviation(at time: Double) -> Double { offset + drift * time }

  /// How many seconds the line may be from the truth at the newest reading; 0 while each reading makes it much better.
  ///
  /// It is many times the standard error, because readings in a row are often wrong in the same way.
  var uncertainty: Double { span < 2.5 ? 0 : 1.5 * residual }

  /// The drift, or 0 if the readings would scatter as much without one.
  var certainDrift: Double { abs(drift) * spread.squareRoot() > 6 * residual ? drift : 0 }

  /// Adds a reading, which is newer than those before, and fits the line again.
  mutating func add(time: Double, deviation: Double) {
    points.append(Point(time: time, deviation: deviation))
    let oldest = points.firstIndex { $0.time >= time - Self.greatestAge } ?? 0
    points.removeFirst(max(oldest, points.count - Self.capacity))
    fit()
  }

  /// How many seconds a reading may be from the line in steady play: limited, because several jumps look like scatter.
  var tolerance: Double { points.count < 5 ? 0.02 : min(max(0.002, 5 * scatter), 0.04) }

  /// Returns how many of the newest readings, far from the line, show steady play again; nil if they do not.
  func agreement(ofNewest count: Int, within tolerance: Double) -> Int? {
    // The device has skipped sound, or stopped for a time.
    // The first reading of all may be the only one before the device has skipped sound.
    let needed = min(3, max(points.count - 1, 2))
    guard count >= needed else { return nil }
    let newest = points.suffix(needed)
    guard let least = newest.map(\.deviation).min(), let greatest = newest.map(\.deviation).max(),
      let first = newest.first, let last = newest.last
    else { return nil }
    // A device that stands loses as much as the time that passes, which may be less than the tolerance.
    let isStanding = first.deviation - last.deviation > (last.time - first.time) / 2
    return greatest - least <= tolerance && !isStanding ? needed : nil
  }

  /// Whether the device has not moved since one of the newest `count` readings, within `tolerance` seconds.
  func isFrozen(forNewest count: Int, within tolerance: Double) -> Bool {
    guard points.count > 1, let two = points.last else { return false }
    // The first of them that is long enough ago to be sure.
    let one = points.suffix(max(count, 2)).last { two.time - $0.time > 3 * tolerance }
    guard let one else { return false }
    let time = two.time - one.time
    return time > 3 * tolerance && abs(two.deviation - one.deviation + time) < tolerance
  }

  /// Discards all readings except the newest ones, as the device has not played steadily, but keeps what its drift was.
  mutating func restart(keeping count: Int) {
    expectDrift()
    points.removeFirst(max(0, points.count - count))
    fit()
  }

  private mutating func expectDrift() {
    guard points.count > 2 else { return }
    let mean = points.reduce(0) { $0 + $1.time } / Double(points.count)
    let spread = points.reduce(0) { $0 + ($1.time - mean) * ($1.time - mean) }
    let deviation = scatter / (spread + priorWeight).squareRoot()
    expectedDrift = drift
    // The device may have been replaced by one with another drift.
    driftDeviation = min(max(deviation, 40e-6), 300e-6)
  }

  private var priorWeight: Double {
    let ratio = scatter / driftDeviation
    return ratio * ratio
  }

  private mutating func fit() {
    guard points.count > 2 else {
      residual = 0
      // The least, because the position can follow later but not go back.
      drift = expectedDrift
      offset = points.reduce(.infinity) { min($0, $1.deviation - drift * $1.time) }
      if points.isEmpty { offset = 0 }
      return
    }
    // Medians bear up to half of the readings being wrong, weights then use the right ones fully.
    offset = 0
    offset = medianDifference { $0 }
    for _ in 0..<3 {
      residual = 1.4826 * medianDifference(abs)
      scatter = max(Self.leastScatter, residual)
      fitWeighted()
    }
  }

  /// Fits by least squares with Tukey's weights, which are 0 beyond five times the scatter.
  private mutating func fitWeighted() {
    var (weights, times, deviations) = (0.0, 0.0, 0.0)
    var (squares, products) = (0.0, 0.0)
    // Relative to the newest reading, to keep the sums small.
    let origin = points[points.count - 1]
    let limit = 5 * scatter
    for point in points {
      let ratio = (point.deviation - offset - drift * point.time) / limit
      guard abs(ratio) < 1 else { continue }
      let weight = (1 - ratio * ratio) * (1 - ratio * ratio)
      let time = point.time - origin.time
      let deviation = point.deviation - origin.deviation
      weights += weight
      times += weight * time
      deviations += weight * deviation
      squares += weight * time * time
      products += weight * time * deviation
    }
    guard weights > 0 else { return }
    let (meanTime, meanDeviation) = (times / weights, deviations / weights)
    spread = max(0, squares - times * meanTime)
    drift =
      (products - times * meanDeviation + priorWeight * expectedDrift) / (spread + priorWeight)
    offset =
      meanDeviation + origin.deviation - drift * (meanTime + origin.time)
  }

  /// Returns the median of a function of the readings' differences from the line.
  private mutating func medianDifference(_ value: (Double) -> Double) -> Double {
    scratch.removeAll(keepingCapacity: true)
    for point in points { scratch.append(value(point.deviation - deviation(at: point.time))) }
    scratch.sort()
    let middle = scratch.count / 2
    return scratch.count % 2 == 1
      ? scratch[middle] : (scratch[middle - 1] + scratch[middle]) / 2
  }
}
