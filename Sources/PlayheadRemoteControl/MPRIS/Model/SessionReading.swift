import PlayheadMedia
import PlaybackSession
import PlayheadCore
import PlayheadTimekeeping

/// The state of a session and of its player, read at one instant.
package struct SessionReading {
  package var entries: [PlaylistEntry]
  package var currentIndex: Int?
  package var settings: SessionSettings
  /// The playhead of the current entry; nil if there is none.
  package var playhead: ObjectIdentifier?
  /// The position of the playhead; zero without one.
  package var position = MediaTime.zero
  /// The duration of the current file; nil until it is known.
  package var duration: MediaTime?
  /// The details of the current file; nil until it is open.
  package var details: TrackDetails?
  /// Whether the current file is open and can seek.
  package var isSeekable = false
  /// Whether the program has stopped playback of the current entry.
  package var isStopped = false
  package var abilities: PlayerAbilities

  /// Creates a reading without a playhead.
  package init(
    _ entries: [PlaylistEntry], currentIndex: Int?, _ settings: SessionSettings,
    _ abilities: PlayerAbilities
  ) {
    (self.entries, self.currentIndex) = (entries, currentIndex)
    (self.settings, self.abilities) = (settings, abilities)
  }

  init(_ snapshot: SessionSnapshot) {
    let (entries, index) = (snapshot.entries, snapshot.currentIndex)
    self.init(entries, currentIndex: index, snapshot.settings, PlayerAbilities())
    abilities.canPlay = !entries.isEmpty
    guard currentEntry != nil else { return }
    abilities.canPause = true
    (abilities.canGoNext, abilities.canGoPrevious) = (canMove(by: 1), canMove(by: -1))
    guard let player = snapshot.player else { return }
    playhead = ObjectIdentifier(player)
    position = player.currentTime()
    guard let info = player.mediaInfo else { return }
    isSeekable = info.isSeekable
    duration = player.duration?.time
    // Ogg stores the tags of the media in a track. Elsewhere those of a track describe only that.
    details = TrackDetails(
      info.tags.isEmpty ? info.metadata : Metadata(tags: info.tags), duration: duration)
  }

  /// Returns whether there is an entry before or after the current one.
  private func canMove(by offset: Int) -> Bool {
    guard let currentIndex else { return false }
    return settings.listLoop.isRepeating || entries.indices.contains(currentIndex + offset)
  }

  /// The current entry; nil while the session is idle.
  var currentEntry: PlaylistEntry? {
    currentIndex.flatMap { entries.indices.contains($0) ? entries[$0] : nil }
  }

  /// Whether the current file is open.
  var isOpen: Bool { details != nil }

  /// Whether the object has the interface TrackList: if there are several files.
  var hasTrackList: Bool { entries.count > 1 }
}

/// What clients may do with a player, apart from seeks.
package struct PlayerAbilities: Equatable, Sendable {
  package var identity = "playhead"
  /// Whether the program gets each call, whatever its status is. It opens no files for clients, and does not quit.
  package var decidesItself = false
  package var canPlay = false
  package var canPause = false
  package var canGoNext = false
  package var canGoPrevious = false
  package var rates = Rate.playable

  package init() {}
}
