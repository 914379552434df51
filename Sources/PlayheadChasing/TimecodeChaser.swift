import PlayheadAttaching
import PlayheadMedia
import PlayheadTimecode
import PlayheadTimecodeInputs
import PlayheadTimekeeping

/// Decides what the timecode that arrives says of a playhead: where it is, how fast it moves, when it jumps or stands.
///
/// It reports as the source of another player does. A position follows from labels in order, never from one alone,
/// because linear timecode has no check sum.
package struct TimecodeChaser: Sendable {
  /// How long the playhead moves on while there is timecode that cannot be read.
  private static let patience = Duration.seconds(1)
  /// For how long messages that contradict the last report are not reported.
  private static let doubtTime = Duration.milliseconds(500)
  /// After so many readings, only every few are needed.
  private static let eagerCount = 16

  let name: String
  /// The frame rate that was stated; nil if it is found.
  let frameRate: FrameRate?
  private let habits: TimecodeHabits
  private let rates: [TimecodeRate]
  /// For how long the playhead moves on without a sign of timecode; nil for the usual number of frames.
  private let freewheel: Duration?
  /// Nil until the rate of the timecode is known.
  private var course: TimecodeCourse?
  /// The newest sightings that do not continue the course, each of which follows the one before.
  private var others: [TimecodeSighting] = []
  private var lastSign = HostInstant(nanoseconds: .min)
  private var itemCount = 0
  private var userBits: UInt32 = 0
  private var readingCount = 0
  /// The course of the last report, and since when messages contradict it.
  private var reported: TimecodeCourse?
  private var doubtStart: HostInstant?
  private var facts: PlayerFacts?

  /// Creates a machine that knows nothing. A rate that is nil is found.
  package init(
    _ name: String, _ habits: TimecodeHabits, rate: FrameRate? = nil,
    freewheel: Duration? = nil
  ) {
    (self.name, self.habits, self.freewheel) = (name, habits, freewheel)
    (frameRate, rates) = (rate, TimecodeRate.all(at: rate))
  }

  // MARK: What arrives

  /// Records a sign that timecode is still sent, although it cannot be read.
  package mutating func recordSign(at instant: HostInstant) { lastSign = max(lastSign, instant) }

  /// Receives a sighting, and returns the resulting reports.
  package mutating func receive(_ sighting: TimecodeSighting) -> [SourceReport] {
    recordSign(at: sighting.instant)
    if sighting.motion == .none { return stand(at: sighting) }
    if let course, course.isContinued(by: sighting) { return advance(course, to: sighting) }
    others.append(sighting)
    if others.count > 1, rate(of: others) == nil, course?.rate.way(through: others) == nil {
      others = [sighting]
    }
    guard let course else { return search() }
    if others.count == 1 { return [] }
    guard course.rate.way(through: others) != nil else { return leave(course, at: sighting) }
    let list = (course.motion == .none ? [] : [course.last]) + others
    if course.rate.way(through: list) == nil, let other = rate(of: list) {
      // What looks like a jump is the second of another rate.
      return begin(at: other)
    }
    return resume(course)
  }

  private func rate(of sightings: [TimecodeSighting]) -> TimecodeRate? {
    TimecodeRate.rate(of: sightings, among: rates, isExact: habits.isExact)
  }

  private mutating func search() -> [SourceReport] {
    guard others.count >= habits.lockCount, let rate = rate(of: others) else { return [] }
    return begin(at: rate)
  }

  /// The other sightings begin an item.
  private mutating func begin(at rate: TimecodeRate) -> [SourceReport] {
    guard let first = others.first, let course = TimecodeCourse(rate, others, habits) else {
      return []
    }
    itemCount += 1
    userBits = first.userBits
    return follow(course, since: first.instant)
  }

  /// The code is counted in another way. Until it is known, nothing moves.
  private mutating func leave(
    _ old: TimecodeCourse, at sighting: TimecodeSighting
  ) -> [SourceReport] {
    var (course, list) = (old, others)
    course.stop(at: sighting.instant)
    let stop = old.motion == .none ? [] : follow(course, since: old.instant)
    (self.course, others) = (nil, list)
    return stop + search()
  }

  /// A full frame stops the playhead.
  private mutating func stand(at sighting: TimecodeSighting) -> [SourceReport] {
    if let old = course, var course = TimecodeCourse(old.rate, [sighting], habits) {
      course.speed = old.speed
      return follow(course, since: old.instant, isMoved: course.quarterFrame != old.quarterFrame)
    }
    others = [sighting]
    let rate = rates.first { sighting.quarterFrame(in: $0.base) != nil }
    return rate.map { begin(at: $0) } ?? []
  }

  private mutating func advance(
    _ old: TimecodeCourse, to sighting: TimecodeSighting
  ) -> [SourceReport] {
    var course = old
    course.advance(to: sighting)
    if let rate = course.nearerRate(of: rates) {
      others = [sighting]
      return begin(at: rate)
    }
    if sighting.userBits == old.last.userBits { userBits = sighting.userBits }
    // At midnight labels begin again.
    let isMoved = sighting.motion == .backward || course.position < old.position
    if isMoved || facts != makeFacts(of: course) {
      let start = isMoved || course.speed == old.speed ? nil : course.speedStart
      return follow(
        course, since: start?.since ?? old.instant, until: start?.until, isMoved: isMoved)
    }
    (self.course, others) = (course, [])
    if isHeldBack(course) { return [] }
    readingCount += 1
    // At most five a second.
    if readingCount > Self.eagerCount, readingCount % 6 != 0 { return [] }
    return [report(course)]
  }

  /// Whether a message is early or late, or shows another speed, which is known soon.
  private mutating func isHeldBack(_ course: TimecodeCourse) -> Bool {
    guard !habits.isExact, let reported, course.deviation(from: reported) > habits.noise * 2 else {
      doubtStart = nil
      return false
    }
    let start = doubtStart ?? course.instant
    doubtStart = start
    return start.duration(to: course.instant) < Self.doubtTime
  }

  /// Moves on from where the code has jumped to, or after a stop.
  private mutating func resume(_ old: TimecodeCourse) -> [SourceReport] {
    guard let course = TimecodeCourse(old.rate, others, habits, speed: old.speed) else {
      return []
    }
    let way = old.rate.way(from: old.quarterFrame, to: course.quarterFrame)
    let isNear = old.motion == .none && course.motion == .forward && (0...24).contains(way)
    return follow(course, since: old.instant, isMoved: !isNear)
  }

  // MARK: Time

  /// The instant when the playhead stands, unless there is a sign of timecode before; nil while it stands.
  package var deadline: HostInstant? {
    guard let course, course.motion != .none else { return nil }
    let frames = Duration(course.rate.position(at: 4 * habits.silence))
    let silence = freewheel ?? frames * TimecodeSpeed.normal / max(course.speed, 1)
    return min(
      lastSign.advanced(by: silence), course.instant.advanced(by: max(Self.patience, silence)))
  }

  /// Stops the playhead if no timecode has come for so long.
  package mutating func settle(at now: HostInstant) -> [SourceReport] {
    guard let old = course, let deadline, now >= deadline else { return [] }
    var course = old
    course.stop(at: now)
    // The rest of a frame may have been played.
    return follow(course, since: old.instant, resolution: Duration(course.rate.position(at: 4)))
  }

  // MARK: Reports

  /// Continues with another course, and reports the changes, which were between two instants.
  private mutating func follow(
    _ new: TimecodeCourse, since: HostInstant, until: HostInstant? = nil, isMoved: Bool = false,
    resolution: Duration = .zero
  ) -> [SourceReport] {
    var position = habits.position
    position.resolution = resolution
    let (old, instant) = (facts, new.instant)
    let facts = makeFacts(of: new)
    (course, others, readingCount, self.facts) = (new, [], 0, facts)
    var reports: [SourceReport] = [.habits(position)]
    if facts != old {
      reports.append(.facts(facts, since: min(since, instant), received: until ?? instant))
    }
    // The move was before, but the playhead was at the position then.
    if isMoved { reports.append(.moved(to: new.position, since: instant, received: instant)) }
    return reports + [report(new)]
  }

  private func makeFacts(of course: TimecodeCourse) -> PlayerFacts {
    var facts = PlayerFacts()
    // One that moves backward is at each place for a moment.
    facts.playback = course.motion == .forward ? .playing : .paused
    facts.rate = Rate(Int32(clamping: max(course.speed, 1)), 1_000_000)
    facts.canSeek = false
    var item = PlayerFacts.Item(identity: String(itemCount))
    let digits = String(userBits, radix: 16)
    let bits = String(repeating: "0", count: max(8 - digits.utf8.count, 0)) + digits
    item.title = userBits == 0 ? name : "\(name), user bits \(bits)"
    item.timecodeRate = course.rate
    facts.item = item
    return facts
  }

  private mutating func report(_ course: TimecodeCourse) -> SourceReport {
    (reported, doubtStart) = (course, nil)
    return .reading(
      PositionReading(sent: course.instant, received: course.instant, value: course.position))
  }
}
