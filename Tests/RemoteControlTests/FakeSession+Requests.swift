import PlaybackSession
import PlayheadCore
import PlayheadTimekeeping

extension FakeSession {
  func perform(_ request: SessionRequest) throws(SessionRefusal) {
    state.withLock { $0.requests.append(request) }
    switch request {
    case .setPaused(let isPaused): set { $0.isPaused = isPaused }
    case .setRate(let rate):
      guard Rate.playable.contains(rate) else { throw .invalidValue }
      set { $0.rate = rate }
    case .setVolume(let volume):
      guard (0...200).contains(volume) else { throw .invalidValue }
      set { $0.volume = volume }
    case .setMuted(let isMuted): set { $0.isMuted = isMuted ?? !$0.isMuted }
    case .setFileLoop(let loop): set { $0.fileLoop = loop }
    case .setListLoop(let loop): set { $0.listLoop = loop }
    case .setLoopRange(let start, let end): set { ($0.loopStart, $0.loopEnd) = (start, end) }
    case .setKeepOpen(let files): set { $0.keepOpen = files }
    case .setWaitsForFiles(let waits): set { $0.waitsForFiles = waits }
    case .setTitle(let title): set { $0.title = title }
    case .seek(let destination, let tolerance): try seek(destination, tolerance)
    case .step(let count):
      let player = try openPlayer()
      set { $0.isPaused = true }
      send(.seeking)
      player.beginStep(byCount: count) { [weak self] _ in
        self?.send(.restarted(player.currentProgress()))
      }
    case .load(let locations, let place): try load(locations, place)
    case .loadList(let location, let place):
      guard location.hasSuffix(".m3u") else { throw .refused("\(location): not a playlist") }
      try load(["\(location)/1", "\(location)/2"], place)
    case .play(let index): open(try checked(index))
    case .next: try move(by: 1)
    case .previous: try move(by: -1)
    case .remove(let index): remove(try checked(index))
    case .move(let from, let to): try move(from: from, to: to)
    case .reorder(let order): reorder(order)
    case .clear: clear()
    case .stop(keepsList: true): if snapshot.currentIndex != nil { wait(leaving: .stopped) }
    case .stop(keepsList: false):
      state.withLock { $0.snapshot.entries = $0.snapshot.currentEntry.map { [$0] } ?? [] }
      wait(leaving: .stopped)
      state.withLock { $0.snapshot.entries = [] }
      send(.listChanged)
    case .quit: close()
    // Requests of keys.
    case .togglePause, .multiplyRate, .changeVolume, .toggleLoop, .reportPosition, .showHelp:
      throw .invalidValue
    }
  }

  func apply(_ settings: SessionSettings, to player: Player) {
    player.volume = Float(settings.volume / 100)
    player.isMuted = settings.isMuted
    player.setLoop(settings.loop)
    player.setRate(settings.isPaused ? .paused : settings.rate)
  }

  private func set(_ change: (inout SessionSettings) -> Void) {
    let (hasChanged, settings, player) = state.withLock { state in
      let old = state.snapshot.settings
      change(&state.snapshot.settings)
      return (old != state.snapshot.settings, state.snapshot.settings, state.snapshot.player)
    }
    guard hasChanged else { return }
    if let player, player.status == .readyToPlay { apply(settings, to: player) }
    send(.settingsChanged)
  }

  private func openPlayer() throws(SessionRefusal) -> Player {
    guard let player = snapshot.player, player.status == .readyToPlay else { throw .noFile }
    return player
  }

  private func seek(
    _ destination: SeekTarget, _ tolerance: SeekTolerance
  ) throws(SessionRefusal) {
    let player = try openPlayer()
    guard player.mediaInfo?.isSeekable == true else { throw .notSeekable }
    let target: MediaTime
    switch destination {
    case .position(let position): target = position
    case .offset(let offset): target = player.currentTime() + offset
    case .fraction(let fraction):
      guard let duration = player.duration else { throw .unknownDuration }
      target = .seconds(duration.time.seconds * fraction)
    case .point, .chapters: throw .invalidValue
    }
    send(.seeking)
    player.beginSeek(to: max(target, .zero), tolerance: tolerance) { [weak self] _ in
      self?.send(.restarted(player.currentProgress()))
    }
  }

  // MARK: The list

  private func checked(_ index: Int) throws(SessionRefusal) -> Int {
    guard snapshot.entries.indices.contains(index) else { throw .noEntry }
    return index
  }

  private func load(_ locations: [String], _ place: LoadMode) throws(SessionRefusal) {
    try check(locations)
    if place == .replace { leave(.stopped) }
    let (first, isIdle) = state.withLock { state in
      if place == .replace {
        state.snapshot.entries = []
        state.snapshot.currentIndex = nil
      }
      let first = state.snapshot.entries.count
      state.snapshot.entries += locations.map { entry(of: $0, in: &state) }
      return (first, state.snapshot.currentIndex == nil)
    }
    send(.listChanged)
    if place != .append, place != .appendAsAttempt, isIdle { open(first) }
  }

  private func move(by offset: Int) throws(SessionRefusal) {
    let snapshot = snapshot
    let count = snapshot.entries.count
    guard let index = snapshot.currentIndex else { throw .noEntry }
    let isRound = snapshot.settings.listLoop != .none
    let target = isRound ? (index + offset + count) % count : index + offset
    open(try checked(target))
  }

  private func remove(_ index: Int) {
    let isCurrent = snapshot.currentIndex == index
    if isCurrent { leave(.stopped) }
    let isLast = editList { $0.remove(at: index) }
    send(.listChanged)
    if isCurrent { isLast ? wait(leaving: .stopped) : open(index) }
  }

  private func move(from: Int, to: Int) throws(SessionRefusal) {
    let from = try checked(from)
    guard (0...snapshot.entries.count).contains(to) else { throw .noEntry }
    _ = editList { entries in
      let entry = entries.remove(at: from)
      entries.insert(entry, at: to > from ? to - 1 : to)
    }
    send(.listChanged)
  }

  private func reorder(_ order: [Int]) {
    let places = Dictionary(zip(order, order.indices)) { first, _ in first }
    _ = editList { entries in
      let old = entries.enumerated().map { ($1, place: places[$1.id] ?? order.count + $0) }
      entries = old.sorted { $0.place < $1.place }.map(\.0)
    }
    send(.listChanged)
  }

  private func clear() {
    let current = snapshot.currentEntry
    _ = editList { $0 = current.map { [$0] } ?? [] }
    send(.listChanged)
  }

  /// Changes the list; the current entry stays current. Returns whether nothing is left to play from
  /// the index of a current entry that was removed.
  private func editList(_ edit: (inout [PlaylistEntry]) -> Void) -> Bool {
    state.withLock { state in
      let current = state.snapshot.currentEntry
      let index = state.snapshot.currentIndex
      edit(&state.snapshot.entries)
      state.snapshot.currentIndex = current.flatMap { state.snapshot.entries.firstIndex(of: $0) }
      return index.map { $0 >= state.snapshot.entries.count } ?? true
    }
  }
}

extension SessionSettings {
  /// The loop of a player with these settings.
  fileprivate var loop: PlaybackLoop? {
    if let loopStart, let loopEnd, loopStart < loopEnd {
      return PlaybackLoop(from: loopStart, to: loopEnd)
    }
    switch fileLoop {
    case .none: return nil
    case .times(let count): return PlaybackLoop(count: count)
    case .endless: return PlaybackLoop()
    }
  }
}
