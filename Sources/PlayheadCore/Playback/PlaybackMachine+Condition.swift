import Media
import Timekeeping

/// What of the player's condition is told, and when.
extension PlaybackMachine {
  /// By how much more must have been read for that alone to be told: a packet's worth would have
  /// the player wake for each.
  private static let bufferingStep = MediaTime.milliseconds(500)

  /// Whether there is something to tell.
  var hasNews: Bool { hasEvents || hasReadingNews }

  private var hasReadingNews: Bool {
    if readAhead.knowsEnd, condition.duration?.isExact != true { return true }
    let (limit, told) = (readAhead.limit, condition.bufferedRange.upperBound)
    if readAhead.isAtEnd || limit < told { return limit != told }
    return limit >= told.adding(Self.bufferingStep) ?? told
  }

  /// The condition, if it is not what was told last.
  mutating func takeCondition(at now: HostInstant) -> PlaybackCondition? {
    let isInfoTold = (info == nil) == (condition.info == nil)
    guard
      state != condition.state || waitingReason != condition.waitingReason
        || wantedRate != condition.rate || !isInfoTold || hasReadingNews
    else { return nil }
    let (position, limit) = (position(at: now), readAhead.limit)
    condition = PlaybackCondition(
      state: state, waitingReason: waitingReason, rate: wantedRate,
      duration: info == nil ? nil : duration(at: position), info: info,
      bufferedRange: min(position, limit)..<limit)
    return condition
  }

  private var waitingReason: WaitingReason? {
    switch hold {
    case .starting: .starting
    case .seeking: .seeking
    case .stalled: .stalled
    case nil: nil
    }
  }
}
