import PlayheadTimekeeping

/// Decides what an output of timecode sends, and when: each change of a playhead, and each mark that it reaches.
///
/// It has no threads, timers or lock. Its caller notes the course of the playhead, at each mark if
/// there is no delay. With a delay the machine calculates when the delayed playhead reaches its marks. An event
/// is sent at once, so its position is that of the present instant.
package struct TimecodeMachine {
  /// Which marks are sent.
  package enum Marks {
    /// The newest, unless a change at the same position was sent.
    case newest
    /// Each, also the mark at the position of a change, because receivers need the whole sequence. After a
    /// gap of more than eight it begins again.
    case sequence
  }

  /// What the caller does next.
  package enum Step: Hashable, Sendable {
    case send(TimecodeEvent)
    /// Nothing is due before this instant, or before the next course.
    case wait(until: HostInstant?)
  }

  /// A course, from an instant on.
  private struct Segment {
    let start: HostInstant
    let line: Timeline
    let change: PlayheadCourse.Change?
  }

  /// The number of courses that may wait because of a delay.
  private static let capacity = 4_096
  private static let greatestGap: Int64 = 8
  /// The nanoseconds that are no correction of the previous course. A mark so near a change belongs to the next.
  private static let tolerance: Int64 = 1_000

  private let distance: MediaTime
  private let marks: Marks
  /// In nanoseconds.
  private let delay: Int64
  private var line: Timeline?
  private var pending: [Segment] = []
  private var next: Int64 = 0

  /// Creates a machine for marks at a positive distance, which are sent later by a delay, or earlier if negative.
  package init(every distance: MediaTime, _ marks: Marks, delay: Duration = .zero) {
    (self.distance, self.marks) = (distance, marks)
    self.delay = HostInstant(nanoseconds: 0).advanced(by: delay).nanoseconds
  }

  /// Records the course of the playhead. It is not earlier than the previous course.
  package mutating func record(_ course: PlayheadCourse) {
    let newest = pending.last?.line ?? line
    // It was noted before.
    if course.change == .stopped, let newest, newest.rate.isPaused,
      newest.mediaAnchor == course.position
    {
      return
    }
    let anchor = course.instant.advanced(byNanoseconds: delay)
    let start = max(anchor, course.instant)
    let segment = Segment(
      start: start,
      line: Timeline(mediaAnchor: course.position, hostAnchor: anchor, rate: course.rate),
      change: course.change)
    if course.change == nil, delay != 0, let newest, newest.rate == course.rate {
      let expected = newest.position(at: anchor).nanoseconds(rounding: .down)
      let (difference, overflow) = course.position.nanoseconds(rounding: .down)
        .subtractingReportingOverflow(expected)
      if !overflow, difference.magnitude <= Self.tolerance { return }
    }
    if pending.count == Self.capacity { pending.removeFirst() }
    pending.append(segment)
  }

  /// The instant when the newest course begins; nil if it has begun.
  package var newestStart: HostInstant? { pending.last?.start }

  /// Returns the known position as a change, for a receiver that comes while nothing is due.
  package func present(at now: HostInstant) -> TimecodeEvent? {
    line.map { line in
      TimecodeEvent(
        kind: .changed(line.rate.isPaused ? .stopped : .moved), position: line.position(at: now),
        rate: line.rate)
    }
  }

  /// Returns what to do now. After a `send` the caller asks again.
  package mutating func next(at now: HostInstant) -> Step {
    while true {
      let first = pending.first
      let isOver = first.map { $0.start <= now } ?? false
      let end = first.map { min($0.start, now) } ?? now
      let isBeforeChange = isOver && first?.change != nil
      let isSuperseded = isBeforeChange && marks == .newest
      if !isSuperseded, let event = advanceToMark(until: end, isBeforeChange) {
        return .send(event)
      }
      guard let first, isOver else { return .wait(until: nextInstant) }
      pending.removeFirst()
      line = first.line
      guard let change = first.change else { continue }
      let position = first.line.position(at: first.start)
      let number = min(position.wholeMultiples(of: distance), .max - 1)
      let isAtMark = self.number(before: position) < number
      next = isAtMark && marks == .sequence ? number : number + 1
      return .send(
        TimecodeEvent(
          kind: .changed(change), position: first.line.position(at: now), rate: first.line.rate))
    }
  }

  /// Returns the next mark that was reached at an instant; before it, if a change follows there.
  private mutating func advanceToMark(
    until end: HostInstant, _ isBeforeChange: Bool
  ) -> TimecodeEvent? {
    guard let line, !line.rate.isPaused else { return nil }
    let position = line.position(at: end)
    let number =
      isBeforeChange
      ? self.number(before: position) : min(position.wholeMultiples(of: distance), .max - 1)
    guard number >= next else { return nil }
    let isLate = number.subtractingReportingOverflow(next).partialValue >= Self.greatestGap
    if marks == .sequence, isLate {
      next = number
      return TimecodeEvent(kind: .changed(.moved), position: position, rate: line.rate)
    }
    let mark = marks == .sequence ? next : number
    next = mark + 1
    return TimecodeEvent(kind: .passed(mark), position: position, rate: line.rate)
  }

  /// Returns the number of the last mark before a position, and not at it.
  private func number(before position: MediaTime) -> Int64 {
    let before = position.subtracting(.nanoseconds(Self.tolerance), rounding: .down) ?? position
    return min(before.wholeMultiples(of: distance), .max - 1)
  }

  /// The instant when the next mark is reached or the next course begins, which is noted at once without a delay.
  private var nextInstant: HostInstant? {
    if delay == 0 { return nil }
    let mark = line.flatMap { line in
      line.rate.isPaused ? nil : distance.multiplied(by: next).flatMap(line.instant)
    }
    guard let start = pending.first?.start else { return mark }
    return mark.map { min($0, start) } ?? start
  }
}
