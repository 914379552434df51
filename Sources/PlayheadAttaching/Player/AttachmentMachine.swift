import PlayheadCore
import PlayheadTimekeeping

/// Decides where the playhead of another player is, from what its source reports, and when the player is
/// asked for its position.
///
/// It has no threads, connections or lock.
struct AttachmentMachine {
  /// How far the current item is.
  enum Stage {
    /// There is none, or its position is not known.
    case absent
    /// It has been published.
    case present
    /// The player has played it to its end.
    case ended
  }

  /// How well the instant of a discontinuity must be known for it to be published without a reading.
  private static let greatestDelay = Duration.milliseconds(5)
  /// How long a player takes to report an event, in nanoseconds.
  private static let greatestReportTime: Int64 = 100_000_000
  /// The greatest difference between an item's duration and its end at which the end is the duration. An
  /// item that ends earlier was cut.
  private static let greatestShortfall = MediaTime.seconds(1)

  private(set) var facts: PlayerFacts?
  /// The item of the facts, as it is published.
  var item: AttachedItem?
  /// The properties that its media has.
  var media: ItemMedia
  private let readsMedia: Bool
  var estimator: PositionEstimator
  /// The uncertainty that readings should keep.
  let bound: Duration
  /// How much later a sample is heard than the player says; nil for its own position.
  var delay: HeardDelay?
  /// Measures that delay; nil if it is stated, or not wanted.
  var meter: DelayMeter?
  /// Whether the player is lost or the attachment was closed, after which nothing is published.
  private(set) var isOver = false
  private(set) var stage = Stage.absent
  var pending: PendingChange?
  var events = AttachmentEvents()
  /// The course that was published last; nil without an item.
  var last: PlayheadObservation?
  /// The instant until which that course holds; nil if it holds until something happens.
  var courseEnd: HostInstant?
  var plan = ReadingPlan()

  /// Creates the machine of a player that has not answered.
  ///
  /// - Parameters:
  ///   - habits: How its values differ from its position.
  ///   - bound: The uncertainty that readings should keep.
  ///   - latency: How much later a sample is heard than the player says; nil if that is not stated.
  ///   - asksServer: Whether a sound server is asked for the latency that is not stated.
  ///   - readsMedia: Whether the media of items is read.
  init(
    _ habits: PositionHabits, bound: Duration, latency: Duration?, asksServer: Bool = false,
    readsMedia: Bool = false
  ) {
    self.bound = bound
    delay = latency.map { HeardDelay(length: $0, tolerance: .zero) }
    meter = asksServer && latency == nil ? DelayMeter() : nil
    self.readsMedia = readsMedia
    media = ItemMedia(isPermitted: readsMedia)
    estimator = PositionEstimator(habits)
  }

  /// Returns the first event that was not taken; nil if there is none.
  mutating func takeEvent() -> Event? { events.next() }

  /// Ends the attachment. Events that were not taken are not published any more.
  mutating func close() {
    events = isOver ? events : AttachmentEvents(.closed)
    isOver = true
  }

  // MARK: Reports

  /// Applies a report of the source.
  mutating func take(_ report: SourceReport, at now: HostInstant) {
    if isOver { return }
    plan.receive(report, at: now)
    switch report {
    case .facts(let facts, let since, let received):
      take(facts, Self.likely(since, received), received, at: now)
    case .habits(let habits): if habits != estimator.habits { estimator.setHabits(habits) }
    case .sound(let sound): take(sound, at: now)
    case .reading(let reading): take(reading, at: now)
    case .moved(let position, let since, let received):
      // A player that was moved after the end of an item has not ended any more.
      if stage == .ended { stage = .present }
      estimator.restart(
        at: position.map(heard), since: Self.likely(since, received), received: received)
      meter?.restart(at: now)
      plan.restart()
      move(.seeked, at: now)
    case .withoutPosition, .answered: break
    case .ended(let received): end(at: max(received, now))
    case .refused(let request, let reason): events.append(.refused(request, reason))
    case .lost(let loss): lose(loss)
    }
  }

  mutating func lose(_ loss: SourceReport.Loss) {
    leave(.lost)
    isOver = true
    events.append(.lost(loss))
  }

  /// When an event happened at the earliest: a player reports it soon, so not as long ago as its last message may be.
  private static func likely(_ since: HostInstant, _ received: HostInstant) -> HostInstant {
    max(since, received.advanced(byNanoseconds: -greatestReportTime))
  }

  /// Forgets all readings of the position.
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
    if stage == .ended || outcome == .ignored { return }
    if let pending { return move(pending.cause, at: now) }
    if stage == .absent { return begin(at: now) }
    switch outcome {
    // The item has not begun to be heard.
    case .restarted(MediaTime.zero?, .zero), .corrected(.zero, .zero): correct(at: now)
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
    let isOther = new.item?.identity != old?.item?.identity
    if isOther { media = ItemMedia(isPermitted: readsMedia) }
    // An item may have many chapters, which are sorted once.
    let isDescribed = new.item != old?.item
    if isDescribed { describeItem() }
    if old == nil { events.append(.attached) }
    if isOther {
      plan.beginItem()
      leave(.left)
      meter?.restart(at: now)
      return restartEstimate(since: since, received: received)
    }
    if new.playback != old?.playback { meter?.restart(at: now) }
    guard let old, let item else { return }
    if new.movingRate != old.movingRate {
      plan.restart()
      estimator.setRate(new.movingRate, since: since, received: received)
    }
    if new.rate != old.rate { shift(from: old.rate, to: new.rate, at: now) }
    if isDescribed { publishDescription(item, at: now) }
    guard let cause = new.cause(after: old) else { return }
    // A player that continues after the end of an item has begun it again.
    if stage == .ended, new.playback == .playing { stage = .present }
    guard stage == .present else { return }
    // When it happened is not known well. The next reading shows it, if the player answers, except in a transition
    // between rates. A stall may be the end of the item, of which the report follows.
    let isUnknown = since.duration(to: received) > Self.greatestDelay && estimator.transition == nil
    if cause == .stalled || isUnknown {
      return hold(cause, at: now)
    }
    move(cause, at: now)
  }

  // MARK: The current item

  mutating func begin(at now: HostInstant) {
    if meter?.patienceEnd != nil { return }
    guard let item, let observation = observation(at: now) else { return }
    stage = .present
    events.append(.began(item, observation))
  }

  /// Publishes a discontinuity, or stops the playhead until its position is known.
  mutating func move(_ cause: ProgressCause, at now: HostInstant) {
    guard stage != .absent else { return begin(at: now) }
    guard let observation = observation(at: now) else { return hold(cause, at: now) }
    events.append(.changed(pending?.adding(cause) ?? cause, observation))
    pending = nil
  }

  /// Stops the playhead until a reading shows where it is after a discontinuity.
  private mutating func hold(_ cause: ProgressCause, at now: HostInstant) {
    if let pending {
      self.pending?.cause = pending.adding(cause)
    } else if let stopped = stopped(at: now) {
      events.append(.corrected(stopped))
      pending = PendingChange(cause, at: now)
    }
  }

  /// Publishes the course that readings have corrected.
  mutating func correct(at now: HostInstant) {
    guard stage == .present, pending == nil, let observation = observation(at: now) else {
      return
    }
    events.append(.corrected(observation))
  }

  private mutating func end(at now: HostInstant) {
    guard stage == .present else { return }
    stage = .ended
    pending = nil
    // The end is published already, and changes since then are not known yet.
    guard last?.state != .ended, var observation = stopped(at: now) else { return }
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

  /// Leaves the item, for a reason that counts unless the item was played to its end.
  private mutating func leave(_ departure: AttachedPlayer.Departure) {
    if stage != .absent { events.append(.left(stage == .ended ? .ended : departure)) }
    (stage, pending, courseEnd, last) = (.absent, nil, nil, nil)
  }

  /// The last course, stopped at an instant; nil without an item.
  private mutating func stopped(at now: HostInstant) -> PlayheadObservation? {
    guard var observation = last else { return nil }
    observation.uncertainty = observation.uncertainty(at: now)
    observation.drift = 0
    observation.timeline = Timeline(
      mediaAnchor: observation.timeline.position(at: now), hostAnchor: now, rate: .paused)
    (last, courseEnd) = (observation, nil)
    return observation
  }

  /// The course from an instant on; nil if the position is not known.
  private mutating func observation(at now: HostInstant) -> PlayheadObservation? {
    guard let facts, let item, let estimate = estimator.estimate(at: now) else {
      return nil
    }
    var observation = PlayheadObservation(
      timeline: estimate.timeline, uncertainty: estimate.uncertainty,
      drift: drift(of: estimate, at: now), rate: facts.chosenRate, state: facts.state)
    if let delay {
      observation.isHeard = true
      observation.uncertainty += .nanoseconds(played(in: delay.tolerance))
    }
    if let silentSince = plan.silentSince {
      let growth = Int(min(facts.movingRate.doubleValue * 1e6, 1e9))
      observation.drift += growth
      observation.uncertainty += silentSince.duration(to: now) / 1_000_000 * growth
    }
    (observation.duration, observation.chapters) = (item.duration, media.chapters(of: item))
    (last, courseEnd) = (observation, estimate.end)
    return observation
  }

  /// The number of millionths of the elapsed time by which the uncertainty of an estimate grows until its end.
  private func drift(of estimate: PositionEstimate, at now: HostInstant) -> Int {
    let second = Duration.seconds(1)
    let time = min(
      max(estimate.end.map { now.duration(to: $0) } ?? second, .milliseconds(1)), second)
    let later = estimator.estimate(at: now.advanced(by: time))
    let growth = later.map { $0.uncertainty - estimate.uncertainty } ?? .zero
    return Int(min(max(growth / time * 1e6, 0), 1e9))
  }
}
