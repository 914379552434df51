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
      item.listIndex = properties.listIndex
      facts.canSeek = properties.canSeek && !properties.isStill
      facts.isStill = properties.isStill
      facts.loop = loop.part
    }
    facts.item = item
    return facts
  }

  private var playback: PlayerFacts.Playback {
    if stage == .none || stage == .open && properties.hasReachedEnd { return .stopped }
    if properties.isPaused { return .paused }
    if stage != .open || properties.waitsForMedia { return .waiting }
    // The sound of a pass is heard while mpv seeks for the next one.
    if seeks.isLoop { return .playing }
    let waits = seeks.start != nil || properties.isSeeking || properties.isCoreIdle
    return waits ? .waiting : .playing
  }
}
