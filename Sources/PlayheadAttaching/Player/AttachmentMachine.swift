import PlayheadCore
import PlayheadTimekeeping

/// Decides where the playhead of another player is, from what its source reports, and when the player is
/// asked for its position.
///
/// It has no threads, connections or lock.
struct AttachmentMachine {
  /// What is published, in order.
  enum Event {
    /// The player answers for the first time.
    case attached
    /// The position of an item has become known.
    case began(AttachedItem, PlayheadObservation)
    /// The item is known better; it is the same.
    case described(AttachedItem)
    /// A discontinuity of the current item.
    case changed(ProgressCause, PlayheadObservation)
    /// The current item continues on a course that is slightly different.
    case corrected(PlayheadObservation)
    /// The player has left the item.
    case left(AttachedPlayer.Departure)
    /// The player did not carry out a request: the reason, in words.
    case refused(PlayerRequest, String)
    case lost(SourceReport.Loss)
    /// The attachment was closed.
    case closed
  }

  /// The least time between two readings, also while the position is not known.
  static let leastInterval: Int64 = 20_000_000

  /// How well the instant of a discontinuity must be known for it to be published without a reading.
  private static let greatestDelay = Duration.milliseconds(5)
  /// For how long a discontinuity waits for a reading, in nanoseconds.
  private static let patience: Int64 = 250_000_000
  /// How long an answer may take before the player may have stopped, in nanoseconds.
  private static let answerTime: Int64 = 1_000_000_000
  /// The greatest difference between an item's duration and its end at which the end is the duration. An
  /// item that ends earlier was cut.
  private static let greatestShortfall = MediaTime.seconds(1)

  private(set) var facts: PlayerFacts?
  /// The item of the facts, as it is published.
  private var item: AttachedItem?
  private var estimator: PositionEstimator
  private var habits: PositionHabits
  /// The uncertainty that readings should keep.
  private let bound: Duration
  /// How much later a sample is heard than the player says; nil for what the player says.
  private let latency: Duration?
  /// Whether the player is lost or the attachment was closed, after which nothing is published.
  private(set) var isOver = false
  /// Whether the current item has been published.
  private(set) var isPresent = false
  /// Whether the player has said that the item was played to its end.
  private var hasEnded = false
  /// The cause of the discontinuity that is published once the position is known.
  private var pending: ProgressCause?
  /// When it is published even without another reading.
  private var pendingEnd: HostInstant?
  private var events: [Event] = []
  /// The instant until which the course that was published holds; nil if it holds until something happens.
  private var courseEnd: HostInstant?
  private var lastRead: HostInstant?
  /// When the player was first asked since its last report.
  private var unanswered: HostInstant?
  /// Whether it has not answered for so long that it may have stopped.
  private var isSilent = false
  /// When the player will be asked next, as planned after the last report.
  private var plannedRead: HostInstant?

  /// Creates the machine of a player that has not answered.
  ///
  /// - Parameters:
  ///   - habits: How its values differ from its position.
  ///   - bound: The uncertainty that readings should keep.
  ///   - latency: How much later a sample is heard than the player says; nil for what the player says.
  init(_ habits: PositionHabits, bound: Duration, latency: Duration?) {
    (self.habits, self.bound, self.latency) = (habits, bound, latency)
    estimator = PositionEstimator(habits)
  }

  /// Returns the first event that was not taken; nil if there is none.
  mutating func takeEvent() -> Event? { events.isEmpty ? nil : events.removeFirst() }

  /// Ends the attachment. Events that were not taken are not published any more.
  mutating func close() {
    events = isOver ? events : [.closed]
    isOver = true
  }

  // MARK: Reports

  /// Applies a report of the source.
  mutating func take(_ report: SourceReport, at now: HostInstant) {
    if isOver { return }
    if case .reading = report {} else { plannedRead = nil }
    (unanswered, isSilent) = (nil, false)
    switch report {
    case .facts(let facts, let since, let received): take(facts, since, received, at: now)
    case .habits(let habits): take(habits, at: now)
    case .reading(let reading): take(reading, at: now)
    case .moved(let position, let since, let received):
      // A player that was moved after the end of an item has not ended any more.
      hasEnded = false
      estimator.restart(at: position.map(heard), since: since, received: received)
      move(.seeked, at: now)
    case .ended(let received): end(at: max(received, now))
    case .refused(let request, let reason): events.append(.refused(request, reason))
    case .lost(let loss):
      leave(.lost)
      isOver = true
      events.append(.lost(loss))
    }
  }

  /// The position of the sound that is heard when the player reports a position.
  private func heard(_ position: MediaTime) -> MediaTime {
    guard let latency else { return position }
    let rate = facts?.rate ?? .normal
    let length = Int128(MediaTime(latency)?.nanoseconds(rounding: .down) ?? 0)
    let late = Int64(clamping: length * Int128(rate.numerator) / Int128(rate.denominator))
    return max(position.subtracting(.nanoseconds(late)) ?? position, .zero)
  }

  private mutating func take(_ habits: PositionHabits, at now: HostInstant) {
    if habits == self.habits { return }
    self.habits = habits
    estimator = PositionEstimator(habits)
    restartEstimate(since: now, received: now)
  }

  /// Forgets all readings of the position. What was learned of the player's clock and noise is kept.
  private mutating func restartEstimate(since: HostInstant, received: HostInstant) {
    guard let facts, facts.item != nil else { return }
    estimator.setRate(facts.movingRate, since: since, received: received)
    estimator.restart(at: nil, since: since, received: received)
  }

  private mutating func take(_ reading: PositionReading, at now: HostInstant) {
    guard facts?.item != nil else { return }
    var reading = reading
    reading.value = heard(reading.value)
    let outcome = estimator.add(reading, at: now)
    if hasEnded || outcome == .ignored { return }
    if let cause = pending { return move(cause, at: now) }
    if !isPresent { return begin(at: now) }
    switch outcome {
    // The same position, if only the habits of the values have changed.
    case .restarted(nil, let position) where isExpected(position, at: now): correct(at: now)
    case .restarted: move(.seeked, at: now)
    // A position that was published as that of a pause may be corrected within its uncertainty.
    case .corrected where facts?.movingRate.isPaused != true: move(.seeked, at: now)
    default: correct(at: now)
    }
  }

  private mutating func take(
    _ new: PlayerFacts, _ since: HostInstant, _ received: HostInstant, at now: HostInstant
  ) {
    let old = facts
    facts = new
    // An item may have many chapters, which are sorted once.
    let isDescribed = new.item != old?.item
    if isDescribed { item = new.item.map { AttachedItem($0) } }
    if old == nil { events.append(.attached) }
    if new.item?.identity != old?.item?.identity {
      leave(hasEnded ? .ended : .left)
      return restartEstimate(since: since, received: received)
    }
    guard let old, let item else { return }
    if new.movingRate != old.movingRate {
      estimator.setRate(new.movingRate, since: since, received: received)
    }
    if isPresent, isDescribed {
      events.append(.described(item))
      if item.duration != last?.duration || item.chapters != last?.chapters { correct(at: now) }
    }
    guard let cause = new.cause(after: old) else { return }
    // A player that continues after the end of an item has begun it again.
    if hasEnded, new.playback == .playing { hasEnded = false }
    if hasEnded { return }
    if !isPresent { return }
    // When it happened is not known well. The next reading shows it, if the player answers.
    if since.duration(to: received) > Self.greatestDelay { return hold(cause, at: now) }
    move(cause, at: now)
  }

  /// Whether a position agrees with the course that was published last.
  private func isExpected(_ position: MediaTime, at now: HostInstant) -> Bool {
    guard let last, let estimate = estimator.estimate(at: now),
      let tolerance = MediaTime(last.uncertainty(at: now) + estimate.uncertainty),
      case let expected = last.timeline.position(at: now),
      let difference = max(expected, position).subtracting(min(expected, position))
    else { return false }
    return difference <= tolerance
  }

  // MARK: The current item

  private mutating func begin(at now: HostInstant) {
    guard let item, let observation = observation(at: now) else { return }
    isPresent = true
    events.append(.began(item, observation))
  }

  /// Publishes a discontinuity, or stops the playhead until its position is known.
  private mutating func move(_ cause: ProgressCause, at now: HostInstant) {
    guard isPresent else { return begin(at: now) }
    guard let observation = observation(at: now) else { return hold(cause, at: now) }
    let cause = later(cause)
    (pending, pendingEnd) = (nil, nil)
    events.append(.changed(cause, observation))
  }

  /// Stops the playhead until a reading shows where it is after a discontinuity.
  private mutating func hold(_ cause: ProgressCause, at now: HostInstant) {
    if pending == nil {
      events.append(.corrected(stopped(at: now)))
      pendingEnd = now.advanced(byNanoseconds: Self.patience)
    }
    pending = later(cause)
  }

  /// The cause of the discontinuity to which this one is added, if that one is not published yet.
  private func later(_ cause: ProgressCause) -> ProgressCause {
    // After a seek a player waits, and continues.
    pending == .seeked && (cause == .stalled || cause == .resumed) ? .seeked : cause
  }

  /// Publishes the course that readings have corrected.
  private mutating func correct(at now: HostInstant) {
    guard isPresent, !hasEnded, pending == nil, let observation = observation(at: now) else {
      return
    }
    events.append(.corrected(observation))
  }

  private mutating func end(at now: HostInstant) {
    guard isPresent, !hasEnded else { return }
    hasEnded = true
    (pending, pendingEnd) = (nil, nil)
    // What happened since the end was published is not known yet.
    if last?.state == .ended { return }
    var observation = stopped(at: now)
    observation.state = .ended
    observation.rate = .paused
    let position = observation.timeline.mediaAnchor
    if let duration = observation.duration, let rest = duration.subtracting(position),
      (-Self.greatestShortfall...Self.greatestShortfall).contains(rest)
    {
      observation.timeline = Timeline(mediaAnchor: duration, hostAnchor: now, rate: .paused)
    }
    last = observation
    events.append(.changed(.ended, observation))
  }

  private mutating func leave(_ departure: AttachedPlayer.Departure) {
    if isPresent { events.append(.left(departure)) }
    (isPresent, hasEnded, courseEnd, last) = (false, false, nil, nil)
    (pending, pendingEnd) = (nil, nil)
  }

  /// The course that was published last.
  private var last: PlayheadObservation?

  /// The last course, stopped at an instant.
  private mutating func stopped(at now: HostInstant) -> PlayheadObservation {
    var observation =
      last
      ?? PlayheadObservation(
        timeline: Timeline(mediaAnchor: .zero, hostAnchor: now, rate: .paused), uncertainty: .zero,
        drift: 0, rate: .paused, state: .paused)
    observation.uncertainty = observation.uncertainty(at: now)
    observation.drift = 0
    observation.timeline = Timeline(
      mediaAnchor: observation.timeline.position(at: now), hostAnchor: now, rate: .paused)
    (last, courseEnd) = (observation, nil)
    return observation
  }

  /// What is known at an instant; nil if the position is not known.
  private mutating func observation(at now: HostInstant) -> PlayheadObservation? {
    guard let facts, let item, let estimate = estimator.estimate(at: now) else {
      return nil
    }
    var observation = PlayheadObservation(
      timeline: estimate.timeline, uncertainty: estimate.uncertainty,
      drift: drift(of: estimate, at: now), rate: facts.chosenRate, state: facts.state)
    observation.isHeard = latency != nil
    if isSilent, let unanswered {
      let growth = Int(min(facts.movingRate.doubleValue * 1e6, 1e9))
      observation.drift += growth
      observation.uncertainty += unanswered.duration(to: now) / 1_000_000 * growth
    }
    (observation.duration, observation.chapters) = (item.duration, item.chapters)
    (last, courseEnd) = (observation, estimate.end)
    return observation
  }

  /// The number of millionths of the elapsed time by which the uncertainty of an estimate grows.
  private func drift(of estimate: PositionEstimate, at now: HostInstant) -> Int {
    let later = estimator.estimate(at: now.advanced(byNanoseconds: 1_000_000_000))
    let growth = later.map { $0.uncertainty - estimate.uncertainty } ?? .zero
    return Int(min(max(growth / .microseconds(1), 0), 1e9))
  }

  // MARK: Time

  /// Corrects the course if it has changed.
  mutating func settle(at now: HostInstant) {
    if let cause = pending, let end = pendingEnd, end <= now {
      pendingEnd = nil
      if let observation = observation(at: now) {
        pending = nil
        events.append(.changed(cause, observation))
      }
    }
    let isNewlySilent = silence.map { $0 <= now } ?? false
    if isNewlySilent { isSilent = true }
    guard isNewlySilent || courseEnd.map({ $0 <= now }) ?? false else { return }
    courseEnd = nil
    correct(at: now)
  }

  /// Returns whether the player must be asked for its position now.
  mutating func takeReadingCall(at now: HostInstant) -> Bool {
    guard let instant = plannedRead ?? nextReading(after: now), instant <= now else { return false }
    (lastRead, plannedRead) = (now, nil)
    unanswered = unanswered ?? now
    estimator.willRead(at: now)
    return true
  }

  /// Plans the next reading. Returns the next instant when time alone has an effect.
  mutating func nextInstant(after now: HostInstant) -> HostInstant? {
    plannedRead = nextReading(after: now)
    return [courseEnd, pendingEnd, plannedRead, silence].compactMap(\.self).min()
  }

  /// When the player may have stopped; nil if it owes no answer, or that is published.
  private var silence: HostInstant? {
    isSilent || isOver ? nil : unanswered?.advanced(byNanoseconds: Self.answerTime)
  }

  private func nextReading(after now: HostInstant) -> HostInstant? {
    guard !isOver, !hasEnded, facts?.item != nil else { return nil }
    let least = lastRead?.advanced(byNanoseconds: Self.leastInterval) ?? now
    return estimator.nextReading(after: now, bound: bound).map { max($0, least) }
  }
}
