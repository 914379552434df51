import PlayheadCore
import PlayheadTimekeeping

/// The effects of time alone.
extension AttachmentMachine {
  /// Corrects the course if it has changed.
  mutating func settle(at now: HostInstant) {
    if !isOver, let loss = plan.loss, loss <= now {
      return lose(.failed("the player does not answer"), at: now)
    }
    meter?.endPatience(at: now)
    if meter != nil, stage == .absent, !isOver { begin(at: now) }
    endPatience(at: now)
    if !isOver, finishPasses(at: now) { return }
    let isNewlySilent = !isOver && plan.noticeSilence(at: now)
    guard isNewlySilent || courseEnd.map({ $0 <= now }) ?? false else { return }
    courseEnd = nil
    correct(at: now)
  }

  /// Returns whether the player must be asked for its position now.
  mutating func beginReading(at now: HostInstant) -> Bool {
    if plan.next == nil { plan.plan(nextReading(after: now)) }
    guard plan.beginCall(at: now) else { return false }
    estimator.willRead(at: now)
    return true
  }

  /// The player could not be asked for its position at an instant. Soon after an event, it is asked again.
  mutating func withdrawReadingCall(at instant: HostInstant) {
    plan.withdrawCall(at: instant)
    if estimator.event?.isSettled == false { estimator.budget.refund() }
  }

  /// Plans the next reading. Returns the next instant when time alone has an effect.
  mutating func nextInstant(after now: HostInstant) -> HostInstant? {
    plan.plan(nextReading(after: now))
    let ends = [courseEnd, pending?.end, plan.next]
    if isOver { return ends.compactMap(\.self).min() }
    let others = [
      plan.silence, plan.loss, meter?.next(isPlaying: isPlaying), meter?.patienceEnd,
    ]
    return (ends + others).compactMap(\.self).min()
  }

  private func nextReading(after now: HostInstant) -> HostInstant? {
    guard !isOver, stage != .ended, item != nil else { return nil }
    // The answer shows that the player is alive.
    if seek.isUnderWay { return plan.laterReading(after: now) }
    // The next pass may begin at any time.
    if isAtPassEnd { return estimator.budget.available(1, from: now) }
    return estimator.nextReading(after: now, bound: bound)
  }
}
