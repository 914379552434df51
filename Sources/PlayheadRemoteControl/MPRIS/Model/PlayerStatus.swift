import PlaybackSession

/// The repetition, as the property `LoopStatus` has it.
enum LoopStatus: String {
  case none = "None"
  case track = "Track"
  case playlist = "Playlist"

  /// Reads the settings of a session.
  init(_ settings: SessionSettings) {
    self =
      settings.fileLoop.isRepeating ? .track : settings.listLoop.isRepeating ? .playlist : .none
  }

  /// The requests that set it.
  var requests: [SessionRequest] {
    [
      .setFileLoop(self == .track ? .endless : .none),
      .setListLoop(self == .playlist ? .endless : .none),
    ]
  }
}

extension Repetition {
  /// Whether playback returns to the start at least once.
  var isRepeating: Bool {
    switch self {
    case .none: false
    case .times(let count): count > 1
    case .endless: true
    }
  }
}

/// The status of playback, as the property `PlaybackStatus` has it.
enum PlaybackStatus: String {
  case playing = "Playing"
  case paused = "Paused"
  case stopped = "Stopped"
}
