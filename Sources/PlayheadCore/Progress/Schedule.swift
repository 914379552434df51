import Timekeeping

/// When a progress publisher tells where the playhead is, besides at every discontinuity.
///
/// An interval gives *updates*: of those that come late, the newest is told, and the others are
/// counted. All else gives *boundaries*: media times each of which is told once for each time that
/// playback crosses it, in order, however close together they lie and however late the machine
/// is, as long as values are asked for.
///
/// - A boundary is crossed when the playhead, in playback, comes to it or begins to move from it:
///   so playback that starts at one, at zero or where a seek landed, tells it, and playback that
///   was paused at one which it had told goes on without telling it again.
/// - A seek over boundaries tells none. What was crossed before a seek is told before it. A loop's
///   way back is a seek.
/// - What falls together is one value: of several boundaries, of a boundary and an update, and of a
///   boundary and a start, a pause, the end. `PlayheadProgress.boundary` says which.
public struct Schedule: Hashable, Sendable {
  /// The greatest common measure of updates; nil where there are none.
  var interval: MediaTime?
  /// The times given, in order, none twice.
  var times: [MediaTime] = []
  /// The percentages given, in millionths of a percent, in order, none twice.
  var percentages: [Int64] = []
  var hasChapters = false
  var frames: Frames?

  /// Which frames.
  enum Frames: Hashable {
    case all
    case keyframes
  }

  /// 100 %.
  static let wholePercentage: Int64 = 100_000_000

  /// Whether there is anything in it but updates.
  var hasBoundaries: Bool {
    !times.isEmpty || !percentages.isEmpty || hasChapters || frames != nil
  }

  /// An update at each whole multiple of an interval of media time, which must be positive, counted
  /// from zero.
  public static func interval(_ interval: MediaTime) -> Schedule {
    precondition(interval > .zero, "The interval of a schedule is positive, not \(interval)")
    return Schedule(interval: interval)
  }

  /// The start of each frame that is presented of the timeline's video track. A medium without one
  /// has none.
  ///
  /// Frames are known as they are read: one that a slow source gives after the playhead came to it
  /// is told then.
  public static let frames = Schedule(frames: .all)

  /// The start of each frame at which decoding can begin.
  public static let keyframes = Schedule(frames: .keyframes)

  /// The start of each chapter that the container declares, within what is presented; one that
  /// begins before zero counts from zero.
  public static let chapters = Schedule(hasChapters: true)

  /// These positions, in any order. One that is negative or beyond the end is never crossed.
  public static func times(_ times: [MediaTime]) -> Schedule {
    Schedule(times: inOrder(times))
  }

  /// These percentages of the duration, from 0 to 100, to the millionth, in any order.
  ///
  /// Where the duration is an estimate, they are of the estimate as it is when the playhead comes
  /// to them; if it turns out that the playhead has passed one, that is told then. While nothing is
  /// known of the duration none is told; once it is known, those that were crossed are. 100 % is
  /// the end of the media and no estimate of it.
  public static func percentages(_ percentages: [Double]) -> Schedule {
    Schedule(
      percentages: inOrder(
        percentages.map { percentage in
          precondition(
            (0...100).contains(percentage), "A percentage lies in 0 to 100, not at \(percentage)")
          return Int64((percentage * 1_000_000).rounded())
        }))
  }

  /// Each whole multiple of a percentage, up to 100 and without 0: 5 gives 5 %, 10 %, …, 100 %. It
  /// lies in 0.001 to 100.
  public static func percentages(every step: Double) -> Schedule {
    precondition((0.001...100).contains(step), "A step lies in 0.001 to 100 percent, not \(step)")
    let step = Int64((step * 1_000_000).rounded())
    return Schedule(percentages: Array(stride(from: step, through: wholePercentage, by: Int(step))))
  }

  /// What is in either of the two. Of two intervals that differ, the smaller gives the updates, and
  /// it must measure the greater: updates of 0.25 s and of 1 s are those of 0.25 s.
  public func union(_ other: Schedule) -> Schedule {
    var union = self
    if let one = interval, let two = other.interval {
      let (less, greater) = (min(one, two), max(one, two))
      precondition(
        less.multiplied(by: greater.wholeMultiples(of: less)) == greater,
        "Of two intervals of a schedule the greater is a multiple of the smaller: "
          + "\(greater) is none of \(less)")
      union.interval = less
    } else {
      union.interval = interval ?? other.interval
    }
    union.times = Schedule.inOrder(times + other.times)
    union.percentages = Schedule.inOrder(percentages + other.percentages)
    union.hasChapters = hasChapters || other.hasChapters
    union.frames = frames == .all || other.frames == .all ? .all : frames ?? other.frames
    return union
  }

  private static func inOrder<Value: Comparable & Hashable>(_ values: [Value]) -> [Value] {
    Set(values).sorted()
  }
}
