import PlayheadTimekeeping

/// When a player is asked for its position, and whether it answers.
///
/// A player owes an answer of any kind to each question. A value is another thing: a player that opens an item,
/// waits for media or seeks has none.
struct ReadingPlan {
  /// The least time between two readings, also while the position is not known, in nanoseconds.
  private static let leastInterval: Int64 = 20_000_000
  /// The time between questions to a player that has no position, in nanoseconds.
  private static let rest: Int64 = 1_000_000_000
  /// How long a value may take before the player may have stopped, in nanoseconds.
  private static let valueTime: Int64 = 1_000_000_000
  /// After how many nanoseconds without an answer the player is lost: more than a source takes to follow another one.
  private static let answerTime: Int64 = 12_000_000_000
  /// For how long a player may answer without a position before that is noticed, in nanoseconds.
  private static let missingTime: Int64 = 5_000_000_000

  private var last: HostInstant?
  /// When the player will be asked next, as planned after the last report.
  private(set) var next: HostInstant?
  /// When the player was asked the first question that it has not answered; nil if it owes no answer.
  private var unanswered: HostInstant?
  /// When the player was first asked since its last value, or since its course has changed.
  private var valueless: HostInstant?
  /// When a player was asked that has stated no value for so long that it may have stopped; nil otherwise.
  private(set) var silentSince: HostInstant?
  /// When the player first answered that it has no position, since its last value.
  private var missing: HostInstant?
  /// Whether the player has lacked a position for so long that it is noticed, once for each item.
  private var absence = Absence.none

  private enum Absence {
    case none
    case found
    case noticed
  }

  /// Records a report. One that is no reading may change when the next reading is due.
  mutating func receive(_ report: SourceReport, at now: HostInstant) {
    if case .reading = report {} else { next = nil }
    switch report {
    // The source's own: the player need not have answered.
    case .sound, .habits, .uncertainty, .noticed: return
    case .reading: (valueless, silentSince, missing) = (nil, nil, nil)
    case .withoutPosition:
      let start = missing ?? now
      missing = start
      let isLong = start.advanced(byNanoseconds: Self.missingTime) <= now
      if isLong, absence == .none { absence = .found }
    default: break
    }
    unanswered = nil
  }

  /// Records that a value from before does not matter any more: the player was moved, or has another speed.
  mutating func restart() { (valueless, silentSince) = (nil, nil) }

  mutating func beginItem() {
    restart()
    (missing, absence) = (nil, .none)
  }

  /// When to ask a player that is known to have no position.
  func laterReading(after now: HostInstant) -> HostInstant {
    last.map { max(now, $0.advanced(byNanoseconds: Self.rest)) } ?? now
  }

  /// Plans the next reading, or none. It may be put off for the least time after the last one.
  mutating func plan(_ instant: HostInstant?) {
    next = instant.map { instant in
      last.map { max(instant, $0.advanced(byNanoseconds: Self.leastInterval)) } ?? instant
    }
  }

  /// Returns whether the player must be asked now, as planned.
  mutating func beginCall(at now: HostInstant) -> Bool {
    guard let next, next <= now else { return false }
    (last, self.next) = (now, nil)
    unanswered = unanswered ?? now
    valueless = valueless ?? now
    return true
  }

  /// Records that the player could not be asked at an instant, so that it owes nothing.
  mutating func withdrawCall(at instant: HostInstant) {
    if unanswered == instant { unanswered = nil }
    if valueless == instant { valueless = nil }
  }

  /// When the player may have stopped; nil if it owes no value, or that is known already.
  var silence: HostInstant? {
    silentSince == nil ? valueless?.advanced(byNanoseconds: Self.valueTime) : nil
  }

  /// When the player is lost; nil if it owes no answer.
  var loss: HostInstant? { unanswered?.advanced(byNanoseconds: Self.answerTime) }

  /// Returns whether the player may have stopped, once.
  mutating func noticeSilence(at now: HostInstant) -> Bool {
    guard let silence, silence <= now else { return false }
    silentSince = valueless
    return true
  }

  /// Returns whether the player has had no position for long, once for each item.
  mutating func noticeAbsence() -> Bool {
    guard absence == .found else { return false }
    absence = .noticed
    return true
  }
}
