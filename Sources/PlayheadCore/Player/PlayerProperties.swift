import PlayheadMedia
import PlayheadTimekeeping

/// The values that a player's publishers publish, except progress, frames and the status.
struct PlayerProperties {
  var state = PlaybackState.idle
  var waitingReason: WaitingReason?
  var rate = Rate.paused
  var duration: MediaDuration?
  /// Set only once, when the media is open.
  var info: MediaInfo?
  var bufferedRange = MediaTime.zero..<MediaTime.zero
  var isLikelyToKeepUp = false
  var isBufferEmpty = true

  var timeControlStatus: TimeControlStatus {
    if let waitingReason { return .waitingToPlayAtSpecifiedRate(waitingReason) }
    return state == .playing ? .playing : .paused
  }
}
