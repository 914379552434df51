import Glibc

/// Puts the entries of playlists in their places.
///
/// A playlist is a regular file of that name which is none of HLS. Its entries are local files in
/// its folder or below, and what else `--protocols` allows. What is wrong with one becomes a file
/// that cannot be played, in its place. All is bounded: how deep playlists name others, their bytes
/// and their entries in all.
struct PlaylistExpansion {
  static let greatestDepth = 8
  /// Of all playlists.
  static let greatestEntryCount = 100_000
  /// Of all playlists: 16 MiB.
  static let greatestByteCount = 16 << 20

  private let access: MediaAccess
  private var files: [ListedFile] = []
  private var entryCount = 0
  private var byteCount = 0

  private init(_ access: MediaAccess) {
    self.access = access
  }

  /// What these arguments of the command line name.
  static func files(_ arguments: [String], access: MediaAccess) -> [ListedFile] {
    var expansion = PlaylistExpansion(access)
    for argument in arguments {
      _ = expansion.append(ListedFile(argument: argument), within: [])
    }
    return expansion.files
  }

  /// False once there is too much of it.
  private mutating func append(_ file: ListedFile, within parents: [FileIdentity]) -> Bool {
    let path = CommandLine.exactBytes(of: file.argument)
    guard file.refusal == nil, Playlist.isName(path), let (bytes, identity) = read(path) else {
      files.append(file)
      return true
    }
    func refuse(_ reason: String, goesOn: Bool = true) -> Bool {
      files.append(
        ListedFile(argument: file.argument, refusal: reason))
      return goesOn
    }
    if parents.contains(identity) { return refuse("the playlist names itself") }
    if parents.count == PlaylistExpansion.greatestDepth {
      return refuse("playlists in more than \(PlaylistExpansion.greatestDepth) playlists")
    }
    byteCount += bytes.count
    guard byteCount <= PlaylistExpansion.greatestByteCount else {
      return refuse("the playlists have more than 16 MiB", goesOn: false)
    }
    if bytes.contains(0) { return refuse("it is no playlist: there are zero bytes in it") }
    guard let playlist = Playlist(bytes) else {
      files.append(file)
      return true
    }
    if playlist.entries.isEmpty { return refuse("it is a playlist without entries") }
    entryCount += playlist.entries.count
    guard entryCount <= PlaylistExpansion.greatestEntryCount else {
      return refuse(
        "the playlists have more than \(PlaylistExpansion.greatestEntryCount) entries",
        goesOn: false)
    }
    for entry in listed(playlist, in: file) where !append(entry, within: parents + [identity]) {
      return false
    }
    return true
  }

  /// The entries as files, those that the playlist may not name refused.
  private func listed(_ playlist: Playlist, in file: ListedFile) -> [ListedFile] {
    let path = CommandLine.exactBytes(of: file.argument)
    let folder = path.prefix(through: path.lastIndex(of: UInt8(ascii: "/")) ?? -1)
    let locations = playlist.entries.map { $0.place(in: folder) }
    let refusals = access.media(file.argument).refusals(
      ofReferencesTo: locations.map { $0.isURL ? $0.bytes : Array("file:".utf8) + $0.bytes })
    return zip(playlist.entries, zip(locations, refusals)).map { entry, place in
      ListedFile(
        argument: CommandLine.exactText(place.0.bytes), title: entry.title,
        refusal: place.1.map {
          "\(file.name) refers to it, \($0); --protocols allows more"
        })
    }
  }

  /// Nil where there is no such regular file, or it cannot be read: opening it as a medium says
  /// why.
  private func read(_ path: [UInt8]) -> (bytes: [UInt8], FileIdentity)? {
    let descriptor = open(path.cString, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let identity = FileIdentity(status)
    else { return nil }
    // One more than is allowed or told, so that it is seen that there is more.
    let limit = PlaylistExpansion.greatestByteCount - byteCount
    var bytes = [UInt8](repeating: 0, count: min(max(Int(status.st_size), 4_096), limit) + 1)
    var length = 0
    while length < bytes.count {
      let count = bytes[length...].withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      length += count
    }
    return (Array(bytes[..<length]), identity)
  }
}
