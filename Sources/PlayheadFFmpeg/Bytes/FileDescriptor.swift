import CPlayheadSystem
import Glibc

/// Owns an open file descriptor.
struct FileDescriptor: ~Copyable {
  let number: Int32

  private init(adopting number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }

  /// Opens a file for reading. A FIFO without a writer does not block here.
  static func open(path: [UInt8]) throws(SystemError) -> FileDescriptor {
    // C would end the path at the zero byte, and open another file.
    if path.contains(0) { throw SystemError(number: ENOENT) }
    return FileDescriptor(
      adopting: try SystemError.check {
        Glibc.open(path.cString, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      })
  }

  /// Opens a file for reading; nil for anything else at the path, such as a device or a file of the kernel.
  static func openRegularFile(path: [UInt8]) throws(SystemError) -> FileDescriptor? {
    if path.contains(0) { throw SystemError(number: ENOENT) }
    let location = FileDescriptor(
      adopting: try SystemError.check {
        Glibc.open(path.cString, Int32(system_path_only) | O_CLOEXEC)
      })
    let kind = try location.status().st_mode & S_IFMT
    guard kind == S_IFREG || kind == S_IFDIR, system_is_of_kernel(location.number) == 0 else {
      return nil
    }
    // The file that was judged, even if there is another one at the path now.
    return try open(path: Array("/proc/self/fd/\(location.number)".utf8))
  }

  /// Duplicates the descriptor `number`. Both share the location and the status flags.
  static func duplicate(of number: Int32) throws(SystemError) -> FileDescriptor {
    FileDescriptor(adopting: try SystemError.check { fcntl(number, F_DUPFD_CLOEXEC, 0) })
  }

  func status() throws(SystemError) -> stat {
    var status = stat()
    try SystemError.check { fstat(number, &status) }
    return status
  }
}
