import Glibc

/// The identity of a regular file or block device, independent of its path.
package struct FileIdentity: Hashable {
  private let device: dev_t
  private let inode: ino_t

  /// Returns nil for any other kind of file.
  package init?(_ status: stat) {
    guard [S_IFREG, S_IFBLK].contains(status.st_mode & S_IFMT) else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }

  /// Returns the identity of a folder; nil if there is none at the path. Links are followed.
  package init?(folder path: [UInt8]) {
    var status = stat()
    guard stat(path.cString, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }

  /// Whether two paths are those of one file, which need not exist yet.
  package static func areSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    if one == other { return true }
    if let first = FileIdentity(path: one), let second = FileIdentity(path: other) {
      return first == second
    }
    func split(_ path: [UInt8]) -> (folder: FileIdentity?, name: ArraySlice<UInt8>) {
      guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else {
        return (FileIdentity(folder: Array(".".utf8)), path[...])
      }
      return (FileIdentity(folder: Array(path[...slash])), path[(slash + 1)...])
    }
    let (first, second) = (split(one), split(other))
    return first.folder != nil && first.folder == second.folder && first.name == second.name
  }

  /// Returns nil if there is no such file at the path. Links are followed.
  package init?(path: [UInt8]) {
    var status = stat()
    guard stat(path.cString, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Returns nil if the descriptor is not a regular file or block device.
  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }
}

extension [UInt8] {
  /// Reads the rest of a file, but not more than a number of bytes. Returns nil if it cannot be read.
  package init?(readingFrom descriptor: Int32, atMost limit: Int) {
    self = []
    var piece = [UInt8](repeating: 0, count: 4_096)
    while count < limit {
      let length = read(descriptor, &piece, Swift.min(piece.count, limit - count))
      if length < 0, errno == EINTR { continue }
      if length < 0 { return nil }
      if length == 0 { return }
      self += piece[..<length]
    }
  }
}

extension [[UInt8]] {
  /// Reads the names in a folder, among them `.` and `..`.
  package init(namesIn folder: [UInt8]) throws(SystemFailure) {
    guard let directory = opendir(folder.cString) else { throw SystemFailure(code: errno) }
    defer { closedir(directory) }
    self = []
    while let entry = readdir(directory) {
      append(Swift.withUnsafeBytes(of: &entry.pointee.d_name) { [UInt8]($0.prefix { $0 != 0 }) })
    }
  }
}
