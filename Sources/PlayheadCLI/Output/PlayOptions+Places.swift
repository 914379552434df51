import Glibc

extension PlayOptions {
  /// Refuses to write records to what is played, or to a playlist of it.
  func checkPlaces(against files: [ListedFile]) throws(UsageError) {
    var places = logs.compactMap { place in
      place.identity.map { (name: "--log \(place.name)", identity: $0) }
    }
    if !isQuiet, let identity = FileIdentity(descriptor: STDOUT_FILENO) {
      places.append(("standard output", identity))
    }
    if places.isEmpty { return }
    for argument in self.files + files.map(\.argument) {
      guard let path = access.media(argument).systemPath,
        let identity = FileIdentity(path: path),
        let place = places.first(where: { $0.identity == identity })
      else { continue }
      let name = CommandLine.readableText(of: argument)
      throw UsageError("\(place.name) would write into \(name), which is to be played")
    }
  }
}

extension LogPlace {
  /// Which file it is, where it is one that exists.
  fileprivate var identity: FileIdentity? {
    switch self {
    case .file(let path): FileIdentity(path: CommandLine.exactBytes(of: path))
    case .descriptor(let number): FileIdentity(descriptor: number)
    case .socket: nil
    }
  }
}
