import PlayheadTimekeeping

extension MPVProtocol {
  /// The facts that are true now.
  var facts: PlayerFacts {
    var facts = PlayerFacts()
    facts.playback = playback
    facts.rate = properties.rate
    facts.volume = properties.volume
    facts.isMuted = properties.isMuted
    guard stage != .none else { return facts }
    var item = PlayerFacts.Item(identity: String(fileCount))
    if stage == .open {
      (item.location, item.directory) = (properties.location, properties.directory)
      item.zero = properties.zero
      item.title = properties.title
      item.duration = properties.duration
      item.chapters = properties.chapters
      item.place = properties.place
      facts.canSeek = properties.canSeek
    }
    facts.item = item
    return facts
  }

  private var playback: PlayerFacts.Playback {
    if stage == .none || stage == .open && properties.hasReachedEnd { return .stopped }
    if properties.isPaused { return .paused }
    let waits =
      stage != .open || seeks.start != nil || properties.isSeeking || properties.isCoreIdle
      || properties.waitsForMedia
    return waits ? .waiting : .playing
  }
}
