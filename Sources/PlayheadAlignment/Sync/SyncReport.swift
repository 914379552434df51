import PlayheadTimekeeping

/// How the sound of media runs against its picture, by the beeps and flashes in it: the timing of the content, not
/// only of the container's timestamps.
public struct SyncReport: Hashable, Sendable {
  /// The least uncertainty in seconds: beeps do not begin more sharply in lossy sound.
  private static let leastUncertainty = 0.001

  /// A flash and the beep that belongs to it.
  public struct Mark: Hashable, Sendable {
    /// When the first picture of the flash is presented, as a media time.
    public var flash: MediaTime
    /// When the beep begins, as a media time.
    public var beep: MediaTime

    /// The time from the flash to the beep: positive if the sound is late.
    public var offset: MediaTime { beep.subtracting(flash) ?? .zero }
  }

  /// How the offset changes.
  public struct Drift: Hashable, Sendable {
    /// By how many parts per million of the time the sound becomes later.
    public var value: Double
    /// The greater of two: the drift that late pictures can cause at most (see ``SyncReport/uncertainty``), and
    /// that which the distances of the marks from the line permit, with a confidence of 95 %.
    public var uncertainty: Double
    /// Whether the drift is greater than its uncertainty, so that there is one.
    public var isCertain: Bool { abs(value) > uncertainty }
  }

  /// The flashes with their beeps, in their order. Each is the nearest of the other, so an offset of more than half
  /// of the time from one beep to the next is taken for a smaller one.
  public var marks: [Mark]
  /// The number of beeps that were found, with and without a flash.
  public var beepCount: Int
  /// The number of flashes that were found, with and without a beep.
  public var flashCount: Int
  /// The usual time from one picture to the next.
  public var pictureInterval: MediaTime

  /// Pairs beeps and flashes by their starts in seconds, in order. The interval is that of pictures in seconds.
  package init(beeps: [Double], flashes: [Double], interval: Double) {
    marks = flashes.compactMap { flash in
      guard let beep = Self.nearest(of: beeps, to: flash),
        Self.nearest(of: flashes, to: beep) == flash
      else { return nil }
      return Mark(flash: MediaTime(nearest: flash), beep: MediaTime(nearest: beep))
    }
    (beepCount, flashCount) = (beeps.count, flashes.count)
    pictureInterval = MediaTime(nearest: interval)
  }

  /// The median of the offsets; nil if no beep has a flash.
  public var offset: MediaTime? {
    marks.isEmpty ? nil : MediaTime(nearest: median(marks.map(\.offset.seconds)))
  }

  /// By how much an offset may be wrong: the time from one picture to the next, because an event between two pictures
  /// appears only in the later one, and at least 1 ms.
  public var uncertainty: MediaTime {
    MediaTime(nearest: max(pictureInterval.seconds, Self.leastUncertainty))
  }

  /// The change of the offset over time, by a line through all marks; nil with fewer than three.
  public var drift: Drift? {
    guard let line else { return nil }
    let residual = marks.reduce(0) { sum, mark in
      let error = mark.offset.seconds - line.offset(at: mark.flash.seconds)
      return sum + error * error
    }
    let deviation = (residual / (Double(marks.count) - 2) / line.spread).squareRoot()
    let length = marks[marks.count - 1].flash.seconds - marks[0].flash.seconds
    // The steepest line: the pictures of the first half are on time, those of the second half an interval late.
    let steepest = 1.5 * pictureInterval.seconds / length
    let factor = ConfidenceFactor.ofPoints(beyond: marks.count - 2)
    return Drift(value: line.slope * 1e6, uncertainty: max(factor * deviation, steepest) * 1e6)
  }

  /// A straight line, in seconds.
  package struct Line {
    let slope: Double
    let middle: (time: Double, offset: Double)
    /// The sum of the squares of the times' distances from the middle.
    let spread: Double

    /// Returns the offset at the time of a flash.
    package func offset(at time: Double) -> Double { middle.offset + slope * (time - middle.time) }
  }

  /// The line through all marks by least squares; nil with fewer than three.
  package var line: Line? {
    guard marks.count >= 3 else { return nil }
    let count = Double(marks.count)
    let points = marks.map { (time: $0.flash.seconds, offset: $0.offset.seconds) }
    let middle = points.reduce(0) { $0 + $1.time } / count
    let mean = points.reduce(0) { $0 + $1.offset } / count
    let spread = points.reduce(0) { $0 + ($1.time - middle) * ($1.time - middle) }
    guard spread > 0 else { return nil }
    let slope = points.reduce(0) { $0 + ($1.time - middle) * ($1.offset - mean) } / spread
    return Line(slope: slope, middle: (middle, mean), spread: spread)
  }

  /// Returns the nearest of some times in their order.
  private static func nearest(of times: [Double], to time: Double) -> Double? {
    let index = times.partitioningIndex { $0 >= time }
    let neighbours = times[max(index - 1, 0)..<min(index + 1, times.count)]
    return neighbours.min { abs($0 - time) < abs($1 - time) }
  }
}
