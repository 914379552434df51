import PlaybackSession
import PlayheadCore
import PlayheadTimekeeping

/// The state of a session, and of its current file, after a change.
struct PlaybackTracker {
  private(set) var snapshot: SessionSnapshot
  /// Whether the playhead waits at a start or target. No position is reported there, so that each seek is one change.
  private(set) var isSeeking = false
  /// The file that was started last, until it is left.
  private(set) var entry: Int?
  /// The player of the file, while it is open.
  private(set) var player: Player?
  /// When the playhead last arrived at a target. Readings before that are out of date.
  private(set) var arrival: HostInstant?
  /// The positions that `revert-seek` goes back to.
  var marks = SeekMarks()

  init(_ snapshot: SessionSnapshot = SessionSnapshot()) {
    self.snapshot = snapshot
    if let player = snapshot.player, player.status == .readyToPlay {
      (self.player, entry) = (player, snapshot.currentEntry?.id)
    }
  }

  mutating func apply(_ change: SessionChange) {
    snapshot = change.snapshot
    let player = snapshot.player
    switch change.event {
    case .started(let id):
      leave()
      entry = id
    case .ended, .idle, .closing: leave()
    case .loaded: (isSeeking, self.player) = (true, player)
    case .seeking: isSeeking = true
    case .restarted(let progress):
      (isSeeking, arrival, self.player) = (false, progress.hostInstant, self.player ?? player)
    case .listChanged, .settingsChanged: break
    }
  }

  private mutating func leave() {
    (isSeeking, entry, player, marks) = (false, nil, nil, SeekMarks())
  }

  /// Whether a reading of the playhead is reported.
  func isCurrent(_ progress: PlayheadProgress) -> Bool {
    !isSeeking && arrival.map { progress.hostInstant >= $0 } ?? true
  }
}

/// The positions that `revert-seek` goes back to, as in mpv.
struct SeekMarks {
  /// Seeks that follow each other within this time are reverted together.
  private static let pause = Duration.seconds(2)

  /// The position before the last seeks, or the last return.
  private var departure: MediaTime?
  private var lastSeek: HostInstant?
  /// The position that a client has marked.
  private var marked: MediaTime?
  private var isPermanent = false

  /// Records a seek from a position.
  mutating func recordSeek(_ position: MediaTime?, at now: HostInstant?) {
    guard let position, let now else { return }
    if departure == nil || lastSeek.map({ now > $0.advanced(by: Self.pause) }) ?? true {
      departure = position
    }
    lastSeek = now
  }

  /// Marks a position, to which the next return leads, or all returns.
  mutating func mark(_ position: MediaTime, permanently: Bool) {
    (marked, isPermanent) = (position, permanently)
  }

  /// Returns the position to go back to; nil if there is none.
  mutating func revert(from position: MediaTime) -> MediaTime? {
    guard let target = marked ?? departure else { return nil }
    if !isPermanent { (marked, departure) = (nil, position) }
    return target
  }
}
