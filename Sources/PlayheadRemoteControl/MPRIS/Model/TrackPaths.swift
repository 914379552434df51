/// The identities of tracks: an object path for each play of an entry of the list.
///
/// A path contains the entry's number and the number of its play. An entry that was not played yet
/// has the path of its first play.
struct TrackPaths {
  /// The path for no track, as the specification defines it.
  static let none = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

  private var playCounts: [Int: Int] = [:]

  /// The number of entries that were played.
  var count: Int { playCounts.count }

  /// Records that an entry is played from its start.
  mutating func addPlay(of id: Int) {
    playCounts[id, default: 0] += 1
  }

  /// Returns the path of an entry's last play, or of its first if it was not played yet.
  func path(of id: Int) -> String { "/playhead/track/\(id)/\(max(playCounts[id] ?? 0, 1))" }

  /// Forgets the entries that are no longer in the list.
  mutating func keepOnly(_ ids: Set<Int>) {
    playCounts = playCounts.filter { ids.contains($0.key) }
  }
}
