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

  /// Attaches to it, for a server that offers its position. A closure receives the number of a timeline's origin.
  func attach(
    _ options: AttachOptions, media: AttachedMedia, clock: any HostClock,
    for server: TimelineServer?, noting note: @escaping @Sendable (UInt64) -> Void = { _ in }
  ) -> AttachedPlayer {
    let bound = Duration(options.bound)
    switch self {
    case .player(let address):
      let player = AttachedPlayer(
        address, clock: clock, uncertainty: bound, latency: options.latency,
        heard: !options.keepsPlayerClock, media: media)
      server?.offer { [weak player] in player.flatMap(FollowTarget.attached(self).origin) }
      return player
    case .timecode(let address):
      let source = address.makeSource(
        options.records.style.timecodeRate, freewheel: options.freewheel, clock: clock)
      return AttachedPlayer(
        source, clock: clock, uncertainty: bound, latency: options.latency, media: media)
    case .timeline(let address):
      let source = address.makeSource(
        options.records.serving.key, freewheel: options.freewheel ?? .seconds(10), clock: clock
      ) { [weak server] origin in
        note(origin)
        return server?.follow(origin: origin) ?? true
      }
      return AttachedPlayer(source, clock: clock, latency: options.latency, media: media)
    }
  }
}
