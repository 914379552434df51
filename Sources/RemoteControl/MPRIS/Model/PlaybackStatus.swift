/// The status of playback, as the property `PlaybackStatus` has it.
enum PlaybackStatus: String {
  case playing = "Playing"
  case paused = "Paused"
  case stopped = "Stopped"
}
