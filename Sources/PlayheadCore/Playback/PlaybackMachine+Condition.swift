import Media
import Timekeeping

/// What of the player's condition is told, and when.
extension PlaybackMachine {
  /// By how much more must have been read for that alone to be told: a packet's worth would have
  /// the player wake for each.
  private static let bufferingStep = MediaTime.milliseconds(500)

  /// Whether there is something to tell.
  func hasNews(at now: HostInstant) -> Bool { hasEvents || hasReadingNews(at: now) }

  /// Whether the playhead has no media to go on with, though there is more.
  func isBufferEmpty(at now: HostInstant) -> Bool {
    !isReady || !feed.readAhead.isAtEnd && feed.readAhead.limit <= placeToGoOn(at: now)
  }

  func keepsUp(at now: HostInstant) -> Bool {
    guard !isBufferEmpty(at: now), hold != .stalled else { return false }
    return condition.isLikelyToKeepUp || canMove(from: placeToGoOn(at: now), after: .stalled)
  }

  private func hasReadingNews(at now: HostInstant) -> Bool {
    if isBufferEmpty(at: now) != condition.isBufferEmpty { return true }
    if keepsUp(at: now) != condition.isLikelyToKeepUp { return true }
    if feed.readAhead.knowsEnd, condition.duration?.isExact != true { return true }
    let (limit, told) = (feed.readAhead.limit, condition.bufferedRange.upperBound)
    if feed.readAhead.isAtEnd || limit < told { return limit != told }
    return limit >= told.adding(Self.bufferingStep) ?? told
  }

  /// The condition, if it is not what was told last.
  mutating func takeCondition(at now: HostInstant) -> PlaybackCondition? {
    let isInfoTold = (feed.opened == nil) == (condition.info == nil)
    guard
      state != condition.state || waitingReason != condition.waitingReason
        || wantedRate != condition.rate || !isInfoTold || hasReadingNews(at: now)
    else { return nil }
    let (position, limit) = (position(at: now), feed.readAhead.limit)
    condition = PlaybackCondition(
      state: state, waitingReason: waitingReason, rate: wantedRate,
      duration: feed.opened == nil ? nil : duration(at: position), info: feed.info,
      bufferedRange: min(position, limit)..<limit, isLikelyToKeepUp: keepsUp(at: now),
      isBufferEmpty: isBufferEmpty(at: now))
    return condition
  }

  var waitingReason: WaitingReason? {
    switch hold {
    case .starting: .starting
    case .scheduled: .hostInstant
    case .seeking: .seeking
    case .stalled: .stalled
    case nil: nil
    }
  }
}
