import PlayheadCore
import Timekeeping

/// What the events of a session say about the current file.
struct PlaybackTracker {
  /// Whether the playhead waits at the start of the file, or at the target of a seek. Its position is
  /// not reported then, so that each seek is one change.
  private(set) var isSeeking = false
  /// The player of the file, while it is open.
  private(set) var player: Player?
  /// When the playhead last arrived at a target. Readings before that are out of date.
  private(set) var arrival: HostInstant?
  /// The position that `revert-seek` goes back to.
  var revertPosition: MediaTime?

  /// Creates a tracker.
  ///
  /// - Parameter player: The player, if its file is open.
  init(_ player: Player? = nil) {
    self.player = player
  }

  mutating func apply(_ event: SessionEvent, _ player: Player?) {
    switch event {
    case .started, .ended, .idle, .closing:
      (isSeeking, self.player, revertPosition) = (false, nil, nil)
    case .loaded: (isSeeking, self.player) = (true, player)
    case .seeking: isSeeking = true
    case .restarted(let progress): (isSeeking, arrival) = (false, progress.hostInstant)
    case .listChanged, .settingsChanged: break
    }
  }

  /// Whether a reading of the playhead is reported.
  func isCurrent(_ progress: PlayheadProgress) -> Bool {
    !isSeeking && arrival.map { progress.hostInstant >= $0 } ?? true
  }
}
