import Glibc
import PlayheadAttaching
import PlayheadFormatting
import PlayheadInterprocess
import PlayheadPlayCommands
import PlayheadTimekeeping

/// A leader or a follower of the command line.
enum FollowTarget: CustomStringConvertible {
  case file(String)
  case attached(AttachTarget)
  /// The wall clock, and when its position is zero, in nanoseconds since 1970.
  case clock(String, start: Int64)

  /// Parses a name. Returns nil for a leader that does not exist, or that cannot follow.
  init?(_ text: String, isLeader: Bool) {
    if text.hasPrefix("clock:") {
      guard isLeader, let start = Self.start(String(text.dropFirst(6))) else { return nil }
      self = .clock(text, start: start)
    } else if let target = AttachTarget(text) {
      if !target.isPlayer, !isLeader { return nil }
      self = .attached(target)
    } else {
      self = .file(text)
    }
  }

  /// Returns the time nearest to now of a time of day, or the time of a date.
  private static func start(_ text: String) -> Int64? {
    let day: Int64 = 86_400_000_000_000
    let instant = SystemHostClock.shared.now
    let now = WallTime(of: instant, now: instant).nanoseconds
    guard let next = WallTimeArgument.parse(text, now: now) else { return nil }
    let isTimeOfDay = !text.hasPrefix("@") && !text.contains("-")
    return isTimeOfDay && next - now > day / 2 ? next - day : next
  }

  var description: String {
    switch self {
    case .file(let name), .clock(let name, _): name
    case .attached(let target): "\(target)"
    }
  }

  /// The same text for two names of one player: the socket is the same file, or the place of an MPD the same.
  var identity: String {
    guard case .attached(.player(let address)) = self else { return description }
    switch address {
    case .mpv(let path):
      var status = stat()
      return stat(path, &status) == 0 ? "mpv:\(status.st_dev):\(status.st_ino)" : description
    case .mpd(let host, let port):
      let usual = try? MPDAddress.ofUser(host: nil).sockets
      guard var place = try? MPDAddress.ofUser(host: host, port: port).sockets.last else {
        return description
      }
      if let last = usual?.last, usual?.contains(place) == true { place = last }
      switch place {
      case .local(let path): return "mpd:\(String(decoding: path, as: UTF8.self))"
      case .host(let name, let port):
        let isHere = ["localhost", "::1"].contains(name.lowercased()) || name.hasPrefix("127.")
        return "mpd:\(isHere ? "localhost" : name.lowercased()):\(port)"
      }
    case .mpris: return description
    }
  }

  /// Whether another name may be that of the same player: `mpris` is any player, and `mpris:vlc` any VLC.
  func mayBe(_ other: Self) -> Bool {
    guard case .attached(.player(.mpris(let name))) = self,
      case .attached(.player(.mpris(let otherName))) = other
    else { return identity == other.identity }
    // It shows the newest of the others.
    let proxy = "playerctld"
    guard let name, let otherName, name != proxy, otherName != proxy else { return true }
    return name == otherName || name.hasPrefix(otherName + ".") || otherName.hasPrefix(name + ".")
  }
}

/// The claim of this process to be the only one that steers a player: an abstract socket, which ends with the process.
final class FollowerClaim: Sendable {
  private let socket: Int32
  private let address: SocketAddress

  init(_ target: FollowTarget) throws(SocketFailure) {
    let name = "@playhead-follow-\(getuid())-\(target.identity)".utf8.prefix(107)
    address = try SocketAddress(Array(name))
    socket = try SocketAddress.makeSocket()
  }

  deinit { close(socket) }

  /// Claims the player. Returns whether no other process does.
  func claim() -> Bool {
    address.withSystemAddress { bind(socket, $0, $1) } == 0 && listen(socket, 1) == 0
  }

  /// Whether any process claims the player.
  var isClaimed: Bool {
    address.withSystemAddress { connect(socket, $0, $1) } == 0 || errno == EAGAIN
  }
}
