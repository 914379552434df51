import PlayheadCore
import PlayheadTimekeeping

/// How a ``Follower`` is steered.
public struct FollowerSettings: Hashable, Sendable {
  /// By which part the rate may differ from the leader's; from 0.0001 to 0.1.
  public var pull = 0.005
  /// The difference beyond which a player is sought that cannot play at another rate.
  public var tolerance = Duration.milliseconds(40)
  /// For how long the player plays on, once the leader's position is not known any more. Then it is paused, unless it plays on.
  public var freewheel = Duration.seconds(10)
  /// Whether the player plays on after that.
  public var playsOnAfterLoss = false
  /// Whether a player that its user pauses or moves is left to the user. Otherwise it is brought back.
  public var leavesUsedPlayer = false

  /// Creates the usual settings.
  public init() {}
}

/// Decides how a follower is brought to the position of its leader, and kept there.
///
/// It compares two positions, and acts only on a difference that is greater than both uncertainties. The rate
/// corrects a difference that takes it two seconds, in one step there and one back. A seek corrects more, to where the
/// leader will be when the follower plays again: at a planned instant if the follower can wait for one, otherwise after
/// the time that its seeks take. A follower that is ahead after a seek is paused for as long, because that is more exact
/// than another seek; so it is sought a little ahead. The machine has no threads, clock or lock, and computes in seconds.
struct FollowerMachine {
  enum Action: Hashable {
    case play(Rate)
    case pause
    /// Plays on after a pause, at the same rate.
    case resume
    case seek(to: MediaTime)
    /// Moves to a position, and begins to play there at an instant.
    case start(Rate, from: MediaTime, at: HostInstant)
  }

  /// Whether the player plays at other rates. It ignores them if it has ignored two corrections in a row. It may refuse
  /// one rate alone, or because it is busy.
  private enum Rates: Hashable {
    case untried, accepted
    case refused(until: HostInstant)
    case ignored(until: HostInstant)
    /// They were refused or ignored, and may be tried again.
    case doubtful
  }

  static let used = "its user controls it"
  static let unmovable = "it does not go where it is sent"
  static let timeless = "it has no timeline"
  static let unseekable = "it cannot be sought"
  /// For how long the rate may correct a difference, and the least time between two seeks.
  static let patience = 2.0
  /// For how long a leader may stall before the follower is paused: a seek may stall it for a moment.
  private static let stallTime = 0.3
  /// For how long the follower's rate may be another one than was requested.
  private static let rateTime = 0.6
  /// For how long the rate corrects nothing after it was ignored or refused.
  private static let ignoredTime = Duration.seconds(30)
  /// The positions of two players that loop may differ by their duration, less this, until both are in one pass.
  private static let seamTime = 0.5
  /// The time after which a seek may be over.
  private static let seekTime = 0.4
  /// The time in which the rate corrects a small difference.
  private static let correctionTime = 1.0
  /// The longest correction by the rate, after a seek that has not brought the follower nearer.
  private static let longestCorrection = 10.0
  /// Media of a shorter duration are a picture.
  private static let shortest = 0.1
  /// How much earlier than needed a start is planned that is known in advance.
  private static let startMargin = 0.05
  /// A start is planned again if the leader will be elsewhere, by more than this.
  private static let greatestError = 0.002
  /// From a more uncertain position nothing is learned.
  private static let greatestDoubt = 0.05
  /// By how much the sound of a pause moves a player on.
  private static let greatestPause = 0.25
  /// A smaller difference is none.
  private static let precision = 0.000_5
  /// How long after an event the sound of a player is measured.
  private static let measuringTime = 3.0
  /// A player that is further away is sought before its sound is measured.
  private static let greatestDistance = 0.5
  /// How often a player whose sound is measured is sought to come nearer.
  private static let mostSeeks = 4
  /// For how long a player that begins exactly is paused, at least, so that it can move.
  private static let movingTime = 0.3
  /// Such a player is brought nearer until the difference is less. Later, the tolerance applies.
  private static let startPrecision = 0.01
  /// How long after a pause the position of the leader is known.
  private static let pauseTime = 0.15
  /// It may begin late by this if its leader plays on from where it was paused.
  private static let greatestStartError = 0.03
  /// The time between two steps; a quarter of it in the second after something has begun.
  private static let interval = Duration.milliseconds(200)

  /// The part that is added to rate 1 of another program's player. One that begins or ends to play at another rate than
  /// 1 may move by some milliseconds: mpv, by 10.
  private static let besideNormal = 0.000_001

  private let settings: FollowerSettings
  private let offset: Double
  /// How far the follower is. It is locked although it is off if nothing corrects that now.
  private(set) var status = Follower.Status.waiting
  /// When that status began.
  private var statusStart = HostInstant(nanoseconds: 0)
  /// What the rate corrects while the follower converges, and until when.
  private var correction = (part: 0.0, end: HostInstant(nanoseconds: 0))
  /// How far the follower was behind the leader in the last step, and by how much that may be wrong; nil if not known.
  private(set) var difference: (seconds: Double, uncertainty: Double)?
  /// When the next step is due, unless something happens before.
  private(set) var next: HostInstant?
  /// The leader's rate.
  private var nominal = 1.0
  /// The rate that was requested last; nil if none was.
  private(set) var requestedRate: Rate?
  private var rates = Rates.untried
  /// Whether the follower has played at that rate.
  private var isRateReached = false
  /// When that rate is heard.
  private var rateStart = HostInstant(nanoseconds: 0)
  /// When the follower's rate began to be another one.
  private var otherRateStart: HostInstant?
  /// How many corrections in a row the follower has ignored.
  private var ignoredCount = 0
  private var trim = DriftTrim()
  /// Since when the difference that is corrected next has grown.
  private var driftStart = HostInstant(nanoseconds: 0)
  private var mean = MeanDifference()
  private var seeks = SeekHabits()
  private var holds = HoldHabits()
  /// The last request to play or to pause, and whether the follower has done it.
  private var transport: (plays: Bool, instant: HostInstant, isDone: Bool)?
  private var leader = PlayerCourse()
  private var course = PlayerCourse()
  /// How long before an instant the follower must be asked to begin to play then; nil if it cannot.
  private var lead: Double?
  /// Where and when it was asked to begin last, and since when it was to begin at all.
  private var plan: (position: Double, start: HostInstant, since: HostInstant)?
  /// The difference before the follower moved, if only one reading shows that.
  private var unmoved: Double?
  /// Whether the follower is another program's player, whose position is uncertain.
  private var isForeign = false
  /// Whether the follower can wait for its leader: its position is well known, and it plays at other rates.
  private var canHold = false
  /// Whether the follower is another program's player whose sound is measured.
  private var isMeasured = false
  /// Whether that was seen: before its first seek it is only assumed.
  private var wasMeasured = false
  /// Whether the follower has been with its leader since the leader moved or began to play, or does not come nearer.
  private var isSettled = false
  /// How often the follower was sought since then.
  private var seekCount = 0

  /// - Parameter offset: The follower's position where the leader's is zero, in seconds.
  init(_ settings: FollowerSettings, offset: Double) {
    precondition((0.0001...0.1).contains(settings.pull), "The pull is from 0.0001 to 0.1")
    (self.settings, self.offset) = (settings, offset)
  }

  /// Whether another rate than 1 may be requested.
  private var hasRates: Bool { if case .refused = rates { false } else { true } }
  /// Whether the rate corrects differences.
  private var corrects: Bool {
    // Another rate moves the sound of a player that keeps much of it in its stream.
    [.accepted, .untried, .doubtful].contains(rates) && !isMeasured
  }
  /// Whether the follower plays at no other rate, but begins exactly after a seek while it is paused.
  private var beginsExactly: Bool {
    if case .refused = rates { wasMeasured } else { wasMeasured && rates == .doubtful }
  }
  /// Whether the difference must be corrected by the rate or a seek.
  var isOff: Bool { difference.map { abs($0.seconds) > limit + $0.uncertainty } ?? false }
  /// Whether the follower was near its end when its position was known last.
  private(set) var isNearEnd = false

  /// The player has refused to play at another rate.
  mutating func withdrawRates(at now: HostInstant) {
    (rates, ignoredCount) = (.refused(until: now.advanced(by: Self.ignoredTime)), 0)
    trim.forget()
    if status == .converging { lock(at: now) }
  }

  /// Returns the rate that was requested last, once; nil if its user has chosen another one.
  mutating func removeRequestedRate() -> Rate? { requestedRate.take() }

  /// Whether the follower was paused to wait for its leader; not any more then.
  mutating func removeHold() -> Bool { holds.finish() }

  /// The player cannot be steered.
  @discardableResult
  mutating func leave(_ reason: String) -> [Action] {
    (status, next) = (.left(reason), nil)
    return []
  }

  /// Returns the next actions of the follower.
  mutating func step(
    leader reading: FollowerReading?, follower: FollowerReading?, at now: HostInstant
  ) -> [Action] {
    if case .left = status { return [] }
    let (before, oldRate) = (difference, requestedRate)
    lead = follower?.lead
    defer {
      if requestedRate != oldRate, let follower {
        rateStart = now.advanced(by: .seconds(follower.latency))
      }
    }
    let isNew = lead == nil && status != .waiting && statusStart.seconds(to: now) < 1
    let interval = isNew ? Self.interval / 4 : Self.interval
    (next, difference) = (now.advanced(by: interval), nil)
    guard let follower, follower.state != .failed, follower.state != .closed else {
      // One that waits for its leader plays on in time, wherever it is.
      guard let end = holds.end else { return [] }
      next = min(end, next ?? end)
      return now < end ? [] : resume(at: now)
    }
    if follower.isKnown, let duration = follower.duration {
      isNearEnd = follower.position > duration - 1
    }
    if let reason = obstacle(of: follower) {
      if !follower.isQueued { return leave(reason) }
      // The next item of the queue may follow.
      (transport, leader) = (nil, PlayerCourse())
      begin(.waiting, at: now)
      return []
    }
    guard let reading, reading.isKnown else { return freewheel(follower, at: now) }
    switch rates {
    case .ignored(let end), .refused(let end):
      if now >= end { (rates, ignoredCount) = (.doubtful, 0) }
    default: break
    }
    let hasJumped = leader.follow(reading, at: now)
    let isInterrupted = transport?.isDone == true && !follower.isRunning
    if hasJumped || reading.state != .playing || isInterrupted {
      seeks.forget()
      holds.forget()
    }
    if hasJumped { (mean, isSettled, seekCount) = (MeanDifference(), false, 0) }
    if let start = leader.stallStart, start.seconds(to: now) < Self.stallTime { return [] }
    // With the correction, a rate that a player accepts.
    let rate = min(max(reading.rate, 0.12), 14)
    if reading.rate > 0, abs(rate / nominal - 1) > 0.002 {
      nominal = rate
      seeks.forget()
      holds.forget()
      if status == .converging { lock(at: now) }
      (isSettled, seekCount) = (false, 0)
    }
    isForeign = isForeign || follower.uncertainty > 0
    // After an event, the sound is measured again.
    let isRecent =
      max(transport?.instant ?? now, seeks.last?.instant ?? now, rateStart)
      .seconds(to: now) < Self.measuringTime
    // What it did before its first seek is not known.
    let isKnown = follower.bias <= Self.greatestDoubt
    if isKnown || seeks.last == nil || !isRecent && follower.isRunning || !follower.isHeard {
      isMeasured = lead == nil && follower.isHeard && (isKnown || seeks.last == nil)
    }
    wasMeasured = isMeasured && (isKnown || wasMeasured)
    let (target, end) = (reading.position + offset, follower.duration ?? .infinity)
    // A start that is known in advance is planned in time.
    let early = startTime.map { ($0 + Self.startMargin) * reading.rate } ?? 0
    let plays = reading.state == .playing && target >= -early && target < end
    // One that is ready to begin is where its leader will be then.
    let ready = !plays && isReady ? seeks.delay * nominal : 0
    let behind = min(max(target, 0) + ready, end) - follower.position
    let uncertainty = reading.uncertainty + follower.uncertainty
    // A greater bias is another one after each interruption of the sound.
    canHold =
      lead == nil && corrects && uncertainty <= HoldHabits.greatestDoubt
      && follower.bias <= Self.greatestDoubt
    if target < -early, reading.state == .playing, reading.rate > 0 {
      next = min(now.advanced(by: .seconds((-early - target) / reading.rate)), next ?? now)
    }
    // One of them has begun the next pass of a loop.
    if plays, follower.isRunning, end > 4 * Self.seamTime, abs(behind) > end - Self.seamTime {
      return []
    }
    if let start = holds.start, !hasJumped {
      let rest = (start - target) / nominal - seeks.delay
      holds.plan(start, at: now.advanced(by: .seconds(min(max(rest, 0), Self.patience))))
    }
    if let end = holds.end {
      if plays, now < end, !hasJumped {
        next = min(end, next ?? end)
        difference = (behind, uncertainty + reading.bias + follower.bias)
        return []
      }
      if plays { return resume(at: now) }
      _ = holds.finish()
      transport = (false, now, true)
    }
    let known = unmoved ?? before?.seconds
    unmoved =
      status == .locked && statusStart < now && !hasJumped
        && known.map { abs(behind - $0) > 1 } == true ? known : nil
    if checkUse(follower, plays: plays, isMoved: unmoved != nil, at: now) {
      // The next reading may say something else.
      return before == nil || unmoved == nil || follower.isRunning != plays ? leave(Self.used) : []
    }
    if let actions = start(plays, follower, behind, target, at: now) { return actions }
    guard follower.isKnown, target <= end else {
      begin(.waiting, at: now)
      return []
    }
    difference = (behind, uncertainty + reading.bias + follower.bias)
    let way = course.position.map { abs($0 - follower.position) } ?? 0
    if course.follow(follower, at: now), way > PlayerCourse.leastJump,
      follower.uncertainty < Self.greatestDoubt
    {
      seeks.countMove()
    }
    if status == .seeking {
      if let plan, follower.isWaiting, isOutdated(plan, reading, target, at: now) {
        let actions = seek(to: target, moving: true, at: now)
        self.plan?.since = plan.since
        return actions
      }
      let elapsed = statusStart.seconds(to: now)
      let isThere = follower.state == (plays ? .playing : .paused) && uncertainty < 0.05
      let late = (plan?.start ?? statusStart).seconds(to: now)
      let isSlow = follower.isWaiting && (late < 0 || !seeks.isForgotten && late < seeks.patience)
      let least = lead == nil ? Self.seekTime : 0
      guard isThere ? elapsed >= least : elapsed >= Self.patience && !isSlow else {
        return []
      }
      // The leader has moved on, or the seek took less time than was anticipated.
      let rest = behind > 0 ? elapsed : max(elapsed, seeks.delay)
      let isElsewhere = abs(behind) > 1 + uncertainty + rest * nominal
      let hangs = follower.isWaiting && late >= seeks.patience
      if seeks.count(isMissed: isElsewhere || hangs) { return leave(Self.unmovable) }
      if !plays || !isThere { seeks.forget() }
      // Another seek is due before the mean of differences is known.
      if elapsed > Self.patience {
        seeks.learn(behind / nominal, within: uncertainty / nominal)
      }
      lock(at: now)
    }
    return plays
      ? correct(behind, uncertainty, target, follower, at: now)
      : movePaused(behind, uncertainty, at: max(target, 0), at: now)
  }

  /// Why an item cannot follow; nil if it can.
  private func obstacle(of follower: FollowerReading) -> String? {
    if !follower.isSeekable { return Self.unseekable }
    let isPicture = follower.isKnown && follower.duration.map { $0 < Self.shortest } ?? false
    return isPicture ? Self.timeless : nil
  }

  private mutating func begin(_ new: Follower.Status, at now: HostInstant) {
    (status, statusStart) = (new, now)
  }

  private mutating func lock(at now: HostInstant) {
    begin(.locked, at: now)
    (mean, driftStart) = (MeanDifference(), now)
  }

  private mutating func freewheel(_ follower: FollowerReading, at now: HostInstant) -> [Action] {
    leader = PlayerCourse()
    if holds.end != nil { return resume(at: now) }
    switch status {
    case .waiting, .lost, .left: return []
    case .freewheeling:
      if statusStart.duration(to: now) < settings.freewheel { return [] }
      begin(.lost, at: now)
      if settings.playsOnAfterLoss { return [] }
      transport = (false, now, false)
      return follower.isRunning ? [.pause] : []
    default:
      begin(.freewheeling, at: now)
      return transport?.plays == false ? [] : play(0)
    }
  }

  // MARK: Playing and pausing

  /// Whether its user controls the follower: it does something that its leader did not, and that was not requested.
  private mutating func checkUse(
    _ follower: FollowerReading, plays: Bool, isMoved: Bool, at now: HostInstant
  ) -> Bool {
    guard let last = transport else { return false }
    if last.plays == follower.isRunning { transport?.isDone = true }
    guard settings.leavesUsedPlayer, follower.state != .ended, last.plays == plays else {
      return false
    }
    return isMoved || last.isDone && follower.isRunning != plays
  }

  /// Plays or pauses the follower as the leader does; nil if it does so already.
  private mutating func start(
    _ plays: Bool, _ follower: FollowerReading, _ behind: Double, _ target: Double,
    at now: HostInstant
  ) -> [Action]? {
    if plays == follower.isRunning {
      // It was not requested, so that the next request need not wait.
      if transport == nil { transport = (plays, HostInstant(nanoseconds: 0), true) }
      return nil
    }
    if let last = transport {
      // It may have been requested, and not reported yet. A user may press the key again and again.
      let rest = last.plays == plays ? Self.patience : 0.2
      if last.instant.seconds(to: now) < rest { return [] }
    }
    // One that needs time to begin would begin late, also if it was moved while it was paused.
    let isLate = lead.map { $0 > 0 } ?? false
    if plays, isLate, let earliest = nextStart, now < earliest {
      next = min(earliest, next ?? earliest)
      return []
    }
    let isReady = isReady && abs(target - (seeks.last?.target ?? 0)) < Self.greatestStartError
    transport = (plays, now, false)
    (isSettled, seekCount) = (false, 0)
    lock(at: now)
    if !plays { return [.pause] }
    requestedRate = nil
    let isElsewhere = abs(behind) > limit || follower.state == .ended
    if isMeasured, follower.state != .ended {
      if isReady || !maySeek(at: now) { return play(0) }
      // What else plays on moves its sound in a pause, unless it is sought when it plays.
      return beginsExactly
        ? seekPaused(to: target, at: now) : play(0) + seek(to: target, moving: true, at: now)
    }
    // In a slow seek it would be silent for long. It is sought once it plays.
    if seeks.isSlow, target >= 0, follower.state != .ended, abs(behind) <= Self.greatestPause {
      if isLate { plan = (target, now, now) }
      return play(0)
    }
    // Without sound, only a player that was moved while it was paused begins elsewhere.
    let mayStart = maySeek(at: now) || lead == 0 && !seeks.isStart
    if isLate || target < 0 || isElsewhere && mayStart {
      return seek(to: target, moving: true, at: now)
    }
    return play(0)
  }

  /// Plays on after the follower has waited for its leader.
  private mutating func resume(at now: HostInstant) -> [Action] {
    let isSought = holds.start != nil
    _ = holds.finish()
    transport = (true, now, false)
    lock(at: now)
    if isSought { begin(.seeking, at: now) }
    return [.resume] + play(0)
  }

  /// Whether the follower was sought since it was paused, to where it begins with its leader.
  private var isReady: Bool {
    guard beginsExactly, let last = seeks.last, let transport, !transport.plays else {
      return false
    }
    return last.instant >= transport.instant
  }

  /// Whether the follower plays on, or at another rate, with the sound from before, which only a seek drops.
  private var keepsSound: Bool {
    let begun = max(transport?.instant ?? rateStart, rateStart)
    return !beginsExactly && seeks.last.map { $0.instant < begun } ?? true
  }

  /// How long before it begins a start is planned; nil if none is.
  private var startTime: Double? { lead.map { max($0, seeks.delay) } }

  /// When the next start may be planned, so that sound begins at most every two seconds.
  private var nextStart: HostInstant? {
    guard seeks.isStart, let startTime, let last = plan?.start else { return nil }
    return last.advanced(by: .seconds(Self.patience - startTime))
  }

  /// Requests the leader's rate with a correction, if that is another one than before.
  private mutating func play(_ correction: Double) -> [Action] {
    var part = min(max(trim.value + correction, -settings.pull), settings.pull)
    if isForeign, part == 0 { part = Self.besideNormal }
    let rate = hasRates ? Rate(nominal * (1 + part)) ?? .normal : .normal
    if rate == requestedRate { return [] }
    (isRateReached, otherRateStart) = (false, nil)
    if rate != .normal, corrects { rates = .accepted }
    requestedRate = rate
    return [.play(rate)]
  }

  // MARK: Corrections

  /// The difference that is left to the rate, or left alone.
  private var limit: Double {
    if isMeasured, !isSettled { return Self.startPrecision }
    return rates == .accepted
      ? Self.patience * settings.pull * nominal : settings.tolerance / .seconds(1)
  }

  /// The difference that is left to the rate if the follower would be silent for long before it begins, or to its end.
  private func slowLimit(_ target: Double, _ follower: FollowerReading) -> Double {
    guard corrects, let startTime else { return 0 }
    let ends = target + startTime * nominal >= follower.duration ?? .infinity
    return startTime > SeekHabits.usualDelay || ends
      ? Self.longestCorrection * settings.pull * nominal : 0
  }

  private func maySeek(at now: HostInstant) -> Bool {
    seeks.last.map { $0.instant.seconds(to: now) >= Self.patience } ?? true
  }

  /// Whether the leader will be elsewhere when the follower begins: its position is known better now.
  private func isOutdated(
    _ plan: (position: Double, start: HostInstant, since: HostInstant), _ leader: FollowerReading,
    _ target: Double, at now: HostInstant
  ) -> Bool {
    // Later, its user has moved it.
    guard now < plan.start, plan.since.seconds(to: now) < Self.patience,
      seeks.mayRepeat(at: now), leader.state == .playing
    else { return false }
    let error = target + now.seconds(to: plan.start) * leader.rate - plan.position
    return (Self.greatestError...Self.seamTime).contains(abs(error))
  }

  /// How far ahead a seek of a follower that can wait should end.
  private var seekMargin: Double { seeks.margin(beyond: max(limit / nominal, holds.scatter * 2)) }

  private mutating func seek(to target: Double, moving: Bool, at now: HostInstant) -> [Action] {
    let lead = moving ? startTime.map { max($0, -target / nominal) } : nil
    let margin = moving && canHold ? max(holds.delay, 0) + seekMargin : 0
    let ready = beginsExactly ? seeks.delay : 0
    let ahead = target + (moving ? lead ?? seeks.delay + margin : ready) * nominal
    guard let position = MediaTime(seconds: max(ahead, 0)) else { return [] }
    seeks.begin(to: target, lead: lead, ahead: margin, at: now)
    holds.beginSeek()
    begin(.seeking, at: now)
    let rates = moving ? play(0) : []
    plan = nil
    // Only a seek after that drops the sound of the rate before.
    guard let lead else {
      return isMeasured ? rates + [.seek(to: position)] : [.seek(to: position)] + rates
    }
    let start = now.advanced(by: .seconds(lead))
    plan = (ahead, start, now)
    return [.start(requestedRate ?? .normal, from: position, at: start)]
  }

  /// Pauses the follower, and moves it to where it plays on when its leader is there.
  private mutating func seekPaused(to target: Double, at now: HostInstant) -> [Action] {
    let start = max(target + (Self.movingTime + max(seeks.delay, 0)) * nominal, 0)
    guard let position = MediaTime(seconds: start) else { return [] }
    seeks.begin(to: target, at: now)
    holds.plan(start, at: now.advanced(by: .seconds(Self.movingTime)))
    transport = (true, now, false)
    begin(.seeking, at: now)
    next = min(holds.end ?? now, next ?? now)
    return [.pause, .seek(to: position)]
  }

  /// Corrects a follower that plays.
  private mutating func correct(
    _ behind: Double, _ uncertainty: Double, _ target: Double, _ follower: FollowerReading,
    at now: HostInstant
  ) -> [Action] {
    if checkRate(follower, at: now) {
      requestedRate = nil
      if settings.leavesUsedPlayer, isRateReached { return leave(Self.used) }
      countIgnored(!isRateReached, at: now)
      seeks.forget()
      holds.forget()
      lock(at: now)
      let actions = play(0)
      otherRateStart = now.advanced(by: .seconds(Self.patience - Self.rateTime))
      return actions
    }
    if settings.leavesUsedPlayer, isRateReached, otherRateStart != nil { return [] }
    let noise = max(uncertainty, Self.precision)
    if isMeasured, follower.bias > Self.greatestDoubt, abs(behind) < Self.greatestDistance {
      guard keepsSound, maySeek(at: now) else { return [] }
      seekCount += 1
      return seek(to: target, moving: true, at: now)
    }
    // Until the rate is heard, the difference is another one. Then it changes from reading to reading.
    let change = status == .converging ? abs(correction.part) * (Self.interval / .seconds(1)) : 0
    let known = now < rateStart ? nil : mean.add(behind, noise: noise + change)
    // In the seconds after an interruption of the sound, a position may be known worse.
    if let known, lead != nil || uncertainty < Self.greatestDoubt {
      seeks.learn(known / nominal, within: uncertainty / nominal)
      if canHold { holds.learn(known / nominal) }
    }
    let mean = known ?? 0
    let isThere = abs(mean) < max(Self.startPrecision, noise) && noise < Self.greatestStartError
    if known != nil, isThere || seekCount >= Self.mostSeeks { isSettled = true }
    let ahead = min(-behind, -mean)
    let correctable = limit / nominal
    if canHold, ahead > noise,
      holds.begin(ahead: -mean / nominal, correctable: correctable, at: now)
    {
      transport = (true, now, false)
      lock(at: now)
      next = min(holds.end ?? now, next ?? now)
      return [.pause]
    }
    // Readings agree that it is far away, or no reading could be so wrong.
    let rest = seekMargin > 0 ? holds.scatter : seeks.scatter
    let habit =
      canHold
      ? max(correctable + rest, seeks.leastDistance)
      : isMeasured && !isSettled ? 0 : seeks.limit(at: now)
    let left = max(limit, noise, habit, slowLimit(target, follower))
    let isFar = min(abs(behind), abs(mean)) > left || abs(behind) > noise + 0.5
    if isFar, maySeek(at: now), nextStart.map({ $0 <= now }) ?? true {
      seekCount += 1
      return beginsExactly
        ? seekPaused(to: target, at: now) : seek(to: target, moving: true, at: now)
    }
    switch status {
    case .converging:
      let (part, end) = correction
      // The known position may be late, so that a reading does not end the correction.
      if now < end, part < 0 ? behind < uncertainty : behind > -uncertainty {
        next = min(end, next ?? end)
        return []
      }
      if let rate = requestedRate?.doubleValue {
        countIgnored(abs(follower.rate - rate) > abs(part) * nominal / 2, at: now)
      }
      // It has also grown during the correction.
      let start = statusStart
      lock(at: now)
      driftStart = start
    case .locked:
      guard corrects, abs(mean) > noise else { break }
      let error = mean / nominal
      trim.learn(error, over: driftStart.seconds(to: now))
      let part = min(max(error / Self.correctionTime, -settings.pull), settings.pull)
      let end = now.advanced(by: .seconds(min(error / part, Self.longestCorrection)))
      begin(.converging, at: now)
      correction = (part, end)
      next = min(end, next ?? end)
      return play(part)
    default: lock(at: now)
    }
    // A command that was killed has left another rate, also a smaller correction. A player without rates refuses
    // one before it is sought.
    let isAtRate =
      requestedRate == nil && !(isForeign && rates == .untried)
      && abs(follower.rate / nominal - 1) < Self.besideNormal / 2
    return isAtRate ? [] : play(0)
  }

  /// Counts a correction, which the follower may have ignored.
  private mutating func countIgnored(_ isIgnored: Bool, at now: HostInstant) {
    ignoredCount = isIgnored ? ignoredCount + 1 : 0
    if ignoredCount > 1 { rates = .ignored(until: now.advanced(by: Self.ignoredTime)) }
  }

  /// Whether the follower has played at another rate than the requested one for a while; at most every two seconds.
  private mutating func checkRate(_ follower: FollowerReading, at now: HostInstant) -> Bool {
    guard hasRates, let rate = requestedRate?.doubleValue, follower.state == .playing else {
      return false
    }
    if abs(follower.rate - rate) <= 0.001 {
      (isRateReached, otherRateStart) = (true, nil)
      return false
    }
    let start = otherRateStart ?? now
    otherRateStart = start
    return start.seconds(to: now) > Self.rateTime
  }

  /// Moves a follower that is paused, once to each place, unless its user has moved it from there.
  private mutating func movePaused(
    _ behind: Double, _ uncertainty: Double, at target: Double, at now: HostInstant
  ) -> [Action] {
    // Rates that were refused or ignored are tried while it plays.
    let isExact = rates == .accepted || rates == .untried
    var least = isExact ? Self.precision * 2 : settings.tolerance / .seconds(1)
    // To play on after a moment, it must be sought.
    if let lead, lead > 0, statusStart.seconds(to: now) < Self.patience {
      least = Self.greatestPause
    }
    if beginsExactly { least = max(Self.startPrecision, uncertainty) }
    let isDone =
      unmoved == nil && seeks.last.map { abs($0.target - target) <= least } ?? false
      && (isReady || !beginsExactly)
    let isOff =
      beginsExactly
      ? statusStart.seconds(to: now) > Self.pauseTime : abs(behind) > max(least, uncertainty)
    if isOff, !isDone, maySeek(at: now) {
      return seek(to: target, moving: false, at: now)
    }
    if status != .locked { lock(at: now) }
    return []
  }
}
