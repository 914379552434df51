import Glibc
import PlayheadArguments
import PlayheadFormatting
import PlayheadOutputs

/// Replaces list files by their entries, and folders by the media in them.
///
/// A list file is a regular file with the extension `.m3u`, `.m3u8` or `.pls`; HLS manifests are media and not
/// expanded. Entries may be local files in the folder of the list file and below, and whatever `--protocols` allows. A
/// refused entry remains in the list as a file that cannot be played. The depth of nested list files and folders, the
/// total size of list files and the total number of entries are limited.
package struct ListFileExpansion {
  static let greatestDepth = 8
  static let greatestFolderDepth = 32
  /// The limit for all list files and folders together.
  static let greatestEntryCount = 100_000
  /// The limit for all list files together: 16 MiB.
  static let greatestByteCount = 16 << 20

  private let access: MediaAccess
  private let folders: MediaFolder.Choice
  private var files: [ListedFile] = []
  private var entryCount = 0
  private var byteCount = 0

  private init(_ access: MediaAccess, _ folders: MediaFolder.Choice = .none) {
    (self.access, self.folders) = (access, folders)
  }

  /// Returns the files that arguments of the command line name.
  package static func files(
    _ arguments: [String], access: MediaAccess, folders: MediaFolder.Choice = .none
  ) -> [ListedFile] {
    var expansion = ListFileExpansion(access, folders)
    for argument in arguments {
      _ = expansion.append(ListedFile(argument: argument), within: [])
    }
    return expansion.files
  }

  /// Returns the entries of a list file, whatever its name is. Throws why it is none.
  package static func entries(
    ofList argument: String, access: MediaAccess
  ) throws(FileFailure) -> [ListedFile] {
    var expansion = ListFileExpansion(access)
    _ = expansion.append(ListedFile(argument: argument), within: [], isList: true)
    guard let file = expansion.files.first, file.argument == argument else {
      return expansion.files
    }
    if let refusal = file.refusal { throw FileFailure(file.name, refusal) }
    if Glibc.access(expansion.path(of: argument).cString, R_OK) != 0 {
      throw FileFailure(file.name, SystemFailure(code: errno))
    }
    throw FileFailure(file.name, FileMessage.notPlaylist)
  }

  /// Returns the path that an argument names; a URL as it is.
  private func path(of argument: String) -> [UInt8] {
    let bytes = CommandLine.exactBytes(of: argument)
    // Only a URL, even one of a file, has a colon.
    return bytes.contains(UInt8(ascii: ":")) ? access.media(argument).systemPath ?? bytes : bytes
  }

  /// Appends a file or the entries of a list file. Returns false if a limit is exceeded.
  private mutating func append(
    _ file: ListedFile, within parents: [FileIdentity], isList: Bool = false
  ) -> Bool {
    let path = path(of: file.argument)
    if file.refusal == nil, folders != .none, parents.isEmpty, !isList,
      FileIdentity(folder: path) != nil
    {
      return append(folder: path, as: file, within: [])
    }
    guard file.refusal == nil, isList || ListFile.isName(path),
      let (bytes, identity) = read(path)
    else {
      files.append(file)
      return true
    }
    func refuse(_ reason: FileMessage, continues: Bool = true) -> Bool {
      files.append(
        ListedFile(argument: file.argument, refusal: reason))
      return continues
    }
    if parents.contains(identity) { return refuse(.recursivePlaylist) }
    if parents.count == ListFileExpansion.greatestDepth {
      return refuse(.nestedPlaylists(depth: ListFileExpansion.greatestDepth))
    }
    byteCount += bytes.count
    guard byteCount <= ListFileExpansion.greatestByteCount else {
      return refuse(
        .largePlaylists(mebibytes: ListFileExpansion.greatestByteCount >> 20), continues: false)
    }
    if bytes.contains(0) { return refuse(.binaryPlaylist) }
    guard let list = ListFile(bytes) else {
      files.append(file)
      return true
    }
    if list.entries.isEmpty { return refuse(.emptyPlaylist) }
    entryCount += list.entries.count
    guard entryCount <= ListFileExpansion.greatestEntryCount else {
      return refuse(
        .longPlaylists(entries: ListFileExpansion.greatestEntryCount), continues: false)
    }
    for entry in listed(list, in: file) where !append(entry, within: parents + [identity]) {
      return false
    }
    return true
  }

  /// Appends the media in a folder, for the argument that it comes from. Returns false if a limit is exceeded.
  private mutating func append(
    folder path: [UInt8], as file: ListedFile, within parents: [FileIdentity]
  ) -> Bool {
    func refuse(_ reason: FileMessage) {
      files.append(ListedFile(argument: file.argument, refusal: reason))
    }
    guard let identity = FileIdentity(folder: path),
      let folder = MediaFolder(path: path, includingFolders: folders == .recursive)
    else {
      // Opening it as media reports the error.
      files.append(ListedFile(argument: CommandLine.exactText(path)))
      return true
    }
    // A link may lead back to a folder that contains it.
    if parents.contains(identity) { return true }
    guard parents.count < Self.greatestFolderDepth else {
      refuse(.nestedFolders(depth: Self.greatestFolderDepth))
      return false
    }
    let count = files.count
    for entry in folder.entries {
      switch entry {
      case .file(let path):
        entryCount += 1
        guard entryCount <= Self.greatestEntryCount else {
          refuse(.largeFolders(entries: Self.greatestEntryCount))
          return false
        }
        files.append(ListedFile(argument: CommandLine.exactText(path)))
      case .folder(let path):
        guard append(folder: path, as: file, within: parents + [identity]) else { return false }
      }
    }
    if parents.isEmpty, files.count == count {
      refuse(.emptyFolder(isRecursive: folders == .recursive))
    }
    return true
  }

  /// Returns the entries as files. Entries that the list file may not refer to are refused.
  private func listed(_ list: ListFile, in file: ListedFile) -> [ListedFile] {
    let path = path(of: file.argument)
    let folder = path.prefix(through: path.lastIndex(of: UInt8(ascii: "/")) ?? -1)
    let locations = list.entries.map { $0.location(in: folder) }
    let refusals = access.media(file.argument).refusals(
      ofReferencesTo: locations.map { $0.isURL ? $0.bytes : Array("file:".utf8) + $0.bytes })
    return zip(list.entries, zip(locations, refusals)).map { entry, place in
      let argument = CommandLine.exactText(place.0.bytes)
      let isFree = access.allowsURLs && place.0.isURL
      let refusal = isFree ? access.refusalOnRequest(of: argument) : place.1
      return ListedFile(
        argument: argument, title: entry.title,
        refusal: refusal.map { .refusedEntry(playlist: file.name, because: $0) })
    }
  }

  /// Reads a regular file, if possible. Opening it as media reports an error.
  private func read(_ path: [UInt8]) -> (bytes: [UInt8], FileIdentity)? {
    let descriptor = open(path.cString, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let identity = FileIdentity(status)
    else { return nil }
    let limit = ListFileExpansion.greatestByteCount - byteCount
    return Array(readingFrom: descriptor, atMost: limit + 1).map { ($0, identity) }
  }
}
