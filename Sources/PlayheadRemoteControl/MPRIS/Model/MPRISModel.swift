import PlayheadInterprocess
import PlayheadMedia
import PlaybackSession
import PlayheadTimekeeping

/// The properties of MPRIS for a session, and the signals that announce their changes.
///
/// Values are calculated from a reading of the session whenever they are needed. The model stores
/// only the values that were announced.
package struct MPRISModel {
  /// An event of the session or of its player.
  package enum Input: Sendable {
    /// An entry is played from its start.
    case started(id: Int)
    /// The position of a playhead, from which it moves on or where it rests. It is announced after a jump,
    /// and if clients compute another one.
    case position(MediaTime, at: HostInstant, isJump: Bool, of: ObjectIdentifier)
    /// Any change that a reading of the session shows.
    case other
  }

  /// The values that were announced.
  private struct Announced {
    var properties: [String: [String: BusValue]]
    /// The tracks of the interface TrackList; empty if the object does not have it.
    var tracks: [PlaylistEntry]
    var currentPath: String?
  }

  var paths = TrackPaths()
  /// The details of the files of the list that were opened.
  private var details: [Int: TrackDetails] = [:]
  /// Whether playback was stopped by a client: paused at its start.
  var isStopRequested = false
  /// The bytes of the directory of relative paths.
  private let directory: [UInt8]
  private var announced: Announced?
  /// The entries whose metadata has changed, each with the path by which clients know it.
  private var changedTracks: [Int: String] = [:]
  private var clientClock: ClientClock

  /// Creates a model whose clients know nothing yet.
  init(directory: [UInt8], at instant: HostInstant) {
    self.directory = directory
    clientClock = ClientClock(at: instant)
  }

  /// Applies the events since the last call, and returns the signals for clients. The session was read after them.
  mutating func update(
    _ inputs: [Input], _ session: SessionReading, at now: HostInstant
  ) -> [BusSignal] {
    for case .started(let id) in inputs {
      recordChange(of: id)
      paths.addPlay(of: id)
      isStopRequested = false
    }
    if !session.settings.isPaused { isStopRequested = false }
    if let id = session.currentEntry?.id, let found = session.details, details[id] != found {
      recordChange(of: id)
      details[id] = found
    }
    forgetRemovedEntries(session.entries)
    return announceProperties(session, at: now) + inputs.flatMap { announce($0, session) }
  }

  /// The metadata of an entry, with newer details than the model's, if given.
  func metadata(of entry: PlaylistEntry, _ known: TrackDetails? = nil) -> [String: BusValue] {
    let details = known ?? details[entry.id]
    var fields = details?.fields ?? [:]
    fields["mpris:trackid"] = .path(paths.path(of: entry.id))
    if let length = details?.length { fields["mpris:length"] = .int64(length) }
    if let url = FileURL.url(of: entry.location, in: directory) { fields["xesam:url"] = .text(url) }
    if fields["xesam:title"] == nil {
      fields["xesam:title"] = .text(TrackDetails.limited(entry.title ?? entry.lastPathComponent))
    }
    return fields
  }

  /// Forgets removed entries, from time to time.
  private mutating func forgetRemovedEntries(_ entries: [PlaylistEntry]) {
    guard max(details.count, paths.count) > 2 * entries.count + 16 else { return }
    let ids = Set(entries.map(\.id))
    details = details.filter { ids.contains($0.key) }
    paths.keepOnly(ids)
  }

  private mutating func recordChange(of id: Int) {
    if changedTracks[id] == nil { changedTracks[id] = paths.path(of: id) }
  }

  private mutating func announceProperties(
    _ session: SessionReading, at now: HostInstant
  ) -> [BusSignal] {
    let properties = properties(of: session)
    let new = Announced(
      properties: properties, tracks: session.hasTrackList ? session.entries : [],
      currentPath: session.currentEntry.map { paths.path(of: $0.id) })
    let (known, changedTracks) = (announced, changedTracks)
    (announced, self.changedTracks) = (new, [:])
    if new.currentPath != known?.currentPath { clientClock.set(to: .zero, at: now) }
    clientClock.setMoving(
      properties[BusInterface.player.name]?["PlaybackStatus"] == .text("Playing"), at: now)
    guard let known else { return [] }
    let changes = properties.sorted { $0.key < $1.key }.compactMap { interface, values in
      let changed = values.filter { known.properties[interface]?[$0.key] != $0.value }
      return changed.isEmpty ? nil : propertiesChanged(interface, changed)
    }
    return changes + trackListSignals(from: known.tracks, to: new, changedTracks)
  }

  private func trackListSignals(
    from known: [PlaylistEntry], to new: Announced, _ changed: [Int: String]
  ) -> [BusSignal] {
    let renewed = changed.sorted { $0.key < $1.key }.compactMap { id, path in
      known.first { $0.id == id }.map { entry in
        BusSignal(
          BusInterface.trackList.name, "TrackMetadataChanged", .path(path),
          .dictionary(metadata(of: entry)))
      }
    }
    let isSameList = known == new.tracks
    let moves =
      isSameList
      ? []
      : TrackListChange(from: known, to: new.tracks).signals(
        path: paths.path, metadata: { metadata(of: $0) }, current: new.currentPath)
    let isRenamed = changed.contains { id, path in paths.path(of: id) != path }
    guard !moves.isEmpty || (isRenamed && !renewed.isEmpty) else { return renewed }
    return renewed + moves
      + [propertiesChanged(BusInterface.trackList.name, [:], invalidating: ["Tracks"])]
  }

  private func propertiesChanged(
    _ interface: String, _ values: [String: BusValue], invalidating names: [String] = []
  ) -> BusSignal {
    BusSignal(
      BusInterface.properties.name, "PropertiesChanged", .text(interface), .dictionary(values),
      .texts(names))
  }

  /// Announces a new position if clients cannot calculate it.
  private mutating func announce(_ input: Input, _ session: SessionReading) -> [BusSignal] {
    guard case .position(let position, let instant, let isJump, let playhead) = input,
      session.playhead == playhead,
      isJump || clientClock.isWrong(about: position, at: instant)
    else { return [] }
    clientClock.set(to: position, at: instant)
    return [BusSignal(BusInterface.player.name, "Seeked", .int64(position.microseconds))]
  }
}

extension PlaylistEntry {
  /// The name of the file without its directory, as text to display.
  fileprivate var lastPathComponent: String {
    let bytes = ExactText.bytes(of: location)
    let name = bytes.split(separator: UInt8(ascii: "/")).last ?? []
    return String(decoding: name, as: UTF8.self)
  }
}
