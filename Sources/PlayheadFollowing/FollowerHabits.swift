import PlayheadTimekeeping

/// What the seeks of a follower are like, in seconds.
struct SeekHabits {
  /// How many seeks in a row may end elsewhere.
  private static let greatestMissCount = 3
  /// How many may be repeated at once.
  private static let mostRepeats = 3
  /// The longest delay of a seek that is anticipated.
  private static let greatestDelay = 10.0
  /// A seek that ends further ahead replaces the learned delay, and at most so much is expected.
  private static let greatestLead = 1.0
  /// The time after which a seek counts for half.
  private static let memory = 60.0

  /// A follower that begins later than planned by more than this needs more time.
  private static let greatestLateness = 0.005
  /// A more uncertain difference does not show that there was time enough, and no delay unless it is much greater.
  private static let greatestDoubt = 0.1
  /// A longer time is needed seldom.
  static let usualDelay = 1.0
  /// While no delay is known, a lesser difference is left to the rate.
  private static let unknownDistance = 0.025
  /// How far ahead a seek should end before a delay is known, and after the first one.
  private static let (firstMargin, secondMargin) = (0.5, 0.06)

  /// How far the leader moves, at rate 1, until the follower plays at the target; negative if the follower lands ahead.
  private(set) var delay = 0.0
  /// The delays of the last seeks of a follower that begins once it can.
  private var delays = RecentValues()
  /// How far the follower was from where it should be after the last seeks whose delay was known.
  private var errors = RecentValues()
  /// How far ahead of the leader the last seek was to end.
  private var ahead = 0.0
  private(set) var last: (target: Double, instant: HostInstant)?
  /// When all seeks have had their time, which is ``FollowerMachine/patience`` for each.
  private var repaid: HostInstant?
  /// How long before its instant the last start was planned; nil if the last seek was none.
  private var lead: Double?
  /// Whether the last seek was a planned start.
  var isStart: Bool { lead != nil }
  /// Whether something else has happened since, so that nothing can be learned.
  private(set) var isForgotten = true
  private var hasLearned = false
  /// How long the last planned start took, if that was unusually long.
  private var unusual: Double?
  private var missCount = 0
  /// How often the follower has moved elsewhere since the last seek, which may take two moves.
  private var moveCount = 0
  private static let mostMoves = 2

  /// - Parameters:
  ///   - lead: How long after now the follower begins to play; nil if it does so once it can.
  ///   - ahead: How far ahead of the leader the seek should end.
  mutating func begin(
    to target: Double, lead: Double? = nil, ahead: Double = 0, at now: HostInstant
  ) {
    (last, self.lead, self.ahead) = ((target, now), lead, ahead)
    repaid = max(repaid ?? now, now).advanced(by: .seconds(FollowerMachine.patience))
    (isForgotten, moveCount) = (false, 0)
  }

  mutating func countMove() { moveCount += 1 }

  /// Whether the last seek may be repeated at once: three times, and then once in that time.
  func mayRepeat(at now: HostInstant) -> Bool {
    let rest = repaid.map { now.seconds(to: $0) } ?? 0
    return rest <= FollowerMachine.patience * Double(Self.mostRepeats)
  }

  mutating func forget() { isForgotten = true }

  /// After a seek, the follower is this far behind the leader, within an uncertainty.
  mutating func learn(_ behind: Double, within uncertainty: Double = 0) {
    if isForgotten || abs(behind) > Self.greatestDelay { return }
    isForgotten = true
    let replaces = !hasLearned || behind < -Self.greatestLead
    var error = abs(behind)
    if lead == nil {
      error = abs(behind + ahead)
      if uncertainty > max(Self.greatestDoubt, error / 2) { return }
      if replaces { delays = RecentValues() }
      delays.add(delay + behind + ahead)
      delay = min(max(delays.lowerMedian, -Self.greatestLead), Self.greatestDelay)
    } else if let lead {
      error = max(error - uncertainty, 0)
      if behind > max(uncertainty, Self.greatestLateness) {
        let (last, needed) = (unusual, lead + behind)
        unusual = behind > Self.usualDelay ? needed : nil
        // It may have been an outage of the network.
        if unusual != nil, last == nil { return }
        // A wait that is too long is better than another miss.
        delay = min(min(last ?? needed, needed) + min(behind, 0.25), Self.greatestDelay)
        if lead < Self.usualDelay { return }
      } else {
        unusual = nil
        // It may have begun late by as much.
        if uncertainty > Self.greatestDoubt { return }
        delay = min(lead, max(lead / 2, Self.usualDelay))
      }
    }
    if !replaces { errors.add(error) }
    hasLearned = true
  }

  /// How far the follower usually is from where it should be after a seek.
  var scatter: Double { errors.upperMedian }

  /// Whether its seeks take unusually long.
  var isSlow: Bool { delay >= Self.usualDelay }

  /// For how long a player that waits for its media after a seek is awaited: longer after each failure.
  var patience: Double { Self.greatestDelay * (1 + Double(missCount) / 2) }

  /// The difference from which another seek may bring the follower nearer; less, the longer ago the last one is.
  func limit(at now: HostInstant) -> Double {
    let elapsed = last?.instant.seconds(to: now) ?? 0
    return scatter * 1.5 / (1 + elapsed / Self.memory)
  }

  /// How far ahead a seek should end, so that it seldom ends behind: a follower can wait for its leader.
  ///
  /// - Parameter least: No wait corrects less, so that a seek may end on either side.
  func margin(beyond least: Double) -> Double {
    switch delays.count {
    case 0: Self.firstMargin
    case 1: Self.secondMargin
    default: scatter * 2 > least ? min(scatter * 2, Self.firstMargin) : 0
    }
  }

  /// The least difference that is worth a seek which may end anywhere.
  var leastDistance: Double { delays.count == 0 ? Self.unknownDistance : 0 }

  /// Counts a seek that has ended, unless a user drags the follower on. Returns whether too many have ended elsewhere.
  mutating func count(isMissed isElsewhere: Bool) -> Bool {
    if moveCount > Self.mostMoves { forget() }
    if isForgotten { return false }
    missCount = isElsewhere ? missCount + 1 : 0
    return missCount >= Self.greatestMissCount
  }
}

/// The part by which a follower is slower than requested, as its corrections show.
struct DriftTrim {
  /// The greatest usual difference of two clocks. A faster one has other reasons.
  private static let greatest = 0.000_4

  private(set) var value = 0.0
  /// The direction of the last correction; nil before one.
  private var wasBehind: Bool?

  /// The follower is corrected by so much, which has grown in a time. Two corrections in one direction show a drift.
  mutating func learn(_ behind: Double, over elapsed: Double) {
    let drift = behind / elapsed
    if wasBehind == (behind > 0), abs(drift) < Self.greatest {
      value = min(max(value + drift / 2, -Self.greatest), Self.greatest)
    }
    wasBehind = behind > 0
  }

  /// The last correction has corrected nothing, so that the next one shows no drift.
  mutating func forget() { wasBehind = nil }
}

/// The mean of the last differences, each of which has its own noise.
struct MeanDifference {
  private var value = 0.0
  private var count = 0.0

  /// Returns the mean of the last eight differences that noise explains; nil while there are fewer than three.
  mutating func add(_ difference: Double, noise: Double) -> Double? {
    if abs(difference - value) > 2 * noise { count = 0 }
    count = min(count + 1, 8)
    value += (difference - value) / count
    return count < 3 ? nil : value
  }
}

/// The last five values of a kind.
struct RecentValues {
  private static let most = 5

  private var values: [Double] = []

  var count: Int { values.count }
  /// The middle one, of two the lesser one; 0 if there is none.
  var lowerMedian: Double { count == 0 ? 0 : values.sorted()[(count - 1) / 2] }
  /// The middle one, of two the greater one; 0 if there is none.
  var upperMedian: Double { count == 0 ? 0 : values.sorted()[count / 2] }

  mutating func add(_ value: Double) { values = values.suffix(Self.most - 1) + [value] }
}

/// How exactly a follower that is ahead waits for its leader: it is paused for that time.
struct HoldHabits {
  /// The longest wait. A seek takes less time.
  private static let longest = 1.0
  /// How much longer or less long a follower waits than it is paused, at most. More has other reasons.
  private static let greatestDelay = 0.2
  /// A follower that has waited for less was not paused for longer than its output plays on.
  private static let shortest = 0.01
  /// For how long the output of a player often plays on.
  private static let usualOutput = 0.07
  /// A follower that is further away has not only waited.
  private static let greatestLimit = 0.04
  /// A more uncertain follower does not wait.
  static let greatestDoubt = 0.03

  /// When the follower plays on; nil if it is not paused.
  private(set) var end: HostInstant?
  /// The position from which it plays on after a seek; nil if it was not sought.
  private(set) var start: Double?
  /// How much longer the follower waited than it was paused, the last times; negative if its output played on.
  private var delays = RecentValues()
  /// How far the follower was from the leader after it, the last times.
  private var errors = RecentValues()
  /// By how much the follower was ahead before the last wait, when that began, and when it was to end.
  private var last: (ahead: Double, start: HostInstant, end: HostInstant)?
  /// Whether something else has happened since, so that nothing can be learned.
  private var isForgotten = true
  /// Whether another wait may follow soon: once after each seek, because a wait is as exact as its output allows.
  private var mayRepeat = true

  /// How much longer a follower waits than it is paused; negative if its output plays on for a moment.
  var delay: Double { delays.lowerMedian }
  /// How far the follower usually is from the leader after it.
  var scatter: Double { errors.upperMedian }

  /// Begins to wait if the follower is ahead by so much that this brings it nearer. Returns whether that is so.
  ///
  /// - Parameter correctable: The difference that is left to the rate.
  mutating func begin(ahead: Double, correctable: Double, at now: HostInstant) -> Bool {
    let habit = max(min(scatter * 1.5, Self.greatestLimit), delay * 0.75)
    let isSoon = last.map { $0.start.seconds(to: now) < FollowerMachine.patience } ?? false
    guard ahead > max(correctable, habit), ahead <= Self.longest, !isSoon || mayRepeat else {
      return false
    }
    let new = now.advanced(by: .seconds(max(ahead - delay, 0)))
    (end, last) = (new, (ahead, now, new))
    (isForgotten, mayRepeat) = (false, mayRepeat && !isSoon)
    return true
  }

  /// The follower, which is paused, plays on from a position at an instant.
  mutating func plan(_ position: Double, at instant: HostInstant) {
    (start, end) = (position, instant)
    forget()
  }

  /// The follower plays on. Returns whether it was paused.
  mutating func finish() -> Bool {
    start = nil
    return end.take() != nil
  }

  mutating func forget() { isForgotten = true }

  /// The follower is sought.
  mutating func beginSeek() { (isForgotten, mayRepeat) = (true, true) }

  /// After a wait, the follower is this far behind the leader.
  mutating func learn(_ behind: Double) {
    guard !isForgotten, let last else { return }
    isForgotten = true
    if abs(behind) > Self.greatestDelay { return }
    let hasWaited = last.ahead + behind > Self.shortest
    let least = max(
      last.start.seconds(to: last.end) * 1.25, delays.count == 0 ? Self.usualOutput : 0)
    if delays.count > 0 { errors.add(abs(behind)) }
    delays.add(max(hasWaited ? delay + behind : -least, -Self.greatestDelay))
  }
}
