import Media
import Timekeeping

/// The player's condition, and when to publish it.
extension PlaybackMachine {
  /// The least growth of the buffered range that is published by itself. Publishing each packet would
  /// wake the player for each.
  private static let bufferingStep = MediaTime.milliseconds(500)

  /// Whether there is anything to publish.
  func hasNews(at now: HostInstant) -> Bool { log.hasNews || hasReadingNews(at: now) }

  /// Whether all media read has been played, but the media continues.
  func isBufferEmpty(at now: HostInstant) -> Bool {
    !phase.isReady || !feed.readAhead.isAtEnd && feed.readAhead.limit <= resumePosition(at: now)
  }

  func keepsUp(at now: HostInstant) -> Bool {
    guard !isBufferEmpty(at: now), !phase.isStalled else { return false }
    return log.condition.isLikelyToKeepUp
      || canMove(from: resumePosition(at: now), afterStall: true)
  }

  private func hasReadingNews(at now: HostInstant) -> Bool {
    if isBufferEmpty(at: now) != log.condition.isBufferEmpty { return true }
    if keepsUp(at: now) != log.condition.isLikelyToKeepUp { return true }
    if feed.readAhead.knowsEnd, log.condition.duration?.isExact != true { return true }
    let (limit, published) = (feed.readAhead.limit, log.condition.bufferedRange.upperBound)
    if feed.readAhead.isAtEnd || limit < published { return limit != published }
    return limit >= published.adding(Self.bufferingStep) ?? published
  }

  /// Returns the condition if it differs from the one published last.
  mutating func takeCondition(at now: HostInstant) -> PlaybackCondition? {
    let isInfoPublished = (feed.opened == nil) == (log.condition.info == nil)
    guard
      phase.state != log.condition.state || waitingReason != log.condition.waitingReason
        || phase.rate != log.condition.rate || !isInfoPublished || hasReadingNews(at: now)
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
