import PlayheadMedia
import PlaybackSession
import PlayheadCore
import PlayheadTimekeeping

/// The state of a session and of its player, read at one instant.
struct SessionReading {
  var entries: [PlaylistEntry]
  var currentIndex: Int?
  var settings: SessionSettings
  /// The player of the current entry; nil if there is none.
  var player: Player?
  /// The position of the playhead; zero without a player.
  var position = MediaTime.zero
  /// The details of the current file; nil until it is open.
  var details: TrackDetails?
  /// Whether the current file is open and can seek.
  var isSeekable = false

  /// Reads a session.
  init(_ snapshot: SessionSnapshot) {
    (entries, currentIndex) = (snapshot.entries, snapshot.currentIndex)
    (settings, player) = (snapshot.settings, snapshot.player)
    guard snapshot.currentEntry != nil, let player else {
      self.player = nil
      return
    }
    position = player.currentTime()
    guard let info = player.mediaInfo else { return }
    isSeekable = info.isSeekable
    // Ogg stores the tags of the media in a track. Elsewhere those of a track describe only that.
    details = TrackDetails(
      info.tags.isEmpty ? info.metadata : Metadata(tags: info.tags), duration: player.duration)
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
