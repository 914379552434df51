import Glibc
import PlayheadListFiles
import PlayheadOutputs

/// The saved positions of a user: one small file for each media file, named by a hash of its path.
///
/// A position is written to a temporary file, which then replaces the previous one, so that a reader,
/// or a process that is killed, never leaves half a position. Nothing is forced to the disk, which
/// would wake it twice a second: a power failure may lose positions. Any number of processes may use
/// the store at the same time. It keeps a limited number of positions, the newest.
struct PositionStore: Sendable {
  private static let suffix = ".position"
  /// An age at which a temporary file belongs to no running process, in seconds.
  private static let abandonedAge = 60
  /// Longer files are not positions.
  private static let greatestLength = 262_144

  private let directory: [UInt8]
  private let limit: Int

  /// The store in `$XDG_STATE_HOME/playhead`, in a service of systemd with `StateDirectory=` in
  /// `$STATE_DIRECTORY/playhead`, by default in `~/.local/state/playhead`. Throws if no variable names a directory.
  static func ofUser(
    environment: (String) -> [UInt8]? = { name in
      getenv(name).map { Array(String(cString: $0).utf8) }
    }
  ) throws(FileFailure) -> PositionStore {
    // A relative path is invalid: https://specifications.freedesktop.org/basedir-spec/
    func absolutePath(_ name: String) -> [UInt8]? {
      environment(name).flatMap { $0.first == UInt8(ascii: "/") ? $0 : nil }
    }
    // systemd separates several directories by colons.
    let service = absolutePath("STATE_DIRECTORY").map {
      Array($0.prefix { $0 != UInt8(ascii: ":") })
    }
    let home = absolutePath("HOME").map { $0 + "/.local/state".utf8 }
    guard let state = absolutePath("XDG_STATE_HOME") ?? service ?? home else {
      throw FileFailure(message: OutputMessage.noStateDirectory.text)
    }
    return PositionStore(directory: state + "/playhead".utf8)
  }

  /// Creates a store of at most so many positions in a directory, which is created with the first one.
  init(directory: [UInt8], limit: Int = 5_000) {
    self.directory = directory
    self.limit = limit
  }

  /// The directory for display.
  var name: String { String(decoding: directory, as: UTF8.self) }

  /// Returns the position at which this version of a file was left.
  func position(of file: ResumableFile) -> SavedPosition? {
    guard let saved = read(path(of: file)), saved.isValid(for: file) else { return nil }
    return saved
  }

  /// Saves a position in place of the previous one of the same file.
  func save(_ position: SavedPosition) throws(SystemFailure) {
    let path = path(of: position.file)
    let isNew = access(path.cString, F_OK) != 0
    do throws(SystemFailure) {
      try replace(path, by: position.bytes)
    } catch {
      guard error.code == ENOENT else { throw error }
      try makeDirectory()
      try replace(path, by: position.bytes)
    }
    if isNew { removeOldest() }
  }

  /// Removes the position of a file, in any version. Returns false if there is none.
  @discardableResult
  func remove(_ file: ResumableFile) throws(SystemFailure) -> Bool {
    try remove(path(of: file))
  }

  func removeAll() throws(SystemFailure) {
    for name in try names() { try remove(directory + "/".utf8 + name) }
  }

  /// Returns all positions, the newest first.
  func all() throws(SystemFailure) -> [SavedPosition] {
    try names().filter(PositionStore.isPosition)
      .compactMap { read(directory + "/".utf8 + $0) }
      .sorted { $0.saved.nanoseconds > $1.saved.nanoseconds }
  }

  private func path(of file: ResumableFile) -> [UInt8] {
    let digits = FileVersion.digits(of: FileVersion.hash(file.name))
    return directory + "/\(digits)\(PositionStore.suffix)".utf8
  }

  private func replace(_ path: [UInt8], by bytes: [UInt8]) throws(SystemFailure) {
    let temporary = (path + ".\(String(UInt64.random(in: 0 ... .max), radix: 36))".utf8).cString
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw SystemFailure(code: errno) }
    let outcome = RecordOutput(descriptor: descriptor, isOwned: true).write(bytes)
    var code: Int32 = 0
    if case .failed(let failure) = outcome { code = failure }
    if code == 0, rename(temporary, path.cString) != 0 { code = errno }
    if code != 0 {
      unlink(temporary)
      throw SystemFailure(code: code)
    }
  }

  private func makeDirectory() throws(SystemFailure) {
    let slash = UInt8(ascii: "/")
    for end in directory.indices.dropFirst() + [directory.count]
    where end == directory.count || directory[end] == slash {
      if mkdir(Array(directory[..<end]).cString, 0o700) != 0, errno != EEXIST {
        throw SystemFailure(code: errno)
      }
    }
  }

  @discardableResult
  private func remove(_ path: [UInt8]) throws(SystemFailure) -> Bool {
    if unlink(path.cString) == 0 { return true }
    if errno == ENOENT { return false }
    throw SystemFailure(code: errno)
  }

  /// Removes the oldest positions above the limit, and temporary files of killed processes.
  private func removeOldest() {
    guard let names = try? names() else { return }
    let changed = names.map { name in
      var status = stat()
      let path = directory + "/".utf8 + name
      let time = stat(path.cString, &status) == 0 ? status.st_mtim : timespec()
      return (name: name, path: path, seconds: time.tv_sec, nanoseconds: time.tv_nsec)
    }
    let oldest = time(nil) - PositionStore.abandonedAge
    for file in changed where !PositionStore.isPosition(file.name) && file.seconds < oldest {
      unlink(file.path.cString)
    }
    let positions = changed.filter { PositionStore.isPosition($0.name) }
      .sorted { ($0.seconds, $0.nanoseconds) > ($1.seconds, $1.nanoseconds) }
    for file in positions.dropFirst(limit) { unlink(file.path.cString) }
  }

  /// Returns the names of the positions and of their temporary files; none without a directory.
  private func names() throws(SystemFailure) -> [[UInt8]] {
    do throws(SystemFailure) {
      return try [[UInt8]](namesIn: directory).filter { name in
        let rest = name.drop { $0 != UInt8(ascii: ".") }
        return name.count - rest.count == 16 && rest.starts(with: PositionStore.suffix.utf8)
      }
    } catch {
      guard error.code == ENOENT else { throw error }
      return []
    }
  }

  private static func isPosition(_ name: [UInt8]) -> Bool {
    name.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  private func read(_ path: [UInt8]) -> SavedPosition? {
    let descriptor = open(path.cString, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let bytes = Array(readingFrom: descriptor, atMost: PositionStore.greatestLength + 1),
      bytes.count <= PositionStore.greatestLength
    else { return nil }
    return SavedPosition(bytes)
  }
}
