import Glibc
import PlayheadInterprocess
import PlayheadTimekeeping

/// Finds out whether MPD accepts connections at a place.
enum MPDProbe {
  /// Returns the places in the order in which clients try them.
  ///
  /// - Parameter variables: The environment: `MPD_HOST`, `MPD_PORT` and `XDG_RUNTIME_DIR`.
  static func places(_ variables: [String: String]) -> [SocketPlace] {
    guard let usual = try? MPDAddress(nil, environment: variables) else { return [] }
    let isGiven = ["MPD_HOST", "MPD_PORT"].contains { variables[$0]?.isEmpty == false }
    guard !isGiven, let folder = variables["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else {
      return usual.places
    }
    return [.local(Array("\(folder)/mpd/socket".utf8))] + usual.places
  }

  /// How the command line names a place.
  static func name(of place: SocketPlace) -> String {
    switch place {
    case .local(let path): "mpd:\(String(decoding: path, as: UTF8.self))"
    case .host(let host, let port): "mpd:\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
  }

  /// Whether the first bytes that a server sends are those of MPD.
  static func isGreeting(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: "OK MPD ".utf8)
  }

  /// Returns the entries of the places where MPD greets before the deadline. Looking up a host's name
  /// may take longer.
  static func entries(
    _ places: [SocketPlace], until deadline: HostInstant, _ clock: any HostClock
  ) -> [AttachableEntry] {
    places.filter { greets($0, until: deadline, clock) }
      .map { AttachableEntry(name: name(of: $0), kind: .mpd) }
  }

  private static func greets(
    _ place: SocketPlace, until deadline: HostInstant, _ clock: any HostClock
  ) -> Bool {
    switch place {
    case .local(let path):
      guard let address = try? SocketAddress(path),
        let descriptor = try? SocketAddress.makeSocket()
      else { return false }
      defer { close(descriptor) }
      // A Unix socket connects at once, or never.
      let result = address.withSystemAddress { connect(descriptor, $0, $1) }
      return result == 0 && receivesGreeting(descriptor, until: deadline, clock)
    case .host(let host, let port):
      var hints = addrinfo()
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
      var list: UnsafeMutablePointer<addrinfo>?
      guard getaddrinfo(host, "\(port)", &hints, &list) == 0 else { return false }
      defer { freeaddrinfo(list) }
      var next = list
      while let info = next?.pointee {
        next = info.ai_next
        let flags = Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(info.ai_family, info.ai_socktype | flags, info.ai_protocol)
        guard descriptor >= 0 else { continue }
        defer { close(descriptor) }
        guard connect(descriptor, info.ai_addr, info.ai_addrlen) == 0 || errno == EINPROGRESS
        else { continue }
        if receivesGreeting(descriptor, until: deadline, clock) { return true }
      }
      return false
    }
  }

  /// Waits for a connection, which is shown by its first bytes or by an error.
  private static func receivesGreeting(
    _ descriptor: Int32, until deadline: HostInstant, _ clock: any HostClock
  ) -> Bool {
    var greeting = [UInt8](repeating: 0, count: 64)
    while clock.now < deadline {
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let milliseconds = clock.now.duration(to: deadline) / .milliseconds(1)
      guard poll(&polled, 1, Int32(min(max(milliseconds, 0), 60_000).rounded(.up))) > 0 else {
        continue
      }
      let count = recv(descriptor, &greeting, greeting.count, 0)
      return count > 0 && isGreeting(greeting.prefix(count))
    }
    return false
  }
}
