import PlayheadMedia
import PlayheadTimekeeping

/// The media times at which a progress publisher publishes, in addition to every discontinuity.
///
/// An interval gives periodic *updates*. If several are late, the newest is published, and the others are counted as
/// skipped. Everything else gives *boundaries*: media times that are each published once for each time that playback
/// crosses them, in order, however close together they are and however late the machine is, as long as there is demand.
///
/// - A boundary is crossed when the playhead reaches it during playback, or starts to move from it.
///   So a boundary at the position where playback starts is published; after a pause at a boundary
///   that was published, it is not published again.
/// - A seek over boundaries publishes none. Boundaries that were crossed before a seek are
///   published before it. The return of a loop is a seek.
/// - Values at the same media time are one value: several boundaries, a boundary and an update, or
///   a boundary and a start, a pause or the end. `PlayheadProgress.boundary` lists the boundaries.
public struct Schedule: Hashable, Sendable {
  /// The interval of updates; nil if there are none.
  var interval: MediaTime?
  /// The given times in ascending order, without duplicates.
  var times: [MediaTime] = []
  /// The times at which cues begin and end, in ascending order, without duplicates.
  var cueTimes: [MediaTime] = []
  /// The cues that become known during playback, whose starts and ends are boundaries, too.
  var cueFeeds: [CueFeed] = []
  /// The given percentages in millionths of a percent, in ascending order, without duplicates.
  var percentages: [Int64] = []
  var hasChapters = false
  var frames: Frames?
  /// Whether the position is published at first, before anything happens.
  var startsWithPosition = false

  /// The frames that are boundaries.
  enum Frames: Hashable {
    case all
    case keyframes
  }

  /// 100 % in millionths of a percent.
  static let wholePercentage: Int64 = 100_000_000

  var hasBoundaries: Bool {
    !times.isEmpty || !cueTimes.isEmpty || !cueFeeds.isEmpty || !percentages.isEmpty || hasChapters
      || frames != nil
  }

  /// The interval of updates if none is given: 250 ms.
  public static let defaultInterval = MediaTime.milliseconds(250)

  /// Updates at the whole multiples of an interval, counted from position zero.
  ///
  /// - Parameter interval: An interval of media time; positive.
  /// - Returns: The schedule.
  public static func interval(_ interval: MediaTime) -> Schedule {
    precondition(interval > .zero, "The interval must be positive, not \(interval)")
    return Schedule(interval: interval)
  }

  /// The start of each presented frame of the timeline's video track, if there is one.
  ///
  /// Frames are known when they have been read. If a slow source delivers a frame after the
  /// playhead has reached its start, it is published then.
  public static let frames = Schedule(frames: .all)

  /// The start of each frame at which decoding can start.
  public static let keyframes = Schedule(frames: .keyframes)

  /// The start of each chapter that the container declares. A chapter that starts before the
  /// presentation counts from zero.
  public static let chapters = Schedule(hasChapters: true)

  /// The given positions.
  ///
  /// - Parameter times: Positions in any order. A position that is negative or beyond the end is
  ///   never crossed.
  /// - Returns: The schedule.
  public static func times(_ times: [MediaTime]) -> Schedule {
    Schedule(times: inOrder(times))
  }

  /// The start and the end of each cue.
  ///
  /// The cues that are current after such a boundary are those of ``CueTrack/cues(at:)`` at ``PlayheadProgress/due``.
  ///
  /// - Parameter track: The cues, with positions of the media.
  /// - Returns: The schedule.
  public static func cues(_ track: CueTrack) -> Schedule {
    Schedule(cueTimes: inOrder(track.boundaries))
  }

  /// The start and the end of each cue that is known, or becomes known later.
  ///
  /// If the playhead has crossed the start or the end of a cue when that becomes known, or has been moved into
  /// the cue, it is published then, with its time as ``PlayheadProgress/due``, although that may be before the
  /// one of the last value.
  ///
  /// - Parameter feed: The cues, with positions of the media.
  /// - Returns: The schedule.
  public static func cues(_ feed: CueFeed) -> Schedule { Schedule(cueFeeds: [feed]) }

  /// The given percentages of the duration.
  ///
  /// If the duration is an estimate, a percentage is published when the playhead crosses its position by the current
  /// estimate, or when a new estimate places it before the playhead. Without an estimate none is published; once there
  /// is one, those that were crossed are. 100 % is the exact end of the media, never an estimate.
  ///
  /// - Parameter percentages: Numbers from 0 to 100 in any order, rounded to millionths.
  /// - Returns: The schedule.
  public static func percentages(_ percentages: [Double]) -> Schedule {
    Schedule(
      percentages: inOrder(
        percentages.map { percentage in
          precondition(
            (0...100).contains(percentage), "A percentage must be 0 to 100, not \(percentage)")
          return Int64((percentage * 1_000_000).rounded())
        }))
  }

  /// The whole multiples of a percentage, up to 100: a step of 5 gives 5 %, 10 %, …, 100 %.
  ///
  /// - Parameter step: The distance between two percentages, 0.001 to 100.
  /// - Returns: The schedule.
  public static func percentages(every step: Double) -> Schedule {
    precondition((0.001...100).contains(step), "A step must be 0.001 to 100 percent, not \(step)")
    let step = Int64((step * 1_000_000).rounded())
    return Schedule(percentages: Array(stride(from: step, through: wholePercentage, by: Int(step))))
  }

  /// Returns a schedule with the updates and boundaries of both.
  ///
  /// - Parameter other: The other schedule. If both have an interval, one must be a multiple of the
  ///   other; the smaller is used.
  /// - Returns: The schedule.
  public func union(_ other: Schedule) -> Schedule {
    var union = self
    if let one = interval, let two = other.interval {
      let (less, greater) = (min(one, two), max(one, two))
      precondition(
        less.multiplied(by: greater.wholeMultiples(of: less)) == greater,
        "The greater interval must be a multiple of the smaller: \(greater), \(less)")
      union.interval = less
    } else {
      union.interval = interval ?? other.interval
    }
    union.times = Schedule.inOrder(times + other.times)
    union.cueTimes = Schedule.inOrder(cueTimes + other.cueTimes)
    union.cueFeeds += other.cueFeeds.filter { !cueFeeds.contains($0) }
    union.percentages = Schedule.inOrder(percentages + other.percentages)
    union.hasChapters = hasChapters || other.hasChapters
    union.startsWithPosition = startsWithPosition || other.startsWithPosition
    union.frames = frames == .all || other.frames == .all ? .all : frames ?? other.frames
    return union
  }

  /// Returns this schedule with the position at first, before anything happens.
  package func startingWithPosition() -> Schedule {
    var schedule = self
    schedule.startsWithPosition = true
    return schedule
  }

  private static func inOrder<Value: Comparable & Hashable>(_ values: [Value]) -> [Value] {
    Set(values).sorted()
  }
}
