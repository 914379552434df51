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

  private func connect(to address: SocketPlace) throws(SocketFailure) -> Int32? {
    switch address {
    case .local(let path):
      return try connect(family: AF_UNIX, SocketAddress(path).withSystemAddress)
    case .host(let host, let port):
      return try connect(toHost: host, port)
    }
  }

  /// Connects to the first address of a host that accepts a connection.
  private func connect(toHost host: String, _ port: UInt16) throws(SocketFailure) -> Int32? {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &found)
    if code != 0 { throw .host(code) }
    defer { freeaddrinfo(found) }
    var failure = SocketFailure.host(EAI_NONAME)
    var next = found
    while let entry = next {
      next = entry.pointee.ai_next
      guard let address = entry.pointee.ai_addr else { continue }
      do throws(SocketFailure) {
        let length = entry.pointee.ai_addrlen
        return try connect(family: entry.pointee.ai_family) { body in body(address, length) }
      } catch {
        failure = error
      }
    }
    throw failure
  }

  /// Connects to an address of a family.
  private func connect(
    family: Int32, _ withAddress: ((UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32
  ) throws(SocketFailure) -> Int32? {
    let descriptor = try SocketAddress.makeSocket(family: family)
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
    // Each message is sent at once, and a host that has gone is noticed.
    var yes: Int32 = 1
    let length = socklen_t(MemoryLayout.size(ofValue: yes))
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, length)
    setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &yes, length)
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
        var failure: Int32 = 0
        var length = socklen_t(MemoryLayout.size(ofValue: failure))
        getsockopt(socket, SOL_SOCKET, SO_ERROR, &failure, &length)
        if failure != 0 { throw .system(failure) }
        return true
      default: throw .system(code)
      }
    }
  }
}
