import PlayheadInterprocess
import PlayheadMedia
import PlaybackSession
import PlayheadCore
import PlayheadTimekeeping

/// The state of a session from which properties are read, all of the same instant.
///
/// It is used by one thread.
final class PropertyContext {
  let snapshot: SessionSnapshot
  /// The player, if its file is open.
  let player: Player?
  /// Whether the playhead waits at the target of a seek.
  let isSeeking: Bool
  private let given: PlayheadProgress?
  /// The values that were read, by the names of their properties.
  private var values: [String: MPVNode?] = [:]

  /// Creates a context, with the player if its file is open, and its progress unless another one is given.
  init(
    _ snapshot: SessionSnapshot, player: Player?, isSeeking: Bool, progress: PlayheadProgress? = nil
  ) {
    (self.snapshot, self.player, self.isSeeking) = (snapshot, player, isSeeking)
    given = progress
  }

  /// Returns the value of a property, if it is available. Each is computed once, because a list takes time.
  func value(of property: MPVProperty) -> MPVNode? {
    if let value = values[property.name] { return value }
    let value = property.read(self)
    values[property.name] = .some(value)
    return value
  }

  var settings: SessionSettings { snapshot.settings }

  /// The reading of the playhead; nil if no file is open.
  private(set) lazy var progress: PlayheadProgress? = player.map {
    given ?? $0.currentProgress()
  }

  /// The description of the open file.
  private(set) lazy var info: MediaInfo? = player?.mediaInfo

  /// The location of the current entry.
  var location: String? { snapshot.currentEntry?.location }

  var position: Double? { progress?.position.seconds }

  var duration: Double? { (progress?.duration ?? player?.duration)?.time.seconds }

  /// The rest of the file in seconds of media time.
  var remaining: Double? {
    guard let duration, let position else { return nil }
    return max(duration - position, 0)
  }

  /// Whether the playhead is at the end of the file.
  var isAtEnd: Bool { progress?.fraction == 1 }

  /// Whether the file was played to its end, or the playhead is paused or was moved there; nil without an open file.
  var hasReachedEnd: Bool? {
    progress.map { $0.state == .ended || (isAtEnd && $0.duration?.isExact == true) }
  }

  /// The tracks that are played.
  func track(_ kind: MediaTrack.Kind) -> MediaTrack? {
    info?.timelineTracks.first { $0.kind == kind }
  }

  /// The number of a track among those of its kind, from 1, as mpv counts.
  func number(of track: MediaTrack) -> Int64 {
    let before = info?.tracks.filter { $0.kind == track.kind && $0.index <= track.index }.count
    return Int64(before ?? 0)
  }

  /// The chapters in the order of their starts.
  private(set) lazy var chapters: [PresentedChapter] = player?.chapters ?? []

  /// The index of the chapter at the playhead: -1 before the first one; nil if there are none.
  var chapterIndex: Int? {
    guard let position = progress?.position, !chapters.isEmpty else { return nil }
    return (chapters.lastIndex { $0.position <= position }) ?? -1
  }
}
