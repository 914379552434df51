import Media
import Timekeeping

/// What of the player's condition is told, and when.
extension PlaybackMachine {
  /// By how much more must have been read for that alone to be told: a packet's worth would have
  /// the player wake for each.
  private static let bufferingStep = MediaTime.milliseconds(500)

  /// Whether there is something to tell.
  func hasNews(at now: HostInstant) -> Bool { log.hasNews || hasReadingNews(at: now) }

  /// Whether the playhead has no media to go on with, though there is more.
  func isBufferEmpty(at now: HostInstant) -> Bool {
    !phase.isReady || !feed.readAhead.isAtEnd && feed.readAhead.limit <= placeToGoOn(at: now)
  }

  func keepsUp(at now: HostInstant) -> Bool {
    guard !isBufferEmpty(at: now), !phase.isStalled else { return false }
    return log.condition.isLikelyToKeepUp || canMove(from: placeToGoOn(at: now), afterStall: true)
  }

  private func hasReadingNews(at now: HostInstant) -> Bool {
    if isBufferEmpty(at: now) != log.condition.isBufferEmpty { return true }
    if keepsUp(at: now) != log.condition.isLikelyToKeepUp { return true }
    if feed.readAhead.knowsEnd, log.condition.duration?.isExact != true { return true }
    let (limit, told) = (feed.readAhead.limit, log.condition.bufferedRange.upperBound)
    if feed.readAhead.isAtEnd || limit < told { return limit != told }
    return limit >= told.adding(Self.bufferingStep) ?? told
  }

  /// The condition, if it is not what was told last.
  mutating func takeCondition(at now: HostInstant) -> PlaybackCondition? {
    let isInfoTold = (feed.opened == nil) == (log.condition.info == nil)
    guard
      phase.state != log.condition.state || waitingReason != log.condition.waitingReason
        || phase.rate != log.condition.rate || !isInfoTold || hasReadingNews(at: now)
    else { return nil }
    let (position, limit) = (position(at: now), feed.readAhead.limit)
    let condition = PlaybackCondition(
      state: phase.state, waitingReason: waitingReason, rate: phase.rate,
      duration: feed.opened == nil ? nil : duration(at: position), info: feed.info,
      bufferedRange: min(position, limit)..<limit, isLikelyToKeepUp: keepsUp(at: now),
      isBufferEmpty: isBufferEmpty(at: now))
    log.report(condition)
    return condition
  }

  var waitingReason: WaitingReason? { phase.held?.reason.waitingReason }
}
