import Glibc
import PlayheadInterprocess

extension PlayerConnection {
  /// Makes a connection. Returns nil if the source was stopped or the player is late.
  func connect() throws(SocketFailure) -> Int32? {
    var failure = SocketFailure.system(ENOENT)
    for address in addresses {
      do throws(SocketFailure) { return try connect(to: address) } catch { failure = error }
    }
    throw failure
  }

  private func connect(to address: PlayerSocket) throws(SocketFailure) -> Int32? {
    switch address {
    case .local(let path):
      return try connect(SocketAddress(path).withSystemAddress)
    case .host(let host, let port):
      return try connect(toHost: host, port)
    }
  }

  /// Connects to all addresses of a host at the same time, because one may drop all packets; nil if stopped or late.
  private func connect(toHost host: String, _ port: UInt16) throws(SocketFailure) -> Int32? {
    guard let addresses = try addresses(of: host, port) else { return nil }
    var failure = SocketFailure.host(EAI_NONAME)
    var sockets: [Int32] = []
    defer { for socket in sockets { close(socket) } }
    for address in addresses {
      do throws(SocketFailure) {
        let socket = try SocketAddress.makeSocket(family: address.family)
        sockets.append(socket)
        Self.prepare(socket)
      } catch {
        failure = error
        continue
      }
      guard let socket = sockets.last else { continue }
      let code = address.withSystemAddress { Glibc.connect(socket, $0, $1) == 0 ? 0 : errno }
      switch code {
      case 0?: return sockets.removeLast()
      case EINPROGRESS?, EINTR?: break
      default:
        close(sockets.removeLast())
        failure = .system(code ?? EINVAL)
      }
    }
    while !sockets.isEmpty {
      guard let ready = wait(forAnyOf: sockets) else { return nil }
      for socket in ready {
        let code = Self.failure(of: socket)
        sockets.removeAll { $0 == socket }
        if code == 0 { return socket }
        close(socket)
        failure = .system(code)
      }
    }
    throw failure
  }

  /// Returns the addresses of a host; nil if the source was stopped or the player is late.
  private func addresses(of host: String, _ port: UInt16) throws(SocketFailure) -> [HostAddress]? {
    let lookup = HostLookup(host, port, by: resolver, ringing: bell)
    guard wait(for: -1, writing: false, until: { lookup.result != nil }) != nil else { return nil }
    return try lookup.result?.get()
  }

  /// Waits for attempts to connect, and returns the sockets of those that ended; nil if stopped or late.
  private func wait(forAnyOf sockets: [Int32]) -> [Int32]? {
    while !gate.isClosed, !state.withLock({ $0.isLate }) {
      var polled = sockets.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
      polled.append(pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0))
      _ = poll(&polled, nfds_t(polled.count), -1)
      if polled.removeLast().revents != 0 { bell.silence() }
      let ready = polled.filter { $0.revents != 0 }.map(\.fd)
      if !ready.isEmpty { return ready }
    }
    return nil
  }

  /// Sends each message at once, and notices a host that has gone.
  private static func prepare(_ socket: Int32) {
    var yes: Int32 = 1
    let length = socklen_t(MemoryLayout.size(ofValue: yes))
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, length)
    setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &yes, length)
  }

  /// Why a connection was not made; 0 if it was.
  private static func failure(of socket: Int32) -> Int32 {
    var failure: Int32 = 0
    var length = socklen_t(MemoryLayout.size(ofValue: failure))
    getsockopt(socket, SOL_SOCKET, SO_ERROR, &failure, &length)
    return failure
  }

  private func connect(
    _ withAddress: ((UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32
  ) throws(SocketFailure) -> Int32? {
    let descriptor = try SocketAddress.makeSocket()
    do throws(SocketFailure) {
      if try finish(descriptor, withAddress) { return descriptor }
      close(descriptor)
      return nil
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Waits until a socket is connected. Returns false if the source was stopped or the player is late.
  private func finish(
    _ socket: Int32, _ withAddress: ((UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32
  ) throws(SocketFailure) -> Bool {
    while true {
      let code = withAddress { Glibc.connect(socket, $0, $1) == 0 ? 0 : errno }
      switch code {
      case 0, EISCONN: return true
      case EINTR: continue
      case EAGAIN:
        // The queue of a Unix socket is full.
        if wait(for: -1, writing: false, timeout: 100) == nil { return false }
      case EINPROGRESS, EALREADY:
        if wait(for: socket, writing: true, reading: false) == nil { return false }
        let failure = Self.failure(of: socket)
        if failure != 0 { throw .system(failure) }
        return true
      default: throw .system(code)
      }
    }
  }
}
