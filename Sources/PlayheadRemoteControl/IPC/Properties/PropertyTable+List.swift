import PlayheadInterprocess

/// Properties of the list of files.
extension PropertyTable {
  private static let listTriggers: PropertyTriggers = [.list, .file]

  static let list: [MPVProperty] = [
    MPVProperty("playlist", listTriggers, keys: ["filename", "current", "playing", "title", "id"]) {
      context in
      .array(
        context.snapshot.entries.enumerated().map { index, entry in
          var members = [MPVNode.Member("filename", .string(entry.location))]
          if index == context.snapshot.currentIndex {
            members += [.init("current", .bool(true)), .init("playing", .bool(true))]
          }
          if let title = entry.title { members.append(.init("title", .plain(title))) }
          members.append(.init("id", .int(Int64(entry.id))))
          return .object(members)
        })
    },
    MPVProperty("playlist-count", listTriggers) { .int(Int64($0.snapshot.entries.count)) },
    index("playlist-pos", first: 0, isSettable: true),
    index("playlist-pos-1", first: 1, isSettable: true),
    index("playlist-current-pos", first: 0, isSettable: true),
    index("playlist-playing-pos", first: 0, isSettable: false),
  ]

  /// A property for the index of the current entry: -1 if there is none.
  private static func index(_ name: String, first: Int, isSettable: Bool) -> MPVProperty {
    var setting = PropertySetting(.whole(Int64(Int32.min)...Int64(Int32.max))) {
      value, context in
      let index = Int(value.int ?? 0) - first
      return context.snapshot.entries.indices.contains(index)
        ? .play(index: index) : .stop(keepsList: true)
    }
    // As in mpv, a list of one entry has no limits.
    setting.limits = { context in
      let count = Int64(context.snapshot.entries.count)
      return count > 1 ? Int64(first)...(count - 1 + Int64(first)) : nil
    }
    return MPVProperty(name, listTriggers, setting: isSettable ? setting : nil) { context in
      .int(context.snapshot.currentIndex.map { Int64($0 + first) } ?? -1)
    }
  }
}
