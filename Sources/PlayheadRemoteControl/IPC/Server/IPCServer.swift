import Dispatch
import Glibc
import PlayheadLocking
import PlaybackSession
import PlayheadTimekeeping

/// Serves mpv's JSON IPC to the clients of a Unix socket, and to a client of a given descriptor.
///
/// One thread, `playhead-ipc`, waits for all clients and carries out their commands. The output to a client is written
/// by the thread that sends it. A client that does not read delays nobody; it is disconnected when more is sent while 1
/// MiB waits for it. A client whose line is longer than 1 MiB is disconnected, too.
public final class IPCServer: Sendable {
  /// Something that a client did and that its user may wonder about.
  public enum Notice: Hashable, Sendable {
    /// A connection was closed at once, because this many clients are connected.
    case refused(limit: Int)
    /// A client was disconnected, because it did not read and this many bytes waited for it.
    case unread(bytes: Int)
  }

  /// The most clients at a time.
  static let greatestClientLimit = 256

  private enum Phase {
    case idle
    case serving(any HostRoutine)
    case stopped
  }

  private let bell: Bell
  private let phase = Locked(Phase.idle)
  private let isStopping = Locked(false)
  private let ended = DispatchSemaphore(value: 0)
  /// Unsafe: used by the server's thread from `begin()` on, before by `init`, or by the one `stop()` with an effect.
  nonisolated(unsafe) private let loop: ServerLoop

  /// Creates a server. It accepts connections, which wait until `begin()`.
  ///
  /// - Parameters:
  ///   - session: The session that the clients see and control.
  ///   - path: The path of the socket, in the bytes of the file system; with `@` as its first byte,
  ///     the name of an abstract socket. Nil for none. Its file has mode 0600, and only processes of
  ///     the same user are accepted. A socket that nobody listens on is replaced.
  ///   - descriptor: A stream socket with a client at its other end, or a pipe from which commands
  ///     are read; nil for none. The server closes it. When the client closes its end, the session is
  ///     asked to quit.
  ///   - notify: Called on the thread of the server, at most once for each kind of notice.
  /// - Throws: `IPCServerError` if the socket cannot be created or the descriptor cannot be used.
  public convenience init(
    _ session: any ControlledSession, listeningAt path: [UInt8]? = nil,
    connectedTo descriptor: Int32? = nil, notify: @escaping @Sendable (Notice) -> Void = { _ in }
  ) throws(IPCServerError) {
    let interface = MPVInterface(session: session)
    try self.init(
      listeningAt: path, connectedTo: descriptor, clientLimit: Self.clientLimit, notify: notify,
      quit: { try? session.perform(.quit(status: 0)) },
      makeClient: { name, output in
        MPVClient(name: name, interface: interface) { output.send($0) }
      })
  }

  init(
    listeningAt path: [UInt8]? = nil, connectedTo descriptor: Int32? = nil, clientLimit: Int,
    owner: uid_t = geteuid(), notify: @escaping (Notice) -> Void = { _ in },
    quit: @escaping () -> Void = {}, makeClient: @escaping ServerLoop.MakeClient
  ) throws(IPCServerError) {
    bell = Bell()
    if bell.descriptor < 0 { throw .system(errno) }
    let given = try descriptor.map { descriptor throws(IPCServerError) in
      (descriptor, isSocket: try Self.isSocket(descriptor))
    }
    let listener = try path.map { path throws(IPCServerError) in
      try ListeningSocket(path: path, owner: owner)
    }
    loop = ServerLoop(
      bell, listener: listener, clientLimit: clientLimit, makeClient: makeClient, notify: notify)
    if let (descriptor, isSocket) = given {
      loop.connect(descriptor, name: "ipc", isSocket: isSocket, ended: quit)
    }
  }

  /// Starts to serve clients. Until `stop()`, the server retains itself.
  public func begin() {
    let routine = SystemHostClock.shared.makeRoutine(on: .thread("playhead-ipc")) { [self] in
      guard isStopping.withLock({ $0 }) else {
        loop.turn()
        return .again
      }
      loop.end()
      ended.signal()
      return .wait(until: nil)
    }
    let isFirst = phase.withLock { phase in
      guard case .idle = phase else { return false }
      phase = .serving(routine)
      return true
    }
    if isFirst { routine.wake() }
  }

  /// Disconnects all clients and removes the socket. Returns when no command is carried out any
  /// more. Clients can still read the replies that were sent.
  ///
  /// Must not be called while a command of a client is carried out.
  public func stop() {
    let phase = phase.withLock { phase in
      defer { phase = .stopped }
      return phase
    }
    switch phase {
    case .idle: loop.end()
    case .serving(let routine):
      isStopping.withLock { $0 = true }
      bell.ring()
      ended.wait()
      routine.stop()
    case .stopped: break
    }
  }

  /// The most clients of a process that may open this many descriptors: most remain for the media.
  private static var clientLimit: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1 }
    return Int(clamping: max(1, min(UInt64(greatestClientLimit), UInt64(limit.rlim_cur) / 4)))
  }

  /// Returns whether a descriptor is a stream socket; otherwise commands are only read from it.
  private static func isSocket(_ descriptor: Int32) throws(IPCServerError) -> Bool {
    let mode = fcntl(descriptor, F_GETFL)
    if mode < 0 { throw .descriptor(errno) }
    var type: Int32 = 0
    var length = socklen_t(MemoryLayout.size(ofValue: type))
    if getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &length) == 0 {
      guard type == Int32(SOCK_STREAM.rawValue) else { throw .descriptor(EPROTOTYPE) }
    } else if mode & O_ACCMODE == O_WRONLY {
      throw .descriptor(EBADF)
    }
    // Not for the commands of `--exec`.
    guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else { throw .descriptor(errno) }
    return type == Int32(SOCK_STREAM.rawValue)
  }
}
