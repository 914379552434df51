import Glibc

extension PlayOptions {
  /// Refuses to write records to what is played, or to a playlist of it.
  func checkPlaces(against files: [ListedFile]) throws(UsageError) {
    var places = logs.compactMap { place in
      place.identity.map { (name: "--log \(place.name)", identity: $0) }
    }
    if writesToStandardOutput, let identity = FileIdentity(descriptor: STDOUT_FILENO) {
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

/// Which formats are written where.
extension PlayOptions {
  /// Whether standard output gets records, or a terminal's line: `--log -` asks for records even
  /// with `--quiet`.
  var writesToStandardOutput: Bool { !isQuiet || logs.contains(.standardOutput) }

  /// The format of records on standard output.
  var standardOutputFormat: Format {
    format ?? (logs.contains(.standardOutput) ? .json : .text)
  }

  /// The format of a log: that of the file's ending; of others `--format`, if standard output does
  /// not have it.
  func format(of log: LogPlace) -> Format {
    log.ownFormat ?? (writesToStandardOutput ? nil : format) ?? log.format
  }
}

extension LogPlace {
  /// Which file it is, where it is one that exists.
  fileprivate var identity: FileIdentity? {
    switch self {
    case .file(let path): FileIdentity(path: CommandLine.exactBytes(of: path))
    case .descriptor(let number): FileIdentity(descriptor: number)
    case .socket, .standardOutput: nil
    }
  }
}
