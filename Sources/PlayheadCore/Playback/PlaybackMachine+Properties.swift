import PlayheadTimekeeping

/// The player's properties, and when to publish them.
extension PlaybackMachine {
  /// The least growth of the buffered range that is published by itself: each packet would wake the player.
  private static let bufferingStep = MediaTime.milliseconds(500)

  /// Whether there is anything to publish.
  func hasNews(at now: HostInstant) -> Bool { log.hasNews || hasReadingNews(at: now) }

  /// Whether all media read has been played, but the media continues.
  func isBufferEmpty(at now: HostInstant) -> Bool {
    !phase.isReady || !feed.readAhead.isAtEnd && feed.readAhead.limit <= resumePosition(at: now)
  }

  func keepsUp(at now: HostInstant) -> Bool {
    keepsUp(at: now, isBufferEmpty: isBufferEmpty(at: now))
  }

  private func keepsUp(at now: HostInstant, isBufferEmpty: Bool) -> Bool {
    guard !isBufferEmpty, !phase.isStalled else { return false }
    return log.published.isLikelyToKeepUp
      || canMove(from: resumePosition(at: now), afterStall: true)
  }

  private func hasReadingNews(at now: HostInstant) -> Bool {
    let isEmpty = isBufferEmpty(at: now)
    if isEmpty != log.published.isBufferEmpty { return true }
    if keepsUp(at: now, isBufferEmpty: isEmpty) != log.published.isLikelyToKeepUp { return true }
    if feed.readAhead.knowsEnd, log.published.duration?.isExact != true { return true }
    let (limit, published) = (feed.readAhead.limit, log.published.bufferedRange.upperBound)
    if feed.readAhead.isAtEnd || limit < published { return limit != published }
    return limit >= published.adding(Self.bufferingStep) ?? published
  }

  /// Returns the properties if they differ from those published last.
  mutating func updateProperties(at now: HostInstant) -> PlayerProperties? {
    let isInfoPublished = (feed.opened == nil) == (log.published.info == nil)
    guard
      phase.state != log.published.state || waitingReason != log.published.waitingReason
        || phase.rate != log.published.rate || !isInfoPublished || hasReadingNews(at: now)
    else { return nil }
    let (position, limit) = (position(at: now), feed.readAhead.limit)
    let properties = PlayerProperties(
      state: phase.state, waitingReason: waitingReason, rate: phase.rate,
      duration: feed.opened == nil ? nil : duration(at: position), info: feed.info,
      bufferedRange: min(position, limit)..<limit, isLikelyToKeepUp: keepsUp(at: now),
      isBufferEmpty: isBufferEmpty(at: now))
    log.report(properties)
    return properties
  }

  var waitingReason: WaitingReason? { phase.held?.reason.waitingReason }
}
