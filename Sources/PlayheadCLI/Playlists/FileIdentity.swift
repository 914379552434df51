import Glibc

/// Which file a regular file or a disk is, by whatever name it is opened.
struct FileIdentity: Hashable {
  private let device: dev_t
  private let inode: ino_t

  /// Nil where it is none of these.
  init?(_ status: stat) {
    guard [S_IFREG, S_IFBLK].contains(status.st_mode & S_IFMT) else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }

  /// Nil where there is none at this path; links are followed.
  init?(path: [UInt8]) {
    var status = stat()
    guard stat(path.cString, &status) == 0 else { return nil }
    self.init(status)
  }

  /// That of an open file.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }
}
