import PlaybackSession
import PlayheadAttaching
import PlayheadCore
import PlayheadPlayCommands
import PlayheadRecords
import PlayheadTimekeeping

/// The requests of the user, from keys and from `--control`, which the other player carries out.
extension AttachSession {
  /// Carries out a request, or passes it to the player, once that has answered. Throws why it cannot.
  func perform(_ request: SessionRequest) throws(SessionRefusal) {
    if try keepEarly(request) { return }
    try carryOut(request)
  }

  func carryOut(_ request: SessionRequest) throws(SessionRefusal) {
    switch request {
    case .reportPosition: return session.report()
    case .showHelp:
      return outputs.display.map {
        $0.say(SessionRequest.keyHelp(columns: $0.width, rows: $0.height))
      } ?? ()
    case .quit:
      defer { session.stop(.quit) }
      if options.quitsPlayer { try send(.quit) }
    default:
      for request in try playerRequests(request) {
        try send(request)
        recordSent(request)
      }
    }
  }

  /// Records what the player was asked for, until it has done it.
  private func recordSent(_ request: PlayerRequest) {
    let now = clock.now
    let present = player?.settings ?? SessionSettings()
    updateRecent { recent in
      var settings = recent.settings(present, at: now)
      switch request {
      case .seek(let position): return recent.record(position, at: now)
      case .setPaused(let isPaused): settings.isPaused = isPaused
      case .setRate(let rate): settings.rate = rate
      case .setVolume(let volume): settings.volume = volume
      case .setMuted(let isMuted): settings.isMuted = isMuted
      case .next, .previous: return recent = RecentRequests()
      case .quit: return
      }
      recent.record(settings, at: now)
    }
  }

  private func send(_ request: PlayerRequest) throws(SessionRefusal) {
    guard let player else { throw .refused(TransportRefusal.unavailable.description) }
    do { try player.request(request) } catch { throw .refused(error.description) }
  }

  /// Returns the requests to the player that carry out a request of the user.
  private func playerRequests(
    _ request: SessionRequest
  ) throws(SessionRefusal) -> [PlayerRequest] {
    guard let player, let facts = player.facts else {
      throw .refused(TransportRefusal.unavailable.description)
    }
    var settings = recent.settings(player.settings, at: clock.now)
    switch request {
    case .setPaused, .togglePause:
      try settings.apply(request)
      return [.setPaused(settings.isPaused)]
    case .setRate, .multiplyRate:
      try settings.apply(request)
      return [.setRate(settings.rate)]
    case .setVolume, .changeVolume:
      guard facts.volume != nil else { throw .refused("the player does not report its volume") }
      try settings.apply(request)
      return [.setVolume(settings.volume)]
    case .setMuted:
      guard facts.isMuted != nil else { throw .refused("the player cannot be muted") }
      try settings.apply(request)
      return [.setMuted(settings.isMuted)]
    case .seek(let target, _): return [.seek(to: try position(of: target, in: player))]
    case .next: return [.next]
    case .previous: return [.previous]
    default: throw .refused("this cannot be requested of another player")
    }
  }

  private func position(
    of target: SeekTarget, in player: AttachedPlayer
  ) throws(SessionRefusal) -> MediaTime {
    guard let item = player.currentItem, let progress = player.progressIfKnown else {
      throw .noFile
    }
    let place = recent.position(progress.position, at: clock.now)
    return try target.position(
      from: { place }, duration: item.duration
    ) { target throws(SessionRefusal) in
      try target.position(
        of: PlayedItem(item, of: options.name, number: 1), chapters: ChapterList(item.chapters),
        from: place, duration: item.duration)
    }
  }
}

extension AttachedPlayer {
  /// The settings of the player, as it reports them.
  var settings: SessionSettings {
    var settings = SessionSettings()
    guard let facts else { return settings }
    settings.rate = facts.rate
    settings.isPaused = facts.playback == .paused || facts.playback == .stopped
    settings.volume = facts.volume ?? settings.volume
    settings.isMuted = facts.isMuted ?? false
    return settings
  }
}
