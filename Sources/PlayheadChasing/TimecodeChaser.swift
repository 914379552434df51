import PlayheadAttaching
import PlayheadMedia
import PlayheadTimecode
import PlayheadTimecodeInputs
import PlayheadTimekeeping

/// Decides what the timecode that arrives says of a playhead: where it is, how fast it moves, when it jumps or stands.
///
/// It reports as the source of another player does, so that the position, its uncertainty and discontinuities follow
/// from the same estimator. It has no threads, clocks or lock. One label is never believed alone, because linear timecode has
/// no check sum: a quarterFrame is known from labels that follow each other.
package struct TimecodeChaser: Sendable {
  /// How much is known.
  private enum Stage {
    /// The newest sightings, each of which follows the one before.
    case searching([TimecodeSighting])
    case following(TimecodeCourse)
  }

  /// How long the playhead moves on while there is timecode that cannot be read, in nanoseconds.
  private static let patience: Int64 = 1_000_000_000
  /// After so many readings, only every few are needed.
  private static let eagerCount = 16

  private let name: String
  private let habits: TimecodeHabits
  private let rates: [TimecodeRate]
  /// For how long the playhead moves on without a sign of timecode, in nanoseconds; nil for the usual number of frames.
  private let freewheel: Int64?
  private var stage = Stage.searching([])
  private var lastSign = HostInstant(nanoseconds: .min)
  private var itemCount = 0
  private var userBits: UInt32 = 0
  private var readingCount = 0

  /// Creates a machine that knows nothing. A rate that is nil is found.
  package init(
    _ name: String, _ habits: TimecodeHabits, rate: FrameRate? = nil,
    freewheel: Duration? = nil
  ) {
    (self.name, self.habits) = (name, habits)
    rates = TimecodeRate.all(at: rate)
    self.freewheel = freewheel.map {
      HostInstant(nanoseconds: 0).advanced(by: $0).nanoseconds
    }
  }

  // MARK: What arrives

  /// Records a sign that timecode is still sent, although it cannot be read.
  package mutating func recordSign(at instant: HostInstant) { lastSign = max(lastSign, instant) }

  /// Receives a sighting, and returns the resulting reports.
  package mutating func receive(_ sighting: TimecodeSighting) -> [SourceReport] {
    recordSign(at: sighting.instant)
    switch stage {
    case .searching(let earlier): return search(earlier, sighting)
    case .following(let course): return follow(course, sighting)
    }
  }

  private mutating func search(
    _ earlier: [TimecodeSighting], _ sighting: TimecodeSighting
  ) -> [SourceReport] {
    if sighting.motion == .none {
      guard let rate = rates.first(where: { sighting.quarterFrame(in: $0.base) != nil }) else {
        return []
      }
      return begin(TimecodeCourse(rate, sighting, habits), since: sighting)
    }
    var list = earlier + [sighting]
    if list.count > 1, rate(of: list) == nil { list = [sighting] }
    guard list.count >= habits.lockCount, let first = list.first,
      let rate = rate(of: list)
    else {
      stage = .searching(list)
      return []
    }
    var course = TimecodeCourse(rate, first, habits)
    course.move(along: list)
    return begin(course, since: first)
  }

  private mutating func begin(
    _ course: TimecodeCourse, since first: TimecodeSighting
  ) -> [SourceReport] {
    itemCount += 1
    userBits = first.userBits
    return [.habits(habits.position)] + publish(course, since: first.instant)
  }

  private mutating func follow(
    _ course: TimecodeCourse, _ sighting: TimecodeSighting
  ) -> [SourceReport] {
    var course = course
    guard let quarterFrame = sighting.quarterFrame(in: course.rate.base) else {
      if sighting.motion == .none { return search([], sighting) }
      // A code that is counted in another way.
      guard let candidate = course.candidate,
        rate(of: [candidate, sighting]) != nil
      else {
        course.candidate = sighting
        stage = .following(course)
        return []
      }
      // While the new code is not known, nothing moves.
      var stopped = course
      stopped.stop(at: sighting.instant)
      let stop =
        course.motion == .none
        ? [] : change(from: course, to: stopped, isMoved: false, habits.position)
      return stop + search([candidate], sighting)
    }
    if sighting.motion == .none { return stand(course, at: quarterFrame, sighting) }
    if course.motion == sighting.motion, course.isContinued(to: quarterFrame, by: sighting) {
      return advance(course, to: quarterFrame, sighting)
    }
    guard let candidate = course.candidate,
      course.rate.way(through: [candidate, sighting]) != nil
    else {
      course.candidate = sighting
      stage = .following(course)
      return []
    }
    let list = [course.last, candidate, sighting].compactMap(\.self)
    if course.rate.way(through: list) == nil, let other = rate(of: list) {
      // What looks like a jump is the second of another rate.
      var counted = TimecodeCourse(other, candidate, habits)
      counted.move(along: [candidate, sighting])
      return begin(counted, since: candidate)
    }
    return resume(course, candidate, sighting)
  }

  private func rate(of sightings: [TimecodeSighting]) -> TimecodeRate? {
    TimecodeRate.rate(of: sightings, among: rates, tolerance: habits.firstTolerance)
  }

  private mutating func stand(
    _ course: TimecodeCourse, at quarterFrame: Int64, _ sighting: TimecodeSighting
  ) -> [SourceReport] {
    let old = course
    var course = TimecodeCourse(course.rate, sighting, habits)
    course.speed = old.speed
    return change(from: old, to: course, isMoved: quarterFrame != old.quarterFrame, habits.position)
  }

  private mutating func advance(
    _ old: TimecodeCourse, to quarterFrame: Int64, _ sighting: TimecodeSighting
  ) -> [SourceReport] {
    var course = old
    course.advance(to: quarterFrame, sighting)
    var reports: [SourceReport] = []
    if sighting.userBits != userBits, sighting.userBits == old.last?.userBits {
      userBits = sighting.userBits
      reports.append(facts(of: course, since: old.instant))
    }
    stage = .following(course)
    let isAtMidnight =
      course.rate.position(at: quarterFrame) < course.rate.position(at: old.quarterFrame)
    if sighting.motion == .backward || isAtMidnight {
      return reports + moved(course) + reading(of: course)
    }
    if course.speed != old.speed { return reports + publish(course, since: old.instant) }
    readingCount += 1
    // At most five a second.
    if readingCount > Self.eagerCount, readingCount % 6 != 0 { return reports }
    return reports + reading(of: course)
  }

  /// Moves on from a quarterFrame to which the code has jumped, or after a stop.
  private mutating func resume(
    _ old: TimecodeCourse, _ candidate: TimecodeSighting, _ sighting: TimecodeSighting
  ) -> [SourceReport] {
    var course = TimecodeCourse(old.rate, candidate, habits)
    course.move(along: [candidate, sighting])
    let way = old.rate.way(from: old.quarterFrame, to: course.quarterFrame)
    let isNear = old.motion == .none && sighting.motion == .forward && (0...24).contains(way)
    return change(from: old, to: course, isMoved: !isNear, habits.position)
  }

  // MARK: Time

  /// The instant when the playhead stands, unless there is a sign of timecode before; nil while it stands.
  package var deadline: HostInstant? {
    guard case .following(let course) = stage, course.motion != .none else { return nil }
    let frame = course.rate.position(at: 4 * habits.silence).nanoseconds(rounding: .up)
    let silence =
      freewheel
      ?? Int64(
        clamping: Int128(frame) * Int128(TimecodeSpeed.normal) / Int128(max(course.speed, 1)))
    return min(
      lastSign.advanced(byNanoseconds: silence),
      course.instant.advanced(byNanoseconds: max(Self.patience, silence)))
  }

  /// Stops the playhead if no timecode has come for so long.
  package mutating func settle(at now: HostInstant) -> [SourceReport] {
    guard case .following(let old) = stage, let deadline, now >= deadline else { return [] }
    var course = old
    course.stop(at: now)
    return change(from: old, to: course, isMoved: false, habits.stop(at: course.rate))
  }

  // MARK: Reports

  private mutating func change(
    from old: TimecodeCourse, to new: TimecodeCourse, isMoved: Bool, _ position: PositionHabits
  ) -> [SourceReport] {
    var reports: [SourceReport] = [.habits(position)]
    (stage, readingCount) = (.following(new), 0)
    if new.isMoving != old.isMoving || new.speed != old.speed {
      reports.append(facts(of: new, since: min(old.instant, new.instant)))
    }
    if isMoved { reports += moved(new) }
    return reports + reading(of: new)
  }

  private mutating func publish(
    _ course: TimecodeCourse, since: HostInstant
  ) -> [SourceReport] {
    (stage, readingCount) = (.following(course), 0)
    return [facts(of: course, since: since)] + reading(of: course)
  }

  private func facts(of course: TimecodeCourse, since: HostInstant) -> SourceReport {
    var facts = PlayerFacts()
    facts.playback = course.isMoving ? .playing : .paused
    facts.rate = Rate(Int32(clamping: max(course.speed, 1)), 1_000_000)
    facts.canSeek = false
    var item = PlayerFacts.Item(identity: String(itemCount))
    let digits = String(userBits, radix: 16)
    let bits = String(repeating: "0", count: max(8 - digits.utf8.count, 0)) + digits
    item.title = userBits == 0 ? name : "\(name), user bits \(bits)"
    item.timecodeRate = course.rate
    facts.item = item
    return .facts(facts, since: min(since, course.instant), received: course.instant)
  }

  /// The move was before, but the playhead was at the quarterFrame then.
  private func moved(_ course: TimecodeCourse) -> [SourceReport] {
    let position = course.rate.position(at: course.quarterFrame)
    return [.moved(to: position, since: course.instant, received: course.instant)]
  }

  private func reading(of course: TimecodeCourse) -> [SourceReport] {
    let position = course.rate.position(at: course.quarterFrame)
    return [
      .reading(
        PositionReading(sent: course.instant, received: course.instant, value: position))
    ]
  }
}
