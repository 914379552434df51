import PlayheadTimekeeping

/// Playing and pausing.
extension PlayerQueue {
  /// The rate of the current item and the items after it; 0 is paused. Setting it calls `setRate(_:)`.
  ///
  /// It does not change when an item ends, also the last one: an item that is appended then plays at once.
  /// So `playbackStatePublisher` reports the end, and `rate` does not.
  public var rate: Rate {
    get { state.withLock { $0.machine.rate } }
    set { setRate(newValue) }
  }

  /// Plays at the normal rate.
  public func play() {
    setRate(.normal)
  }

  /// Pauses the current item.
  public func pause() {
    setRate(.paused)
  }

  /// Plays or pauses.
  ///
  /// - Parameter rate: The rate, from 0.1 to 16; the rate 0 pauses.
  public func setRate(_ rate: Rate) {
    Player.checkRate(rate)
    state.withLock { $0.machine.setRate(rate) }
    prepareNextSound()
    applyRate(.now)
  }

  /// Plays at `rate` from a host instant on: the current item waits at its position until then. If
  /// it cannot be opened, the next one does.
  ///
  /// - Parameters:
  ///   - rate: The rate, from 0.1 to 16; the rate 0 pauses.
  ///   - time: The position of the current item at `instant`, or nil for its current position.
  ///   - instant: The instant when playback starts.
  public func beginRate(_ rate: Rate, time: MediaTime? = nil, atHostTime instant: HostInstant) {
    Player.checkRate(rate)
    state.withLock { $0.machine.setRate(rate, at: rate.isPaused ? nil : instant) }
    prepareNextSound()
    applyRate(.at(instant), from: time)
  }

  /// Sets the queue's rate on the current item, again if either changes in the meantime; `start` is that of `beginner`.
  func applyRate(
    _ start: PlaylistMachine<Entry>.Start, from time: MediaTime? = nil, to beginner: Player? = nil
  ) {
    var (start, time) = (start, time)
    var (item, rate) = playing
    if let beginner, item !== beginner { return }
    while let player = item {
      switch start {
      case .asOf(let instant) where !rate.isPaused: player.setRate(rate, asOf: instant)
      case .at(let instant) where !rate.isPaused || time != nil:
        player.beginRate(rate, time: time, atHostTime: instant)
      // Setting the same rate would cancel the scheduled start.
      case .now where player.playbackState == .waiting && player.rate == rate: break
      default: player.setRate(rate)
      }
      (start, time) = (.now, nil)
      let (newItem, newRate) = playing
      if newItem === player, newRate == rate { return }
      (item, rate) = (newItem, newRate)
    }
  }

  /// The items whose sound is prepared.
  private struct NextSound {
    /// The current item, if the queue is paused.
    var held: Player?
    /// The item that follows.
    var next: Player?
    var others: [Player]
    var rate: Rate

    func isSame(as other: NextSound) -> Bool {
      held === other.held && next === other.next && rate == other.rate
        && others.elementsEqual(other.others, by: ===)
    }
  }

  /// Makes the item that plays next, and no other one, prepare sound that follows that of the current item.
  func prepareNextSound() {
    // Again if another thread has changed the queue in the meantime, so that the newest is last.
    var sound = nextSound
    while true {
      sound.held?.holdSound()
      for player in sound.others { player.prepareSound(following: nil) }
      sound.next?.prepareSound(following: sound.rate.isPaused ? .normal : sound.rate)
      let newest = nextSound
      if newest.isSame(as: sound) { return }
      sound = newest
    }
  }

  private var nextSound: NextSound {
    state.withLock { state in
      let machine = state.machine
      let next = machine.actionAtItemEnd == .advance ? machine.next?.entry : nil
      let others = state.players.filter { $0.key != machine.currentEntry && $0.key != next }
      return NextSound(
        held: machine.rate.isPaused
          ? machine.currentEntry.flatMap { state.player(of: $0) } : nil,
        next: next.flatMap { state.players[$0]?.player }, others: others.map(\.value.player),
        rate: machine.rate)
    }
  }

  /// The item that plays, and the queue's rate.
  private var playing: (Player?, Rate) {
    state.withLock { state in
      let player = state.machine.playingEntry.flatMap { state.player(of: $0) }
      return (player, state.machine.rate)
    }
  }
}
