import PortableCombine
import PlayheadTimekeeping

/// A player of a queue, and the subscriptions to it.
struct QueuedPlayer {
  let player: Player
  var watching: [AnyCancellable] = []
}

/// Performs the machine's effects, on the queue's worker.
extension PlayerQueue {
  /// Performs the effects in order. This is the step of the routine.
  func carryOut() {
    while let effect = nextEffect() {
      switch effect {
      case .publish(let entry): publish(entry)
      case .open(let entry): watch(entry)
      case .load(let entry):
        // If the player cannot be made, the error is published when its turn comes.
        guard let player = try? makePlayer(of: entry) else { continue }
        watch(entry)
        prepareNextSound()
        player.beginLoading()
      case .play(let entry, let start): play(entry, start)
      case .finish(let entry):
        let queued = state.withLock { $0.players.removeValue(forKey: entry) }
        (queued?.player ?? entry.player)?.finish()
      }
    }
  }

  private func nextEffect() -> PlaylistMachine<Entry>.Effect? {
    state.withLock { state in
      state.isWaitingForSupervisor ? nil : state.machine.nextEffect()
    }
  }

  private func publish(_ entry: Entry?) {
    let supervisor = state.withLock { $0.supervisor }
    guard let entry else {
      currentSubject.send(.ended)
      supervisor?.finish()
      return
    }
    do {
      let player = try makePlayer(of: entry)
      if let supervisor {
        // The media is opened while the supervisor and the queue prepare for it.
        player.beginLoading()
        supervisor.begin(player, of: entry)
      }
      currentSubject.send(.item(entry, player))
    } catch {
      fail(entry, nil, error)
    }
  }

  private func play(_ entry: Entry, _ start: PlaylistMachine<Entry>.Start) {
    guard let player = player(of: entry) else { return }
    let supervisor = state.withLock { $0.supervisor }
    var start = start
    if case .notBefore(let instant) = start { start = instant > clock.now ? .at(instant) : .now }
    prepareNextSound()
    guard let supervisor else {
      watch(entry)
      // A paused queue opens its item, too, before the next one.
      player.beginLoading()
      return applyRate(start, to: player)
    }
    let isScheduled = if case .at = start { !rate.isPaused } else { false }
    supervisor.prepare(player, isScheduled: isScheduled)
    applyRate(start, to: player)
    supervisor.didStart(player)
  }

  private func player(of entry: Entry) -> Player? {
    state.withLock { $0.players[entry]?.player }
  }

  private func makePlayer(of entry: Entry) throws -> Player {
    if let player = player(of: entry) { return player }
    let player = try entry.makePlayer()
    state.withLock { $0.players[entry] = QueuedPlayer(player: player) }
    return player
  }

  /// Reports what happens to a player from now on, its current status first.
  private func watch(_ entry: Entry) {
    guard let player = player(of: entry) else { return }
    let (isSupervised, preloading) = state.withLock {
      ($0.machine.isSupervised, $0.machine.preloading)
    }
    var watching = [
      player.statusSubject.sink(
        // The status completes if client code closes the item.
        receiveCompletion: { [weak self] _ in self?.update { $0.failed(entry) } },
        receiveValue: { [weak self, weak player] status in
          switch status {
          case .unknown: break
          case .readyToPlay: if let player { self?.opened(entry, player) }
          case .failed(let error): if let player { self?.fail(entry, player, error) }
          }
        })
    ]
    if !isSupervised {
      watching.append(
        player.playedToEndSubject.sink { [weak self] end in
          self?.update { $0.ended(entry, at: end.instant) }
        })
    }
    // The policy may change later.
    if preloading != .atOnce {
      watching.append(
        player.isReadToItsEnd.sink { [weak self] _ in self?.update { $0.read(entry) } })
    }
    let before = state.withLock { state in
      defer { state.players[entry]?.watching = watching }
      return state.players[entry]?.watching
    }
    withExtendedLifetime(before) {}
  }

  /// Reports that a player is open, unless its entry was left and is about to begin with another one.
  private func opened(_ entry: Entry, _ player: Player) {
    let routine = state.withLock { state -> (any HostRoutine)? in
      guard state.players[entry]?.player === player, !state.machine.effects.contains(.open(entry))
      else { return nil }
      state.machine.opened(entry)
      return state.isWaitingForSupervisor ? nil : state.routine
    }
    routine?.wake()
  }

  /// Reports that an entry cannot be made or opened, if it is the current one.
  private func fail(_ entry: Entry, _ player: Player?, _ error: any Error) {
    let (isCurrent, supervisor) = state.withLock { state in
      (state.machine.currentEntry == entry, state.supervisor)
    }
    guard isCurrent else { return }
    if let supervisor { return supervisor.fail(error, of: entry, player) }
    failureSubject.send(Failure(entry: entry, error: error))
    update { $0.failed(entry) }
  }
}

extension Player {
  /// Publishes once, when the media was read to its end or to the forward end.
  fileprivate var isReadToItsEnd: some Publisher<PlayerProperties, Never> {
    propertiesSubject.first { [weak self] properties in
      properties.duration?.isExact == true
        || self?.forwardEnd.map { properties.bufferedRange.upperBound >= $0 } == true
    }
  }

  private var forwardEnd: MediaTime? { state.withLock { $0.machine.forwardEnd } }
}
