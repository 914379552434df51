import PlayheadTimekeeping

/// When a player is asked for its position, and whether it answers.
struct ReadingPlan {
  /// The least time between two readings, also while the position is not known, in nanoseconds.
  private static let leastInterval: Int64 = 20_000_000
  /// How long an answer may take before the player may have stopped, in nanoseconds.
  private static let answerTime: Int64 = 1_000_000_000
  /// How long an answer may take before the player is lost, in nanoseconds: more than a source takes that then
  /// follows another player.
  private static let greatestAnswerTime: Int64 = 12_000_000_000

  private var last: HostInstant?
  /// When the player will be asked next, as planned after the last report.
  private(set) var next: HostInstant?
  /// When the player was first asked since its last report.
  private var unanswered: HostInstant?
  /// When a player was asked that has not answered for so long that it may have stopped; nil otherwise.
  private(set) var silentSince: HostInstant?

  /// Takes note of a report. One that is no reading may change when the next reading is due.
  mutating func receive(_ report: SourceReport) {
    if case .reading = report {} else { next = nil }
    switch report {
    // The source's own: the player need not have answered.
    case .sound, .habits: break
    default: (unanswered, silentSince) = (nil, nil)
    }
  }

  /// Plans the next reading, or none. It may be put off for the least time after the last one.
  mutating func plan(_ instant: HostInstant?) {
    next = instant.map { instant in
      last.map { max(instant, $0.advanced(byNanoseconds: Self.leastInterval)) } ?? instant
    }
  }

  /// Returns whether the player must be asked now, as planned.
  mutating func takeCall(at now: HostInstant) -> Bool {
    guard let next, next <= now else { return false }
    (last, self.next) = (now, nil)
    unanswered = unanswered ?? now
    return true
  }

  /// When the player may have stopped; nil if it owes no answer, or that is known already.
  var silence: HostInstant? {
    silentSince == nil ? unanswered?.advanced(byNanoseconds: Self.answerTime) : nil
  }

  /// When the player is lost; nil if it owes no answer.
  var loss: HostInstant? { unanswered?.advanced(byNanoseconds: Self.greatestAnswerTime) }

  /// Returns whether the player may have stopped, once.
  mutating func takeSilence(at now: HostInstant) -> Bool {
    guard let silence, silence <= now else { return false }
    silentSince = unanswered
    return true
  }
}
