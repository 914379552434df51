import PlayheadAttaching
import PlayheadChasing
import PlayheadServing
import PlayheadTimekeeping

/// What `attach` follows.
enum AttachTarget: Hashable, CustomStringConvertible {
  case player(PlayerAddress)
  case timecode(TimecodeAddress)
  case timeline(TimelineAddress)

  /// Parses the name of a player, of timecode or of a served timeline. Returns nil for any other text.
  init?(_ text: String) {
    let target =
      TimelineAddress(text).map(Self.timeline) ?? TimecodeAddress(text).map(Self.timecode)
      ?? PlayerAddress(text).map(Self.player)
    guard let target else { return nil }
    self = target
  }

  var description: String {
    switch self {
    case .player(let address): "\(address)"
    case .timecode(let address): "\(address)"
    case .timeline(let address): "\(address)"
    }
  }

  /// Whether it can be asked to move.
  var isPlayer: Bool { if case .player = self { true } else { false } }
  var isTimecode: Bool { if case .timecode = self { true } else { false } }
  var timeline: TimelineAddress? { if case .timeline(let address) = self { address } else { nil } }

  /// Attaches to it, for a server that offers its position further.
  func attach(
    _ options: AttachOptions, media: AttachedMedia, clock: any HostClock,
    for server: TimelineServer?
  ) -> AttachedPlayer {
    let bound = Duration(options.bound)
    let freewheel = options.freewheel.map { Duration($0) }
    switch self {
    case .player(let address):
      return AttachedPlayer(
        address, clock: clock, uncertainty: bound, latency: options.latency,
        heard: !options.keepsPlayerClock, media: media)
    case .timecode(let address):
      let source = address.makeSource(
        options.records.style.timecodeRate, freewheel: freewheel, clock: clock)
      return AttachedPlayer(
        source, clock: clock, uncertainty: bound, latency: options.latency, media: media)
    case .timeline(let address):
      let source = address.makeSource(
        options.records.serving.key, freewheel: freewheel ?? .seconds(10), clock: clock, for: server
      )
      return AttachedPlayer(source, clock: clock, latency: options.latency, media: media)
    }
  }
}
