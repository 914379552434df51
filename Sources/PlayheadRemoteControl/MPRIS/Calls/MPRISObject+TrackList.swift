import PlayheadInterprocess

/// Calls of the interface TrackList. A track that is not in the list makes them have no effect.
extension MPRISObject {
  func carryOutTrackListCall(
    _ call: BusCall, _ reading: SessionReading
  ) throws(BusCallError) -> [BusValue] {
    switch (call.member, call.arguments.first) {
    case ("GetTracksMetadata", .array(_, let paths)):
      return [.array(of: "a{sv}", metadata(of: paths, reading))]
    case ("AddTrack", .text(let uri)):
      guard case .path(let previous) = call.arguments[1],
        case .boolean(let isNext) = call.arguments[2]
      else { return [] }
      try add(uri, after: previous, playing: isNext)
    case ("RemoveTrack", .path(let path)):
      if let index = index(of: path, reading) { try perform(.remove(index: index)) }
    case ("GoTo", .path(let path)):
      if let index = index(of: path, reading) { try perform(.play(index: index)) }
    default: break
    }
    return []
  }

  /// Returns the metadata of tracks, each once, so that the reply is no longer than the list.
  private func metadata(of paths: [BusValue], _ reading: SessionReading) -> [BusValue] {
    var left = Dictionary(
      uniqueKeysWithValues: reading.entries.map { (model.paths.path(of: $0.id), $0) })
    return paths.compactMap { path in
      guard case .path(let path) = path, let entry = left.removeValue(forKey: path) else {
        return nil
      }
      let isCurrent = entry.id == reading.currentEntry?.id
      return .dictionary(model.metadata(of: entry, isCurrent ? reading.details : nil))
    }
  }

  private func add(_ uri: String, after path: String, playing: Bool) throws(BusCallError) {
    let added = try add(uri)
    let reading = playback.reading
    guard let first = added.first,
      let from = reading.entries.firstIndex(where: { $0.id == first.id })
    else { return }
    // After an unknown track means at the end.
    let previous = path == TrackPaths.none ? -1 : index(of: path, reading) ?? from - 1
    let target = previous + 1
    if target < from {
      for offset in added.indices { try perform(.move(from: from + offset, to: target + offset)) }
    }
    if playing { try perform(.play(index: min(target, from))) }
  }

  private func index(of path: String, _ reading: SessionReading) -> Int? {
    reading.entries.firstIndex { model.paths.path(of: $0.id) == path }
  }
}
