import Media
import Timekeeping

/// What of the player's condition is told, and when.
extension PlaybackMachine {
  /// By how much more must have been read for that alone to be told: a packet's worth would have
  /// the player wake for each.
  private static let bufferingStep = MediaTime.milliseconds(500)

  /// Whether there is something to tell.
  var hasNews: Bool { hasEvents || hasBufferingNews }

  private var hasBufferingNews: Bool {
    let (limit, told) = (readAhead.limit, condition.bufferedRange.upperBound)
    if readAhead.isAtEnd || limit < told { return limit != told }
    return limit >= told.adding(Self.bufferingStep) ?? told
  }

  /// The condition, if it is not what was told last.
  mutating func takeCondition(at now: HostInstant) -> PlaybackCondition? {
    let tags = info?.tags ?? []
    guard state != condition.state || tags != condition.tags || hasBufferingNews else { return nil }
    let limit = readAhead.limit
    condition = PlaybackCondition(
      state: state, tags: tags, bufferedRange: min(position(at: now), limit)..<limit)
    return condition
  }
}
