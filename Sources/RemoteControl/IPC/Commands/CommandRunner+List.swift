/// The commands of the list of files.
extension CommandRunner {
  /// Carries out a command of the list.
  ///
  /// - Returns: The data of the reply.
  func changeList(_ request: CommandRequest) throws(MPVError) -> MPVNode {
    switch request.name {
    case "loadfile": return try load(request, isList: false)
    case "loadlist": return try load(request, isList: true)
    case "playlist-next": try perform(.next(orStop: request.text(0) == "force"))
    case "playlist-prev": try perform(.previous)
    case "playlist-play-index":
      try perform(.play(index: try index(request[0], current: "current")))
    case "playlist-clear": try perform(.clear)
    case "playlist-remove": try perform(.remove(index: try index(request[0], current: "current")))
    case "playlist-move":
      try perform(.move(from: Int(request[0]?.int ?? 0), to: try end(request[1])))
    case "playlist-shuffle": try reorder { $0.shuffled() }
    case "playlist-unshuffle": try reorder { $0.sorted() }
    default: throw .command
    }
    return .null
  }

  private func index(_ node: MPVNode?, current: String) throws(MPVError) -> Int {
    if let number = node?.int { return Int(number) }
    guard node == nil || node?.string == current, let index = session.snapshot.currentIndex else {
      throw .command
    }
    return index
  }

  /// Returns the index before which an entry is moved: at most the number of entries.
  private func end(_ node: MPVNode?) throws(MPVError) -> Int {
    guard let index = node?.int, index >= 0 else { throw .command }
    return min(Int(index), session.snapshot.entries.count)
  }

  private func load(_ request: CommandRequest, isList: Bool) throws(MPVError) -> MPVNode {
    // Options of one file are not supported; to ignore them would play it in another way.
    if let options = request[2], ![.string(""), .object([]), .array([])].contains(options) {
      throw .command
    }
    let place: LoadPlace =
      switch request.text(1) {
      case "append": .append
      case "append-play": .appendAndPlay
      default: .replace
      }
    let before = session.snapshot.entries.map(\.id).max() ?? 0
    try perform(.load([request.text(0)], place))
    let added = session.snapshot.entries.map(\.id).filter { $0 > before }
    var members: [MPVNode.Member] = []
    if let first = added.min() { members.append(.init("playlist_entry_id", .int(Int64(first)))) }
    if isList { members.append(.init("num_entries", .int(Int64(added.count)))) }
    return members.isEmpty ? .null : .object(members)
  }

  /// Moves the entries into another order of their identities.
  private func reorder(_ order: ([Int]) -> [Int]) throws(MPVError) {
    let wanted = order(session.snapshot.entries.map(\.id))
    for (place, id) in wanted.enumerated() {
      let entries = session.snapshot.entries
      guard let index = entries.firstIndex(where: { $0.id == id }), index != place else { continue }
      try perform(.move(from: index, to: index < place ? place + 1 : place))
    }
  }
}
