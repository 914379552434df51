import PlayheadCore
import PlayheadTimekeeping

/// The commands that ask an MPD to do something.
enum MPDRequest {
  /// Returns the line of a request; nil if the request has no effect.
  static func command(
    for request: PlayerRequest, to player: MPDPlayer
  ) throws(TransportRefusal) -> String? {
    switch request {
    case .setPaused(true): return "pause 1"
    case .setPaused(false): return player.hasPosition ? "pause 0" : "play"
    case .seek(let time):
      guard player.hasPosition else { throw .unavailable }
      return "seekcur \(seconds(of: max(time, .zero)))"
    case .setRate(let rate):
      if rate == .normal { return nil }
      throw .unsupported("MPD cannot play at another rate")
    case .next: return "next"
    case .previous: return "previous"
    case .setVolume(let volume):
      guard volume.isFinite else { throw .unsupported("the volume must be a number") }
      return "setvol \(Int(min(max(volume.rounded(), 0), 100)))"
    case .setMuted: throw .unsupported("MPD cannot turn its sound off")
    case .quit: throw .unsupported("MPD is not ended, because other programs use it")
    }
  }

  /// Returns a time in seconds with three decimal places.
  private static func seconds(of time: MediaTime) -> String {
    let milliseconds = time.nanoseconds(rounding: .down) / 1_000_000
    let fraction = String(milliseconds % 1_000)
    return "\(milliseconds / 1_000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
  }
}
