import Media
import PortableCombine
import Timekeeping

/// Decides which progress values a subscriber gets: demand, updates, boundaries, and what happened
/// besides.
///
/// It has no threads, timers or lock. An update that comes while nothing is asked for is dropped; one
/// that is late together with others gives way to the newest. A boundary is told however late it
/// is, unless nothing was asked for when the machine looked; so what waits is never more than the
/// schedule's cursor and the discontinuities that crossings lie between.
struct ProgressMachine {
  enum Step {
    case deliver(PlayheadProgress)
    /// Nothing to deliver before this instant, or before something happens.
    case wait(until: HostInstant?)
    case complete
    /// Read the player again: the reading is older than what was noted, or frames are to come with
    /// it.
    case readAgain
  }

  private struct Pending {
    var change: PlaybackChange
    /// Whether it was asked for when it came; else it carries the position of its delivery, unless
    /// another discontinuity has followed.
    var isAskedFor: Bool
    /// What the playhead moved at before it.
    var rateBefore: Rate
    /// Whether the boundaries before it have been given up.
    var isSettled: Bool
  }

  /// How many discontinuities may wait for a slow queue; the newest takes the last one's place.
  private static let longestQueue = 32

  /// Whether a discontinuity that nobody asked for is kept until somebody does, the newest only.
  let remembersUndelivered: Bool
  /// Whether one who follows where the playhead is, is to be told that at first; it does not come
  /// to the end of a loop then, which is another name for its start.
  private let emitsInitialValue: Bool
  private var hasTold = false
  private var demand = Subscribers.Demand.none
  /// Whether demand was spent since updates were last looked at.
  private var isDry = true
  /// Whether boundaries are given up as they come: nothing was asked for when the player was read.
  private var isParked = true
  /// The player when something was asked for again, where that was after a discontinuity that is
  /// still to be noted.
  private var asked: (reading: PlaybackReading, supply: FrameBoundaryFeed?)?
  private var pending: [Pending] = []
  private var updates: IntervalCursor?
  private var boundaries: BoundaryCursor?
  private var skipped = 0
  /// What the player was asked to play at after the last discontinuity that was noted.
  private var rate: Rate
  /// The last discontinuity that was taken in; a reading that comes after another is of a timeline
  /// that is not known yet.
  private var sequence: Int

  init(
    _ schedule: Schedule, remembersUndelivered: Bool, emitsInitialValue: Bool = false,
    from reading: PlaybackReading
  ) {
    self.remembersUndelivered = remembersUndelivered
    self.emitsInitialValue = emitsInitialValue
    sequence = reading.sequence
    rate = reading.rate
    updates = schedule.interval.map { IntervalCursor(interval: $0, from: reading.position) }
    if schedule.hasBoundaries {
      boundaries = BoundaryCursor(
        schedule, from: reading.position, isPassed: reading.state == .playing)
    }
  }

  init(interval: MediaTime, remembersUndelivered: Bool, from reading: PlaybackReading) {
    self.init(.interval(interval), remembersUndelivered: remembersUndelivered, from: reading)
  }

  /// Begins at a reading that may be newer than the one it was made from.
  mutating func begin(at reading: PlaybackReading) {
    guard reading.sequence > sequence else { return }
    sequence = reading.sequence
    rate = reading.rate
    updates?.move(to: reading.position)
    boundaries?.move(to: reading.position, nil)
  }

  /// Takes in demand. Where nothing had been asked for and there are boundaries, `reading` tells
  /// where the playhead is: what lies before was not asked for.
  mutating func request(
    _ demand: Subscribers.Demand, at reading: PlaybackReading? = nil,
    _ supply: FrameBoundaryFeed? = nil
  ) {
    self.demand += demand
    guard isParked, demand > .none, let reading else { return }
    if reading.sequence > sequence {
      asked = asked ?? (reading, supply)
    } else {
      unpark(reading, supply)
    }
  }

  /// Whether `request` is to be given a reading, with frames where `frameRequest` says so.
  var needsReadingToRequest: Bool { isParked && boundaries != nil }

  /// Takes in a discontinuity.
  mutating func note(_ change: PlaybackChange) {
    guard change.sequence > sequence else { return }
    sequence = change.sequence
    let due = change.reading.position
    // An update that falls together with the discontinuity is not skipped: one value is both.
    skip(updates?.skip(through: change.from, countingLast: false) ?? 0)
    updates?.move(to: due)
    if isParked { skipBoundaries(before: change) }
    remember(
      Pending(
        change: change, isAskedFor: demand > pending.count, rateBefore: rate, isSettled: isParked))
    rate = change.reading.rate
    if let asked, asked.reading.sequence <= sequence { unpark(asked.reading, asked.supply) }
  }

  private mutating func remember(_ value: Pending) {
    let undelivered = remembersUndelivered ? 1 : 0
    let hasBoundariesToTell = boundaries != nil && !isParked
    let asked = hasBoundariesToTell ? .max : demand.max ?? .max
    let room = max(undelivered, min(asked, ProgressMachine.longestQueue))
    if room == 0 { return }
    if pending.count >= room {
      settlePending()
      pending.removeLast(pending.count - room + 1)
    }
    pending.append(value)
  }

  private mutating func settlePending() {
    for index in pending.indices where !pending[index].isSettled {
      skipBoundaries(before: pending[index].change)
      pending[index].isSettled = true
    }
  }

  /// Counts the boundaries up to a discontinuity as skipped, and goes on after it.
  private mutating func skipBoundaries(before change: PlaybackChange) {
    skip(
      boundaries?.skip(
        through: change.from, isMoving: change.reading.state == .playing, change.reading.duration,
        change.frames.before) ?? 0)
    goOn(after: change)
  }

  /// Begins a pass where the discontinuity was a jump. Reading may have begun anew without one: for
  /// a step that playback took the place of.
  private mutating func goOn(after change: PlaybackChange) {
    if change.isJump {
      boundaries?.move(to: change.place, change.frames.after)
    } else if change.frames.left != nil {
      boundaries?.frames?.restart()
    }
  }

  private mutating func skip(_ count: Int) {
    let (sum, overflow) = skipped.addingReportingOverflow(count)
    skipped = overflow ? .max : sum
  }

  /// Whether the chapters are still to be taken in, with `take(_:zero:)`, once the medium is open.
  var needsChapters: Bool { boundaries?.needsChapters == true }

  mutating func take(_ chapters: [PresentedChapter]) {
    boundaries?.take(chapters)
  }

  /// What frames are to come with the next reading; nil for none.
  var frameRequest: FrameBoundaryCursor.Request? {
    guard let frames = boundaries?.frames else { return nil }
    if demand == .none || isParked {
      return frames.request(isListening: false)
    }
    // Those before a jump come with it.
    return pending.contains { $0.change.frames.left != nil }
      ? nil : frames.request(isListening: true)
  }

  /// What is to be done with the player as it is. Whoever delivers asks again afterwards.
  mutating func next(_ reading: PlaybackReading, _ supply: FrameBoundaryFeed? = nil) -> Step {
    if reading.state == .closed { return .complete }
    if reading.sequence < sequence { return .readAgain }
    if demand == .none {
      isDry = true
      park(reading, supply)
      pending = remembersUndelivered ? pending.suffix(1) : []
    }
    if reading.isClosed, pending.isEmpty { return .complete }
    if demand == .none { return .wait(until: nil) }
    var isFed = false
    if isParked {
      unpark(reading, supply)
    } else if let supply, reading.sequence == sequence {
      isFed = true
      skip(boundaries?.frames?.follow(supply) ?? 0)
    } else if boundaries?.frames != nil, reading.sequence > sequence {
      // The frames of this pass may come with the discontinuity that ended it.
      return .wait(until: nil)
    }
    if !pending.isEmpty { return nextPending(reading) }
    guard reading.sequence == sequence else { return .wait(until: nil) }
    return nextCrossed(reading, isFed: isFed)
  }

  /// The first discontinuity, or a boundary crossed before it.
  private mutating func nextPending(_ reading: PlaybackReading) -> Step {
    let value = pending[0]
    let change = value.change
    var boundary: Boundary?
    if boundaries != nil, !value.isSettled {
      if boundaries?.frames?.isExhausted == true,
        let left = pending.lazy.compactMap(\.change.frames.left).first
      {
        skip(boundaries?.frames?.follow(left) ?? 0)
      }
      var before = change.reading
      before.position = change.from
      let isMoving = before.state == .playing && !change.isJump
      if let due = boundaries?.nextCrossed(
        at: change.from, isMoving: isMoving, before.duration)
      {
        boundary = boundaries?.pass(due, before.duration)
        let isSeam = emitsInitialValue && change.cause == .looped && due == change.from
        if due < change.from || change.isJump, !isSeam {
          (before.state, before.rate) = (.playing, value.rateBefore)
          (before.status, before.frameNumber) = (.readyToPlay, change.frameNumberBefore)
          return deliver(.boundary, due: due, before, boundary)
        }
      }
      goOn(after: change)
    }
    pending.removeFirst()
    // A reading from after a later discontinuity would be ahead of the value for that one.
    let isCurrent = reading.sequence == change.sequence
    return deliver(
      change.cause, due: change.place,
      value.isAskedFor || !isCurrent ? change.reading : reading, boundary)
  }

  /// The next update or boundary that the playhead has crossed, or when it will.
  private mutating func nextCrossed(_ reading: PlaybackReading, isFed: Bool) -> Step {
    if isDry {
      isDry = false
      skip(updates?.skip(through: reading.position, countingLast: true) ?? 0)
    }
    if emitsInitialValue, !hasTold, !needsChapters {
      skipCrossed(reading, nil)
      return deliver(.requested, due: reading.position, reading)
    }
    let update = updates?.crossed(at: reading.position)
    let due = boundaries?.nextCrossed(
      at: reading.position, isMoving: reading.state == .playing, reading.duration)
    if let due, update.map({ due <= $0.due }) ?? true {
      // An update that falls together with the boundary is not skipped: one value is both.
      if let update, update.due == due {
        skip((updates?.pass(through: update.number) ?? 1) - 1)
      }
      let boundary = boundaries?.pass(due, reading.duration)
      return deliver(.boundary, due: due, reading, boundary)
    }
    if let update {
      skip((updates?.pass(through: update.number) ?? 1) - 1)
      return deliver(.interval, due: update.due, reading)
    }
    if !isFed, frameRequest != nil { return .readAgain }
    guard reading.state == .playing else { return .wait(until: nil) }
    var next = updates?.nextDue
    if let due = boundaries?.nextDue(reading.duration) { next = next.map { min($0, due) } ?? due }
    guard let next, reading.stop.map({ next < $0 }) ?? true else { return .wait(until: nil) }
    return .wait(until: reading.timeline.instant(of: next))
  }

  private mutating func deliver(
    _ cause: ProgressCause, due: MediaTime, _ reading: PlaybackReading, _ boundary: Boundary? = nil
  ) -> Step {
    demand -= 1
    hasTold = hasTold || !needsChapters
    // The subscriber may take its time before it asks again; updates of that time are dropped.
    isDry = isDry || demand == .none
    defer { skipped = 0 }
    var progress = PlayheadProgress(reading, cause: cause, due: due)
    (progress.skipped, progress.boundary) = (skipped, boundary)
    return .deliver(progress)
  }

  /// Gives up the boundaries that were crossed until now, as nobody asks for them.
  private mutating func park(_ reading: PlaybackReading, _ supply: FrameBoundaryFeed?) {
    guard boundaries != nil else { return }
    if !isParked {
      settlePending()
      isParked = true
    }
    skipCrossed(reading, supply)
  }

  /// Begins to tell boundaries, from where the playhead is now.
  private mutating func unpark(_ reading: PlaybackReading, _ supply: FrameBoundaryFeed?) {
    guard reading.sequence == sequence else { return }
    skipCrossed(reading, supply)
    isParked = false
    asked = nil
  }

  private mutating func skipCrossed(_ reading: PlaybackReading, _ supply: FrameBoundaryFeed?) {
    guard reading.sequence == sequence else { return }
    skip(
      boundaries?.skip(
        through: reading.position, isMoving: reading.state == .playing, reading.duration,
        supply) ?? 0)
  }
}

extension PlaybackChange {
  /// Whether it moved the playhead: a pass ends and another begins.
  var isJump: Bool { cause == .jumped || from != reading.position }
}
