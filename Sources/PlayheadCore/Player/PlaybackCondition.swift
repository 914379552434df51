import Media
import Timekeeping

/// How a player is, beside where its playhead is: what its publishers of anything but progress
/// tell.
struct PlaybackCondition {
  var state = PlaybackState.idle
  var waitingReason: WaitingReason?
  var rate = Rate.paused
  var duration: MediaDuration?
  /// Set once.
  var info: MediaInfo?
  var bufferedRange = MediaTime.zero..<MediaTime.zero
  var isLikelyToKeepUp = false
  var isBufferEmpty = true
}
