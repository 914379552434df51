import PlayheadInterprocess
import PlaybackSession

/// The commands of the list of files.
extension CommandRunner {
  /// Carries out a command of the list, and returns the data of the reply.
  func changeList(_ request: CommandRequest) throws(MPVError) -> MPVNode {
    switch request.name {
    case "loadfile": return try load(request, isList: false)
    case "loadlist": return try load(request, isList: true)
    case "playlist-next": try move(.next, isForced: request.text(0) == "force")
    case "playlist-prev": try move(.previous, isForced: request.text(0) == "force")
    case "playlist-play-index": try play(request[0])
    case "playlist-clear": try perform(.clear)
    case "playlist-remove": try perform(.remove(index: try index(request[0])))
    case "playlist-move":
      try perform(.move(from: Int(request[0]?.int ?? 0), to: end(request[1]?.int ?? 0)))
    case "playlist-shuffle": try perform(.reorder(session.snapshot.entries.map(\.id).shuffled()))
    case "playlist-unshuffle": try perform(.reorder(session.snapshot.entries.map(\.id).sorted()))
    default: throw .command
    }
    return .null
  }

  /// Plays the entry beside the current one. If there is none, a forced request stops playback.
  private func move(_ request: SessionRequest, isForced: Bool) throws(MPVError) {
    guard isForced else { return try perform(request) }
    do throws(SessionRefusal) {
      try session.perform(request)
    } catch {
      try perform(.stop(keepsList: true))
    }
  }

  /// Plays the entry at an index. Without such an entry, playback stops.
  private func play(_ node: MPVNode?) throws(MPVError) {
    let entries = session.snapshot.entries
    let index = node?.string == "none" ? nil : try? index(node)
    guard let index, entries.indices.contains(index) else {
      return try perform(.stop(keepsList: true))
    }
    try perform(.play(index: index))
  }

  private func index(_ node: MPVNode?) throws(MPVError) -> Int {
    if let number = node?.int { return Int(number) }
    guard let index = session.snapshot.currentIndex else { throw .command }
    return index
  }

  /// Returns the index before which an entry is moved: the number of entries if there is no such entry.
  private func end(_ index: Int64) -> Int {
    let count = session.snapshot.entries.count
    return Int(exactly: index).flatMap { (0..<count).contains($0) ? $0 : nil } ?? count
  }

  private func load(_ request: CommandRequest, isList: Bool) throws(MPVError) -> MPVNode {
    // Options of one file are not supported; to ignore them would play it in another way.
    if let options = request[2], ![.string(""), .object([]), .array([])].contains(options) {
      throw .command
    }
    let place: LoadMode =
      switch request.text(1) {
      case "append": .append
      case "append-play": .appendAndPlay
      default: .replace
      }
    let before = session.snapshot.lastID
    let location = request.text(0)
    try perform(isList ? .loadList(location, place) : .load([location], place))
    // New entries are at the end.
    let added = session.snapshot.entries.reversed().prefix { $0.id > before }.map(\.id)
    var members: [MPVNode.Member] = []
    if let first = added.min() { members.append(.init("playlist_entry_id", .int(Int64(first)))) }
    if isList { members.append(.init("num_entries", .int(Int64(added.count)))) }
    return members.isEmpty ? .null : .object(members)
  }
}

extension SessionSnapshot {
  /// The greatest identity of an entry until now.
  fileprivate var lastID: Int { greatestID ?? entries.lazy.map(\.id).max() ?? 0 }
}
