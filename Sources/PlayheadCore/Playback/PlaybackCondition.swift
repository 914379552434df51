import Media
import Timekeeping

/// How a player is, beside where its playhead is: what its publishers of state, tags and buffered
/// range tell.
struct PlaybackCondition {
  var state = PlaybackState.idle
  var tags: [Tag] = []
  var bufferedRange = MediaTime.zero..<MediaTime.zero
}
