import PortableCombine
import Timekeeping

/// Decides which progress values a subscriber gets: demand, beats, and what happened besides.
///
/// It has no threads, timers or lock. Beats are numbered: beat k is due where the playhead crosses
/// k × interval. One that comes while nothing is asked for is dropped; one that is late together
/// with others gives way to the newest.
struct ProgressMachine {
  enum Step {
    case deliver(PlayheadProgress)
    /// Nothing to deliver before this instant, or before something happens.
    case wait(until: HostInstant?)
    case complete
    /// Read the player again: the reading is older than what was noted.
    case readAgain
  }

  private struct Pending {
    var cause: ProgressCause
    var due: MediaTime
    /// The player just after the change; nil where nobody asked for it then, and it is to carry the
    /// position of its delivery.
    var reading: PlaybackReading?
  }

  /// How many discontinuities may wait for a slow queue; the newest takes the last one's place.
  private static let longestQueue = 32

  let interval: MediaTime
  /// Whether a discontinuity that nobody asked for is kept until somebody does, the newest only.
  let remembersUndelivered: Bool
  private var demand = Subscribers.Demand.none
  /// Whether demand was spent since beats were last looked at.
  private var isDry = true
  private var pending: [Pending] = []
  private var nextBeat: Int64
  private var skipped = 0
  /// The last discontinuity that was taken in; a reading that comes after another is of a timeline
  /// that is not known yet.
  private var sequence: Int

  init(interval: MediaTime, remembersUndelivered: Bool, from reading: PlaybackReading) {
    self.interval = interval
    self.remembersUndelivered = remembersUndelivered
    sequence = reading.sequence
    nextBeat = reading.position.wholeMultiples(of: interval) + 1
  }

  /// Begins at a reading that may be newer than the one it was made from.
  mutating func begin(at reading: PlaybackReading) {
    guard reading.sequence > sequence else { return }
    sequence = reading.sequence
    nextBeat = reading.position.wholeMultiples(of: interval) + 1
  }

  mutating func request(_ demand: Subscribers.Demand) {
    self.demand += demand
  }

  /// Takes in a discontinuity.
  mutating func note(_ change: PlaybackChange) {
    guard change.sequence > sequence else { return }
    sequence = change.sequence
    let beatBefore = change.from.wholeMultiples(of: interval)
    // A beat that falls together with the discontinuity is not skipped: one value is both.
    let isOnBeat = interval.multiplied(by: beatBefore) == change.from
    skip(through: isOnBeat ? beatBefore - 1 : beatBefore)
    let due = change.reading.position
    nextBeat = due.wholeMultiples(of: interval) + 1
    let isAskedFor = demand > pending.count
    remember(
      Pending(cause: change.cause, due: due, reading: isAskedFor ? change.reading : nil))
  }

  private mutating func remember(_ value: Pending) {
    let undelivered = remembersUndelivered ? 1 : 0
    let room = max(undelivered, min(demand.max ?? .max, ProgressMachine.longestQueue))
    if room == 0 { return }
    if pending.count >= room { pending.removeLast(pending.count - room + 1) }
    pending.append(value)
  }

  /// Counts the beats up to this one as skipped.
  private mutating func skip(through beat: Int64) {
    guard beat >= nextBeat else { return }
    let (sum, overflow) = skipped.addingReportingOverflow(Int(beat - nextBeat + 1))
    skipped = overflow ? .max : sum
    nextBeat = beat + 1
  }

  /// What is to be done with the player as it is. Whoever delivers asks again afterwards.
  mutating func next(_ reading: PlaybackReading) -> Step {
    if reading.state == .closed { return .complete }
    if reading.sequence < sequence { return .readAgain }
    if demand == .none {
      isDry = true
      pending = remembersUndelivered ? pending.suffix(1) : []
      return .wait(until: nil)
    }
    if !pending.isEmpty {
      let value = pending.removeFirst()
      return deliver(value.cause, due: value.due, value.reading ?? reading)
    }
    guard reading.sequence == sequence else { return .wait(until: nil) }
    let crossed = reading.position.wholeMultiples(of: interval)
    if isDry {
      isDry = false
      skip(through: crossed)
    } else if crossed >= nextBeat, let due = interval.multiplied(by: crossed) {
      skip(through: crossed - 1)
      nextBeat = crossed + 1
      return deliver(.beat, due: due, reading)
    }
    guard let due = interval.multiplied(by: nextBeat), reading.stop.map({ due < $0 }) ?? true else {
      return .wait(until: nil)
    }
    return .wait(until: reading.timeline.instant(of: due))
  }

  private mutating func deliver(
    _ cause: ProgressCause, due: MediaTime, _ reading: PlaybackReading
  ) -> Step {
    demand -= 1
    // The subscriber may take its time before it asks again; beats of that time are dropped.
    isDry = isDry || demand == .none
    defer { skipped = 0 }
    return .deliver(
      PlayheadProgress(
        position: reading.position, due: due, hostInstant: reading.instant,
        duration: reading.duration, rate: reading.rate, state: reading.state, cause: cause,
        skipped: skipped, passes: reading.passes))
  }
}
