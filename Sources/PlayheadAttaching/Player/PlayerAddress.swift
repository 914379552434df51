/// Another player, and the interface by which it is reached.
public enum PlayerAddress: Hashable, Sendable, CustomStringConvertible {
  /// An mpv that serves its JSON IPC at a Unix socket.
  case mpv(path: String)
  /// A player on the session bus, by the last part of its name, as in `vlc`; nil for the one that plays.
  case mpris(name: String? = nil)
  /// A Music Player Daemon at a host and port; nil for the usual ones, also from the environment. A host
  /// that begins with a slash is the path of a Unix socket.
  case mpd(host: String? = nil, port: Int? = nil)

  /// The player as the command line names it, as in `mpv:/tmp/socket`.
  public var description: String {
    switch self {
    case .mpv(let path): "mpv:\(path)"
    case .mpris(let name): name.map { "mpris:\($0)" } ?? "mpris"
    case .mpd(let host, let port):
      "mpd" + (host.map { ":\($0)" } ?? "") + (port.map { ":\($0)" } ?? "")
    }
  }
}
