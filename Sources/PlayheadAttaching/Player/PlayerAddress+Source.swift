import Glibc
import PlayheadCore
import PlayheadMedia
import PlayheadTimekeeping

extension PlayerAddress {
  /// Returns the source of the player's position, which is not connected yet.
  func makeSource(clock: any HostClock) -> any PlayerSource {
    switch self {
    case .mpv(let path):
      return MPVSource(mpvAt: ExactText.bytes(of: path), name: description, clock: clock)
    case .mpris(let name): return MPRISSource(name.map { .named($0) } ?? .any, clock: clock)
    case .mpd(let host, let port):
      do {
        return MPDSource(
          mpdAt: try .ofUser(host: host, port: port), name: description, clock: clock)
      } catch {
        return UnreachableSource(name: description, reason: error.description)
      }
    }
  }
}

extension MPDAddress {
  /// Reads an address as `mpc` does, with the variables of the environment.
  package static func ofUser(host: String?, port: Int? = nil) throws(Failure) -> MPDAddress {
    let isAddress = host?.contains(":") == true && host?.hasPrefix("[") == false
    let address = port.map { "\(isAddress ? "[\(host ?? "")]" : host ?? "localhost"):\($0)" }
    return try MPDAddress(address ?? host, environment: variables)
  }

  /// The variables of the environment that name the address of an MPD.
  package static var variables: [String: String] {
    ["MPD_HOST", "MPD_PORT", "XDG_RUNTIME_DIR"].reduce(into: [:]) { variables, name in
      variables[name] = getenv(name).map { String(cString: $0) }
    }
  }
}

/// A player whose address makes no sense.
private final class UnreachableSource: PlayerSource {
  let name: String
  let habits = PositionHabits()
  private let reason: String

  init(name: String, reason: String) { (self.name, self.reason) = (name, reason) }

  func start(_ report: @escaping @Sendable (SourceReport) -> Void) {
    report(.lost(.failed(reason)))
  }

  func read() -> Bool { false }

  func request(_ request: PlayerRequest) throws(TransportRefusal) { throw .unavailable }

  func stop() {}
}

/// An mpv whose JSON IPC is at a socket.
package typealias MPVSource = PlayerConnection<MPVProtocol>

extension PlayerConnection where Exchange == MPVProtocol {
  /// Creates a source at a socket's path in bytes, or its abstract name after `@`. Messages give the player `name`.
  package convenience init(
    mpvAt path: [UInt8], name: String, clock: any HostClock = SystemHostClock.shared
  ) {
    self.init(
      name: name, habits: MPVProtocol.habits, addresses: [.local(path)], clock: clock,
      exchange: MPVProtocol())
  }
}

/// An MPD at a host and a port, or at a Unix socket.
package typealias MPDSource = PlayerConnection<MPDProtocol>

extension PlayerConnection where Exchange == MPDProtocol {
  /// Creates a source that is not connected. Messages give the player `name`.
  package convenience init(
    mpdAt address: MPDAddress, name: String, clock: any HostClock = SystemHostClock.shared
  ) {
    self.init(
      name: name, habits: MPDProtocol.habits, addresses: address.sockets, clock: clock,
      exchange: MPDProtocol(password: address.password))
  }
}
