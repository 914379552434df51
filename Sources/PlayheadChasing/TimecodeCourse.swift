import PlayheadTimecode
import PlayheadTimecodeInputs
import PlayheadTimekeeping

/// The course that timecode shows: a quarterFrame, when it was there, and how fast it moves.
struct TimecodeCourse: Sendable {
  /// A quarterFrame at an instant.
  private struct Mark {
    let quarterFrame: Int64
    /// On the clock of the signal.
    let instant: HostInstant
  }

  let rate: TimecodeRate
  private let habits: TimecodeHabits
  /// The quarter frames since `00:00:00:00` at the instant.
  private(set) var quarterFrame: Int64
  private(set) var instant: HostInstant
  /// The same on the clock of the signal.
  private var signalInstant: HostInstant
  private(set) var motion: TimecodeSighting.Motion
  /// In millionths.
  var speed = TimecodeSpeed.normal
  /// The last sighting that belongs to the course; nil after a stop.
  private(set) var last: TimecodeSighting?
  /// A sighting that does not continue the course, and may be the first one of another quarterFrame.
  var candidate: TimecodeSighting?
  /// The marks over which the speed is measured.
  private var marks: [Mark] = []

  /// Creates a course that stands, or moves at the normal speed.
  init(_ rate: TimecodeRate, _ sighting: TimecodeSighting, _ habits: TimecodeHabits) {
    (self.rate, self.habits) = (rate, habits)
    quarterFrame = sighting.quarterFrame(in: rate.base) ?? 0
    (instant, motion, last) = (sighting.instant, sighting.motion, sighting)
    signalInstant = sighting.signalInstant
    marks = [mark]
  }

  private var mark: Mark { Mark(quarterFrame: quarterFrame, instant: signalInstant) }

  /// Whether the playhead moves forward. One that moves backward is at each quarterFrame for a moment.
  var isMoving: Bool { motion == .forward }

  /// Moves to the last of sightings that follow each other, and measures the speed over them all.
  mutating func move(along sightings: [TimecodeSighting]) {
    guard let first = sightings.first, let last = sightings.last,
      let way = rate.way(through: sightings), let quarterFrame = last.quarterFrame(in: rate.base)
    else { return }
    let elapsed = last.signalInstant.nanoseconds(after: first.signalInstant)
    let tolerance = max(habits.firstTolerance, habits.tolerance)
    if elapsed > 0 {
      speed = known(TimecodeSpeed.measured(way, in: elapsed, at: rate), within: tolerance)
    }
    (self.quarterFrame, instant, self.last) = (quarterFrame, last.instant, last)
    signalInstant = last.signalInstant
    marks = [mark]
  }

  mutating func stop(at now: HostInstant) {
    (motion, last, candidate, marks) = (.none, nil, nil, [])
    instant = max(instant, now)
  }

  /// Returns whether a quarterFrame continues the course: it is where the speed leads, or is the next label.
  func isContinued(to new: Int64, by sighting: TimecodeSighting) -> Bool {
    let elapsed = sighting.signalInstant.nanoseconds(after: signalInstant)
    let way = rate.way(from: quarterFrame, to: new) * (motion == .backward ? -1 : 1)
    guard motion != .none, elapsed > 0, way > 0 else { return false }
    let expected = TimecodeSpeed.distance(speed, in: elapsed, at: rate)
    let difference = Int128(way) * 1_000 - expected
    // Half a frame: the first label after a dropout may have a wrong bit.
    if difference.magnitude <= 2_000 + expected.magnitude / 50 { return true }
    return way <= 8
      && TimecodeSpeed.possible.contains(TimecodeSpeed.measured(way, in: elapsed, at: rate))
  }

  /// Moves to a quarterFrame that continues the course.
  mutating func advance(to new: Int64, _ sighting: TimecodeSighting) {
    let before = mark
    (quarterFrame, instant, last, candidate) = (new, sighting.instant, sighting, nil)
    signalInstant = sighting.signalInstant
    guard let recent = speed(since: before) else { return }
    let isNext = abs(rate.way(from: before.quarterFrame, to: new)) <= 8
    if habits.firstTolerance == 0, isNext, abs(recent - speed) > speed / 20 {
      speed = known(recent, within: habits.tolerance)
      marks = [before]
    }
    marks.append(mark)
    guard marks.count > habits.window, let mean = marks.first.flatMap(speed(since:)) else {
      return
    }
    marks.removeFirst()
    guard abs(mean - speed) > habits.tolerance else { return }
    speed = known(mean, within: habits.tolerance)
    marks = [mark]
  }

  private func speed(since mark: Mark) -> Int64? {
    let elapsed = signalInstant.nanoseconds(after: mark.instant)
    let way = abs(rate.way(from: mark.quarterFrame, to: quarterFrame))
    return elapsed > 0 && way > 0 ? TimecodeSpeed.measured(way, in: elapsed, at: rate) : nil
  }

  /// Returns a speed, or the normal one if it differs no more than a clock may.
  private func known(_ speed: Int64, within tolerance: Int64) -> Int64 {
    let speed = min(max(speed, 1_000), 100_000_000)
    return abs(speed - TimecodeSpeed.normal) <= tolerance ? TimecodeSpeed.normal : speed
  }
}
