import CSystem
import Glibc

/// An open file descriptor, closed with its owner.
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
    // What C would take for the end of the path would open another file.
    if path.contains(0) { throw SystemError(number: ENOENT) }
    return FileDescriptor(
      adopting: try SystemError.check {
        path.withCString { Glibc.open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
      })
  }

  /// Another descriptor of what `number` refers to. They share their offset and flags.
  static func duplicate(of number: Int32) throws(SystemError) -> FileDescriptor {
    FileDescriptor(adopting: try SystemError.check { fcntl(number, F_DUPFD_CLOEXEC, 0) })
  }

  /// A counter that `poll` finds readable when it is not zero.
  static func makeEvent() throws(SystemError) -> FileDescriptor {
    FileDescriptor(
      adopting: try SystemError.check { eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)) })
  }

  func status() throws(SystemError) -> stat {
    var status = stat()
    try SystemError.check { fstat(number, &status) }
    return status
  }
}
