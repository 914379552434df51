import PlayheadAttaching
import PlayheadTimecode
import PlayheadTimecodeInputs
import PlayheadTimekeeping

/// The course that timecode shows: a quarter frame, when the playhead was there, and how fast it moves.
struct TimecodeCourse: Sendable {
  /// A quarter frame, and when it was there on the clock of the signal.
  private typealias Mark = (quarterFrame: Int64, instant: HostInstant)

  /// The number of frames over which an exact speed is measured. One that differs by no more millionths is the same.
  private static let (window, tolerance): (Int, Int64) = (8, 1_000)
  /// The time over which the rate is measured, in nanoseconds, and the greatest difference of a clock, in millionths.
  private static let (rateTime, rateTolerance): (Int128, Int64) = (2_000_000_000, 400)

  let rate: TimecodeRate
  private let habits: TimecodeHabits
  /// The quarter frames since `00:00:00:00` at the instant.
  private(set) var quarterFrame: Int64
  private(set) var instant: HostInstant
  private(set) var motion: TimecodeSighting.Motion
  /// In millionths.
  var speed = TimecodeSpeed.normal
  /// The last sighting that belongs to the course.
  private(set) var last: TimecodeSighting
  /// The marks over which the speed is measured, of frames that are measured exactly.
  private var marks: [Mark] = []
  private var meter: SpeedMeter
  /// When the speed of messages began, at the earliest and at the latest; nil if it did not change.
  private(set) var speedStart: (since: HostInstant, until: HostInstant)?
  /// The mark since which the rate is measured: rates that differ by a thousandth need longer than speeds.
  private var rateMark: Mark

  /// Creates the course of sightings in order, at the speed over them all; nil if there are none at the rate.
  ///
  /// - Parameter speed: The speed before, which messages do not change at once.
  init?(
    _ rate: TimecodeRate, _ sightings: [TimecodeSighting], _ habits: TimecodeHabits,
    speed: Int64 = TimecodeSpeed.normal
  ) {
    guard let first = sightings.first, let last = sightings.last,
      let start = first.quarterFrame(in: rate.base),
      let quarterFrame = last.quarterFrame(in: rate.base)
    else { return nil }
    (self.rate, self.habits, self.quarterFrame, self.last) = (rate, habits, quarterFrame, last)
    (instant, motion) = (last.instant, last.motion)
    rateMark = (start, first.signalInstant)
    meter = SpeedMeter(rate, noise: habits.noise, start: first.signalInstant)
    guard rate.way(through: sightings) != nil else { return }
    if habits.isExact, let mean = self.speed(since: rateMark) { self.speed = known(mean) }
    marks = [mark]
    if habits.isExact { return }
    self.speed = speed
    for (one, other) in zip(sightings, sightings.dropFirst()) { measure(from: one, to: other) }
  }

  /// Measures the speed between messages.
  private mutating func measure(from one: TimecodeSighting, to other: TimecodeSighting) {
    guard let start = one.quarterFrame(in: rate.base), let end = other.quarterFrame(in: rate.base)
    else { return }
    let way = abs(rate.way(from: start, to: end))
    guard let change = meter.add(way, at: other.signalInstant, speed: speed) else { return }
    (speed, speedStart) = (change.speed, (change.since, change.until))
  }

  private var mark: Mark { (quarterFrame, last.signalInstant) }

  var position: MediaTime { rate.position(at: quarterFrame) }

  mutating func stop(at now: HostInstant) {
    (motion, marks) = (.none, [])
    instant = max(instant, now)
  }

  /// Returns whether a sighting continues the course: it is where the speed leads, or has the next label.
  func isContinued(by sighting: TimecodeSighting) -> Bool {
    guard motion != .none, motion == sighting.motion,
      let new = sighting.quarterFrame(in: rate.base)
    else { return false }
    let elapsed = sighting.signalInstant.nanoseconds(after: last.signalInstant)
    let way = rate.way(from: quarterFrame, to: new) * (motion == .backward ? -1 : 1)
    if elapsed <= 0 || way <= 0 { return false }
    let expected = TimecodeSpeed.distance(speed, in: elapsed, at: rate)
    let difference = Int128(way) * 1_000 - expected
    // Half a frame: the first label after a dropout may have a wrong bit.
    if difference.magnitude <= 2_000 + expected.magnitude / 50 { return true }
    return way <= 8
      && TimecodeSpeed.possible.contains(TimecodeSpeed.measured(way, in: elapsed, at: rate))
  }

  /// Moves to a sighting that continues the course.
  mutating func advance(to sighting: TimecodeSighting) {
    let before = mark
    if !habits.isExact { measure(from: last, to: sighting) }
    quarterFrame = sighting.quarterFrame(in: rate.base) ?? quarterFrame
    (instant, last) = (sighting.instant, sighting)
    guard habits.isExact, let recent = speed(since: before) else { return }
    let isNext = abs(rate.way(from: before.quarterFrame, to: quarterFrame)) <= 8
    if isNext, abs(recent - speed) > speed / 20 {
      speed = known(recent)
      (marks, rateMark) = ([before], before)
    }
    marks.append(mark)
    guard marks.count > Self.window, let mean = marks.first.flatMap(speed(since:)) else {
      return
    }
    marks.removeFirst()
    guard abs(mean - speed) > Self.tolerance else { return }
    speed = known(mean)
    marks = [mark]
  }

  /// Returns the rate of the same labels at which the last seconds are nearer to the normal speed; nil if none is.
  mutating func nearerRate(of rates: [TimecodeRate]) -> TimecodeRate? {
    let elapsed = last.signalInstant.nanoseconds(after: rateMark.instant)
    guard habits.isExact, elapsed >= Self.rateTime else { return nil }
    let way = abs(rate.way(from: rateMark.quarterFrame, to: quarterFrame))
    rateMark = mark
    func distance(_ rate: TimecodeRate) -> Int64 {
      let speed = way > 0 ? TimecodeSpeed.measured(way, in: elapsed, at: rate) : 0
      return abs(speed - TimecodeSpeed.normal)
    }
    let alike = rates.filter { $0.base == rate.base && $0 != rate }
    return alike.first { distance($0) < Self.rateTolerance && distance(rate) > 2 * distance($0) }
  }

  /// Returns by how much the playhead is elsewhere than where another course leads.
  func deviation(from other: TimecodeCourse) -> Duration {
    let elapsed = instant.nanoseconds(after: other.instant)
    let way = Int128(rate.way(from: other.quarterFrame, to: quarterFrame)) * 1_000
    let difference = way - TimecodeSpeed.distance(other.speed, in: elapsed, at: rate)
    let length = Int128(rate.frame.numerator) * 250_000
    let nanoseconds = difference * length / Int128(rate.frame.denominator)
    return .nanoseconds(Int64(clamping: Int128(nanoseconds.magnitude)))
  }

  private func speed(since mark: Mark) -> Int64? {
    let elapsed = last.signalInstant.nanoseconds(after: mark.instant)
    let way = abs(rate.way(from: mark.quarterFrame, to: quarterFrame))
    return elapsed > 0 && way > 0 ? TimecodeSpeed.measured(way, in: elapsed, at: rate) : nil
  }

  /// Returns a speed, or the normal one if it differs no more than a clock may.
  private func known(_ speed: Int64) -> Int64 {
    let speed = min(max(speed, 1_000), 100_000_000)
    return abs(speed - TimecodeSpeed.normal) <= Self.tolerance ? TimecodeSpeed.normal : speed
  }
}

/// How a kind of timecode arrives.
package struct TimecodeHabits: Hashable, Sendable {
  /// By how much the instant of a timecode may be wrong, either way.
  var noise: Duration
  /// The number of timecodes in order that show a position.
  var lockCount: Int
  /// Whether one timecode after another shows a speed.
  var isExact = false
  /// The number of frames without a sign of timecode after which the playhead stands.
  var silence: Int64

  /// Linear timecode, of which each frame is measured to a sample.
  package static let linear = TimecodeHabits(
    noise: .microseconds(40), lockCount: 4, isExact: true, silence: 2)
  /// MIDI timecode, every two frames.
  package static let midi = TimecodeHabits(
    noise: .milliseconds(1), lockCount: 2, silence: 2)
  /// Datagrams, which a network may lose or delay.
  package static let network = TimecodeHabits(
    noise: .milliseconds(2), lockCount: 4, silence: 8)

  /// The habits of a player's values with this noise.
  var position: PositionHabits { PositionHabits(noise: noise, drift: 400) }
}
