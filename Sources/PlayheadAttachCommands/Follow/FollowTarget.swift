import Glibc
import PlayheadAttaching
import PlayheadCore
import PlayheadFormatting
import PlayheadOutputs
import PlayheadPlayCommands
import PlayheadServing
import PlayheadTimekeeping

/// A leader or a follower of the command line.
enum FollowTarget: CustomStringConvertible {
  case file(String)
  case attached(AttachTarget)
  /// The wall clock, and when its position is zero, in nanoseconds since 1970.
  case clock(String, start: Int64)

  var isFile: Bool { if case .file = self { true } else { false } }
  var isWallClock: Bool { if case .clock = self { true } else { false } }
  var isTimeline: Bool { if case .attached(.timeline) = self { true } else { false } }

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

  /// The position of the wall clock; nil for another target.
  func wallClockProgress(_ clock: any HostClock) -> PlayheadProgress? {
    guard case .clock(_, let start) = self else { return nil }
    let now = clock.now
    let elapsed = WallTime(of: now, now: now).nanoseconds.subtractingReportingOverflow(start)
    return PlayheadProgress(
      position: .nanoseconds(elapsed.partialValue), hostInstant: now, rate: .normal,
      state: .playing, cause: .requested)
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

  /// Returns the number of a player, by which a timeline that comes from it is known; nil if it is not known.
  func origin(of player: AttachedPlayer) -> UInt64? {
    // Not each connection to an MPD shows its process.
    if case .attached(.player(.mpd)) = self { return TimelineOrigin.number(of: identity) }
    guard let process = player.process.map(TimelineOrigin.name) else { return nil }
    // A process may have several players with a socket each.
    if case .attached(.player(.mpv)) = self {
      return TimelineOrigin.number(of: process, at: identity)
    }
    return TimelineOrigin.number(of: process)
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
