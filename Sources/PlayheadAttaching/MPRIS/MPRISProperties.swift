import PlayheadInterprocess
import PlayheadTimekeeping

/// The properties of a player, apart from its position.
struct MPRISProperties: Equatable {
  private(set) var playback = PlayerFacts.Playback.stopped
  /// The rate; nil if the player states none.
  private(set) var rate: Double?
  private(set) var leastRate: Double?
  private(set) var greatestRate: Double?
  /// The volume, which is 1 at 100 percent; nil if the player states none.
  private(set) var volume: Double?
  private(set) var track: MPRISTrack?
  /// Whether the track is played again and again.
  private(set) var repeatsTrack = false
  /// The number of items until now.
  private(set) var itemCount = 0
  /// Which requests the player excludes, by the names of the properties.
  private(set) var denied: Set<String> = []

  private static let permissions = [
    "CanControl", "CanSeek", "CanPlay", "CanPause", "CanGoNext", "CanGoPrevious",
  ]

  /// Whether the player permits what a property such as `CanSeek` names. A missing property denies nothing.
  func allows(_ permission: String) -> Bool {
    denied.isDisjoint(with: ["CanControl", permission])
  }

  /// Applies values of properties. Values of wrong types are ignored.
  mutating func update(_ values: [String: BusValue]) {
    switch values["PlaybackStatus"] {
    case .text("Playing"): playback = .playing
    case .text("Paused"): playback = .paused
    case .text("Stopped"): playback = .stopped
    default: break
    }
    if case .text(let status)? = values["LoopStatus"] { repeatsTrack = status == "Track" }
    rate = MPRISValue.real(values["Rate"]) ?? rate
    leastRate = MPRISValue.real(values["MinimumRate"]) ?? leastRate
    greatestRate = MPRISValue.real(values["MaximumRate"]) ?? greatestRate
    volume = MPRISValue.real(values["Volume"]) ?? volume
    for permission in Self.permissions {
      switch MPRISValue.boolean(values[permission]) {
      case true?: denied.remove(permission)
      case false?: denied.insert(permission)
      case nil: break
      }
    }
    guard case .dictionary(let metadata)? = values["Metadata"] else { return }
    let newTrack = MPRISTrack(metadata)
    if let newTrack, newTrack.isOther(than: track) { itemCount += 1 }
    track = newTrack
  }

  /// The properties as facts of the player, which a unique text identifies.
  func facts(of player: String) -> PlayerFacts {
    var facts = PlayerFacts()
    facts.playback = playback
    if let rate {
      // By the specification, a rate of 0 is a pause.
      if rate == 0, playback == .playing { facts.playback = .paused }
      if let rate = Rate(rate), !rate.isPaused { facts.rate = rate }
    }
    facts.volume = volume.map { min(max($0, 0), 1_000) * 100 }
    facts.canSeek = allows("CanSeek")
    if let track, repeatsTrack {
      facts.loop = PlayerFacts.Loop(start: .zero, end: track.duration)
    }
    facts.item = track.map { track in
      var item = PlayerFacts.Item(identity: "\(player) \(itemCount) \(track.path ?? "")")
      item.location = track.location
      item.title = track.title
      item.artist = track.artist
      item.duration = track.duration
      return item
    }
    return facts
  }
}
