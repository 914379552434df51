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
  /// Whether the output may have sound of the position: not after a move or another item while the player is paused.
  var hasSound = true
  /// Whether the player is lost or the attachment was closed, after which nothing is published.
  private(set) var isOver = false
  var stage = Stage.absent
  /// The seek that is not complete.
  var seek = Seek.none
  /// By how much positions may be wrong that readings allow, and the part of it by which all are wrong in the same way.
  private(set) var sourceError = (total: Duration.zero, bias: Duration.zero)
  /// The discontinuities that wait for a reading; nil if none do.
  var pending: PendingChanges?
  var events = AttachmentEvents()
  /// The course that was published last; nil without an item.
  var last: PlayheadObservation?
  /// The instant until which that course holds; nil if it holds until something happens.
  var courseEnd: HostInstant?
  var plan = ReadingPlan()
  var passes = LoopPasses()

  /// Creates the machine of a player that has not answered. A sound server is not asked for a stated latency.
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

  /// Returns the first event; nil if there is none.
  mutating func nextEvent() -> Event? { events.next() }

  /// Ends the attachment. The remaining events are not published.
  mutating func close() {
    events = isOver ? events : AttachmentEvents(.closed)
    isOver = true
  }

  // MARK: Reports

  /// Applies a report of the source.
  mutating func receive(_ report: SourceReport, at now: HostInstant) {
    if isOver { return }
    plan.receive(report, at: now)
    switch report {
    case .facts(let facts, let since, let received):
      receive(facts, Self.likely(since, received), received, at: now)
    case .habits(let habits): if habits != estimator.habits { estimator.setHabits(habits) }
    case .uncertainty(let total, let bias): sourceError = (total, bias)
    case .sound(let sound): receive(sound, at: now)
    case .reading(let reading): receive(reading, at: now)
    case .seeking(let since, let received):
      beginSeek(since: Self.likely(since, received), received: received, at: now)
    case .seekDestination(let target): aim(at: target, at: now)
    case .moved(let position, let since, let received):
      let since = Self.likely(since, received)
      let keepsSound = !passes.isSeekExpected(at: now) && isWhereItIs(position, at: now)
      if recordSeam(at: position, since: since, received: received, at: now) { return }
      finishMove(
        to: position, since: since, received: received, keepsSound: keepsSound, at: now)
    case .withoutPosition:
      if plan.noticeAbsence(), item != nil { events.append(.noticed(.missingPosition)) }
    case .answered: break
    case .noticed(let text): events.append(.noticed(.other(text)))
    case .ended(let received): end(at: max(received, now))
    case .refused(let request, let reason):
      if case .seek(let target) = request { passes.forgetSeek(to: target) }
      events.append(.refused(request, reason))
    case .lost(let loss): lose(loss, at: now)
    }
  }

  mutating func lose(_ loss: SourceReport.Loss, at now: HostInstant) {
    pending = pending?.withoutStall()
    publishPending(at: now)
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
    estimator.restart(at: nil, isNewItem: true, since: since, received: received)
  }

  private mutating func receive(_ reading: PositionReading, at now: HostInstant) {
    guard facts?.item != nil else { return }
    var reading = reading
    let value = heard(reading.value)
    guard let position = position(of: value, at: reading.received) else { return }
    if isAtPassEnd, passes.hasBegun(at: value), hasWaited(before: position, at: reading.received) {
      reading.value = value
      return beginPass(at: reading, at: now)
    }
    reading.value = position
    let earlier = estimator.previous?.sent
    let outcome = estimator.add(reading, at: now)
    if stage == .ended || outcome == .ignored { return }
    if finishPasses(at: now) { return }
    let completed = seek
    seek = .none
    if pending != nil { return publishPending(at: now) }
    if stage == .absent { return begin(at: now) }
    switch outcome {
    // The seek is published already.
    case .restarted(nil, let position) where isTarget(position, of: completed): correct(at: now)
    // The item has not begun to be heard.
    case .restarted(MediaTime.zero?, .zero), .corrected(.zero, .zero): correct(at: now)
    // The player has not reported a seek.
    case .restarted(let old?, let new)
    where new < old && completed == .none && hasRestarted(at: value, since: earlier, at: now):
      finishUnexpectedPass(at: now)
    case .restarted: move(.seeked, at: now)
    // A position that was published as that of a pause may be corrected within its uncertainty.
    case .corrected where facts?.movingRate.isPaused != true: move(.seeked, at: now)
    default: correct(at: now)
    }
  }

  private mutating func receive(
    _ new: PlayerFacts, _ since: HostInstant, _ received: HostInstant, at now: HostInstant
  ) {
    let old = facts
    let isOther = new.item?.identity != old?.item?.identity
    let cause = old.flatMap { new.cause(after: $0) }
    // They are published with the facts that applied to them.
    if isOther {
      pending = pending?.withoutStall()
      publishPending(at: now)
    } else if let cause {
      publishPending(before: cause, at: now)
    }
    facts = new
    if isPlaying || old == nil { hasSound = true } else if isOther { hasSound = false }
    if isOther { media = ItemMedia(isPermitted: readsMedia) }
    // An item may have many chapters, which are sorted once.
    let isDescribed = new.item != old?.item
    if isDescribed { describeItem() }
    if old == nil { events.append(.attached) }
    if isOther { passes.beginItem(isFirst: old == nil) }
    passes.follow(new.loop)
    if isOther {
      plan.beginItem()
      leave(.left)
      // When the first item began is not known.
      if old?.item != nil { noteMove(isPlaying: false) }
      meter?.restart(at: now)
      return restartEstimate(since: since, received: received)
    }
    let begins = isPlaying && new.playback != old?.playback
    if new.playback != old?.playback || new.rate != old?.rate {
      meter?.change(begins: begins, at: now)
    }
    guard let old, let item else { return }
    if new.movingRate != old.movingRate {
      plan.restart()
      estimator.setRate(new.movingRate, since: since, received: received)
    }
    if new.rate != old.rate { shift(from: old.rate, to: new.rate, at: now) }
    if isDescribed { publishDescription(item, at: now) }
    guard let cause else { return }
    // A player that continues after the end of an item has begun it again.
    if stage == .ended, new.playback == .playing { stage = .present }
    guard stage == .present else { return }
    // When it happened is not known well. The next reading shows it, if the player answers, except in a transition
    // between rates. A stall may be the end of the item, of which the report follows.
    let isUnknown = since.duration(to: received) > Self.greatestDelay && estimator.transition == nil
    if cause == .stalled || isUnknown || seek != .none || !estimator.isKnown {
      return hold(cause, at: now)
    }
    move(cause, at: now)
  }
}
