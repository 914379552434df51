import Glibc
import PlayheadFormatting
import PlayheadListFiles
import PlayheadOutputs

extension PlayOptions {
  /// Refuses to write records or timecode to a file that is played, to one of the playlists, or to a file of cues.
  func checkOutputs(against files: [ListedFile]) throws(UsageError) {
    var places = logs.compactMap { place in
      place.identity.map { (name: "--log \(place.name)", identity: $0) }
    }
    places += timecode.places.compactMap { name, place in
      place.path.flatMap { FileIdentity(path: CommandLine.exactBytes(of: $0)) }
        .map { ("--timecode-out \(name)", $0) }
    }
    if writesToStandardOutput || passesThrough,
      let identity = FileIdentity(descriptor: STDOUT_FILENO)
    {
      places.append(("standard output", identity))
    }
    if places.isEmpty { return }
    for argument in self.files + cues.files + files.map(\.argument) {
      let path = access.media(argument).systemPath
      let found =
        argument == "-"
        ? FileIdentity(descriptor: STDIN_FILENO) : path.flatMap(FileIdentity.init(path:))
      guard let identity = found,
        let place = places.first(where: { $0.identity == identity })
      else { continue }
      let name = CommandLine.readableText(of: argument)
      throw .inputIsOutput(file: name, output: place.name)
    }
  }
}

/// The outputs of records and their formats.
extension PlayOptions {
  /// Whether records or a status line are written to standard output: `--log -` does, even with `--quiet`.
  var writesToStandardOutput: Bool { !isQuiet || logs.contains(.standardOutput) }

  /// The format of records on standard output.
  var standardOutputFormat: Format {
    style.format ?? (logs.contains(.standardOutput) ? .json : .text)
  }

  /// Returns the format of a log: by its extension, or else by `--format`, unless that applies to standard output.
  func format(of log: LogDestination) -> Format {
    log.ownFormat ?? (writesToStandardOutput ? nil : style.format) ?? log.format
  }
}

extension LogDestination {
  /// The identity of the destination, if it is an existing file.
  fileprivate var identity: FileIdentity? {
    switch self {
    case .file(let path): FileIdentity(path: CommandLine.exactBytes(of: path))
    case .descriptor(let number): FileIdentity(descriptor: number)
    case .socket, .standardOutput: nil
    }
  }
}
