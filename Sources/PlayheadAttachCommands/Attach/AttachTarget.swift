import PlayheadAttaching
import PlayheadChasing
import PlayheadTimekeeping

/// What `attach` follows.
enum AttachTarget: Hashable, CustomStringConvertible {
  case player(PlayerAddress)
  case timecode(TimecodeAddress)

  /// Parses the name of a player or of timecode. Returns nil for any other text.
  init?(_ text: String) {
    if let timecode = TimecodeAddress(text) {
      self = .timecode(timecode)
    } else if let player = PlayerAddress(text) {
      self = .player(player)
    } else {
      return nil
    }
  }

  var description: String {
    switch self {
    case .player(let address): "\(address)"
    case .timecode(let address): "\(address)"
    }
  }

  var isTimecode: Bool { if case .timecode = self { true } else { false } }

  /// Attaches to it.
  func attach(
    _ options: AttachOptions, media: AttachedMedia, clock: any HostClock
  ) -> AttachedPlayer {
    let bound = Duration(options.bound)
    switch self {
    case .player(let address):
      return AttachedPlayer(
        address, clock: clock, uncertainty: bound, latency: options.latency,
        heard: !options.keepsPlayerClock, media: media)
    case .timecode(let address):
      return AttachedPlayer(
        address, clock: clock, uncertainty: bound, latency: options.latency,
        frameRate: options.records.style.timecodeRate,
        freewheel: options.freewheel.map { Duration($0) }, media: media)
    }
  }
}
