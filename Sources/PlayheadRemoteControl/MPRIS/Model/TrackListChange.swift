import PlayheadInterprocess
import PlaybackSession

/// The difference between two lists of tracks.
struct TrackListChange {
  private enum Change {
    case removed(PlaylistEntry)
    /// An entry was added after another one, or at the start.
    case added(PlaylistEntry, after: PlaylistEntry?)
  }

  /// The greatest number of changes that are announced one by one.
  private static let mostChanges = 16

  /// Nil if the list was replaced.
  private var changes: [Change]? = []
  private let new: [PlaylistEntry]

  init(from old: [PlaylistEntry], to new: [PlaylistEntry]) {
    self.new = new
    // A comparison of whole lists would take long if they are.
    let start = zip(old, new).prefix { $0.id == $1.id }.count
    let (oldRest, newRest) = (old[start...], new[start...])
    let end = zip(oldRest.reversed(), newRest.reversed()).prefix { $0.id == $1.id }.count
    let (removals, additions) = (oldRest.dropLast(end), newRest.dropLast(end))
    guard !old.isEmpty, !new.isEmpty, max(removals.count, additions.count) <= Self.mostChanges
    else {
      changes = nil
      return
    }
    let difference = additions.map(\.id).difference(from: removals.map(\.id))
    changes =
      difference.removals.map { .removed(removals[removals.startIndex + $0.offset]) }
      + difference.insertions.map { change in
        let index = additions.startIndex + change.offset
        return .added(new[index], after: index > 0 ? new[index - 1] : nil)
      }
  }

  /// Returns the signals that inform clients, with the paths of tracks and of the current one, if any.
  func signals(
    path: (Int) -> String, metadata: (PlaylistEntry) -> [String: BusValue], current: String?
  ) -> [BusSignal] {
    let interface = BusInterface.trackList.name
    // Without tracks there is no list any more that could change.
    if new.isEmpty { return [] }
    guard let changes else {
      return [
        BusSignal(
          interface, "TrackListReplaced", .paths(new.map { path($0.id) }),
          .path(current ?? TrackPaths.none))
      ]
    }
    return changes.map { change in
      switch change {
      case .removed(let entry):
        BusSignal(interface, "TrackRemoved", .path(path(entry.id)))
      case .added(let entry, let previous):
        BusSignal(
          interface, "TrackAdded", .dictionary(metadata(entry)),
          .path(previous.map { path($0.id) } ?? TrackPaths.none))
      }
    }
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
