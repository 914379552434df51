import PlayheadInterprocess
import CPlayheadSystem
import Glibc

/// A Unix socket that accepts connections of the same user.
///
/// Its file is removed when the object is released, unless another file has taken its place.
final class ListeningSocket: Sendable {
  /// A connection, or why there is none.
  enum Acceptance {
    case connection(Int32)
    /// The connection is not permitted, or went away again.
    case refused
    /// None waits.
    case allAccepted
    /// The process or the system has no descriptor or memory for another.
    case exhausted
  }

  private struct Identity: Equatable {
    let device: dev_t
    let number: ino_t

    init(_ status: stat) { (device, number) = (status.st_dev, status.st_ino) }
  }

  /// The most connections that wait to be accepted.
  static let backlog: Int32 = 128

  let descriptor: Int32
  private let path: [UInt8]
  /// Nil for an abstract socket, which has no file.
  private let identity: Identity?
  private let owner: uid_t

  /// Creates a socket at a path, or with the name after `@`, for one user; replaces one that a killed process left.
  init(path: [UInt8], owner: uid_t = geteuid()) throws(IPCServerError) {
    let address = try Self.checked { () throws(SocketFailure) in try SocketAddress(path) }
    let isAbstract = path.first == UInt8(ascii: "@")
    if !isAbstract { try Self.removeStaleSocket(at: path, address) }
    let descriptor = try Self.checked { () throws(SocketFailure) in try SocketAddress.makeSocket() }
    do throws(IPCServerError) {
      // The file gets the mode of the descriptor, so that it never has another one.
      guard fchmod(descriptor, 0o600) == 0 else { throw .system(errno) }
      let result = address.withSystemAddress { bind(descriptor, $0, $1) }
      // Another process has created the file, or the abstract socket exists.
      if result != 0 { throw errno == EADDRINUSE ? .inUse : .system(errno) }
      // A umask may take away rights of the user.
      if !isAbstract, let status = Self.status(of: path), status.st_mode & 0o777 != 0o600 {
        guard chmod(path.cString, 0o600) == 0 else { throw .system(errno) }
      }
      guard isAbstract || Self.status(of: path) != nil, listen(descriptor, Self.backlog) == 0 else {
        throw .system(errno)
      }
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.path = path
    self.owner = owner
    identity = isAbstract ? nil : Self.status(of: path).map(Identity.init)
  }

  deinit {
    close(descriptor)
    guard let identity, Self.status(of: path).map(Identity.init) == identity else { return }
    unlink(path.cString)
  }

  /// Accepts a connection that waits. The caller closes its descriptor.
  func accept() -> Acceptance {
    let connection = system_accept(descriptor)
    if connection < 0 {
      return switch errno {
      case EAGAIN, EWOULDBLOCK: .allAccepted
      case ECONNABORTED, EINTR: .refused
      default: .exhausted
      }
    }
    var user = uid_t()
    // The mode of the file already keeps other users out, unless it was changed. An abstract socket
    // has no mode.
    guard system_peer_user(connection, &user) == 0, user == owner else {
      close(connection)
      return .refused
    }
    return .connection(connection)
  }

  /// Returns the result of a closure, or throws its error as one of the server.
  private static func checked<Result>(
    _ body: () throws(SocketFailure) -> Result
  ) throws(IPCServerError) -> Result {
    do { return try body() } catch { throw IPCServerError(error) }
  }

  private static func status(of path: [UInt8]) -> stat? {
    var status = stat()
    return lstat(path.cString, &status) == 0 ? status : nil
  }

  /// Removes a socket on which nobody listens. Throws if anything else is at the path.
  private static func removeStaleSocket(
    at path: [UInt8], _ address: SocketAddress
  ) throws(IPCServerError) {
    guard let found = status(of: path) else { return }
    guard found.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket }
    let descriptor = try Self.checked { () throws(SocketFailure) in try SocketAddress.makeSocket() }
    let code = address.withSystemAddress { connect(descriptor, $0, $1) == 0 ? 0 : errno }
    close(descriptor)
    switch code {
    case ECONNREFUSED:
      // Not if another process has replaced it in the meantime.
      guard status(of: path).map(Identity.init) == Identity(found) else { throw .inUse }
      guard unlink(path.cString) == 0 || errno == ENOENT else { throw .system(errno) }
    case ENOENT: break
    // It listens, its queue is full, or it is a socket of another type.
    case 0, EAGAIN, EPROTOTYPE: throw .inUse
    default: throw .system(code)
    }
  }
}
