import PlayheadCore
import PlayheadTimekeeping

/// What the facts mean for the playhead.
extension PlayerFacts {
  /// The rate at which the playhead moves now.
  var movingRate: Rate { playback == .playing && !isStill ? rate : .paused }

  /// The rate at which the playhead moves, or will move when it no longer waits.
  var chosenRate: Rate { playback == .playing || playback == .waiting ? rate : .paused }

  var state: PlaybackState {
    switch playback {
    case .stopped, .paused: .paused
    case .playing: .playing
    case .waiting: .stalled
    }
  }

  /// The discontinuity between the facts before and these; nil if there is none.
  func cause(after old: PlayerFacts) -> ProgressCause? {
    switch (old.state, state) {
    case (.paused, .paused): nil
    case (.paused, _): .started
    case (_, .paused): .paused
    case (.playing, .stalled): .stalled
    case (.stalled, .playing): .resumed
    default: rate == old.rate ? nil : .rateChanged
    }
  }
}
