import PlayheadKit
import RemoteControl

/// The session as other programs see and control it.
extension PlaySession: ControlledSession {
  /// A list as it was shown last. Only the entries that were appended since then are added to it.
  struct ShownList {
    var arrangement = 0
    var files: [PlaylistEntry] = []
  }

  var snapshot: SessionSnapshot {
    let list = queue.list
    let files = files(of: list)
    let (settings, player, lastID) = state.withLock {
      ($0.settings, $0.playback?.player, $0.lastID)
    }
    let isPlaying = player != nil && list.player === player
    return SessionSnapshot(
      entries: files, greatestID: lastID, currentIndex: list.currentIndex,
      player: isPlaying ? player : nil,
      settings: SessionSettings(
        settings, playCount: list.playCount, audioDelay: options.sound.delay ?? .zero))
  }

  private func files(of list: PlayerQueue.List) -> [PlaylistEntry] {
    let extended = state.withLock { state -> [PlaylistEntry]? in
      guard state.shown.arrangement == list.arrangement,
        case let count = state.shown.files.count, count <= list.entries.count
      else { return nil }
      // An array that another snapshot holds is copied even if nothing is appended.
      if count < list.entries.count {
        state.shown.files += list.entries[count...].compactMap(PlaylistEntry.init)
      }
      return state.shown.files
    }
    if let extended { return extended }
    let shown = ShownList(
      arrangement: list.arrangement, files: list.entries.compactMap(PlaylistEntry.init))
    let old = state.withLock { state in
      defer { state.shown = shown }
      return state.shown
    }
    withExtendedLifetime(old) {}
    return shown.files
  }

  var events: AnyPublisher<SessionEvent, Never> { eventLog.publisher }

  func perform(_ request: SessionRequest) throws(SessionRefusal) {
    if state.withLock({ $0.isOver || $0.stopReason != nil }) { throw .noFile }
    switch request {
    case .setPaused, .setRate, .setVolume, .setMuted, .setFileLoop, .setListLoop, .setLoopRange,
      .setKeepOpen, .setWaitsForFiles, .setTitle:
      try set(request)
    case .seek(let destination, let tolerance):
      let playback = try openPlayback()
      endStepping()
      try playback.seek(destination, tolerance)
    case .step(let count):
      let playback = try openPlayback()
      try playback.expectFrames()
      changeSettings { ($0.isPaused, $0.isStepping) = (true, true) }
      playback.step(count) {}
    case .load(let locations, let place): try load(locations, place)
    case .loadList(let location, let place): try loadList(location, place)
    case .play(let index): try changeList(leaving: true) { queue.play(at: index) }
    case .next: try playNeighbor(at: 1)
    case .previous: try playNeighbor(at: -1)
    case .remove(let index):
      let wasLeaving = queue.departure != nil
      try changeList(leaving: !wasLeaving) { queue.removeEntry(at: index) }
    case .move(let index, let target): try changeList { queue.moveEntry(from: index, to: target) }
    case .reorder(let order): reorder(order)
    case .clear:
      queue.removeOtherEntries()
      noteListChange()
    case .stop(let keepsList):
      if keepsList { queue.stop() } else { queue.replaceEntries(with: []) }
      noteListChange(leaving: true)
    case .quit(let status):
      state.withLock { $0.chosenStatus = ExitStatus(rawValue: status) }
      stop(.quit)
    }
  }

  /// Returns the playback of the current file, which is open.
  private func openPlayback() throws(SessionRefusal) -> FilePlayback {
    guard let playback = state.withLock({ $0.playback }), playback.isStarted, !playback.isOver,
      leaveReason == nil
    else { throw .noFile }
    return playback
  }

  private func set(_ request: SessionRequest) throws(SessionRefusal) {
    switch request {
    case .setPaused(let isPaused): changeSettings { $0.setPaused(isPaused) }
    case .setRate(let rate):
      guard Rate.playable.contains(rate) else { throw .invalidValue }
      changeSettings { $0.rate = rate }
    case .setVolume(let percent):
      guard (0...Double(Volume.greatest)).contains(percent) else { throw .invalidValue }
      changeSettings { $0.volume = Volume(percent: percent) }
    case .setMuted(let isMuted): changeSettings { $0.isMuted = isMuted }
    case .setFileLoop(let repetition):
      guard repetition.isValid else { throw .invalidValue }
      changeSettings { ($0.isLooping, $0.loopCount) = (repetition.isLoop, repetition.count) }
    case .setListLoop(let repetition):
      guard repetition.isValid else { throw .invalidValue }
      let count = repetition.isLoop ? repetition.count : 1
      queue.playCount = count
      state.withLock { $0.playCount = count }
      eventLog.send(.settingsChanged)
    case .setLoopRange(let start, let end):
      guard [start, end].allSatisfy({ $0.map { $0 >= .zero } ?? true }) else { throw .invalidValue }
      changeSettings { ($0.loopStart, $0.loopEnd) = (start, end) }
    case .setKeepOpen(let files): changeSettings { $0.keepOpen = files }
    case .setWaitsForFiles(let waits):
      changeSettings { $0.waitsForFiles = waits }
      if !waits, isIdle { endPlayback() }
    case .setTitle(let title): changeSettings { $0.title = title }
    case .seek, .step, .load, .loadList, .play, .next, .previous, .remove, .move, .reorder,
      .clear, .stop, .quit:
      break
    }
  }
}

extension PlaylistEntry {
  /// Returns nil if the entry has no file.
  fileprivate init?(_ entry: PlayerQueue.Entry) {
    guard let queued = entry.queuedFile else { return nil }
    self.init(id: queued.id, location: queued.file.argument, title: queued.file.title)
  }
}

extension SessionSettings {
  /// Creates the settings that other programs see.
  ///
  /// - Parameters:
  ///   - settings: The settings of the session.
  ///   - playCount: How often the list is played; nil for no limit.
  ///   - audioDelay: By how much sound is heard later.
  fileprivate init(_ settings: TransportSettings, playCount: Int?, audioDelay: Duration) {
    self.init()
    rate = settings.rate
    isPaused = settings.isPaused
    volume = settings.volume.percent
    isMuted = settings.isMuted
    fileLoop = settings.isLooping ? Repetition(count: settings.loopCount) : .none
    listLoop = playCount == 1 ? .none : Repetition(count: playCount)
    (loopStart, loopEnd) = (settings.loopStart, settings.loopEnd)
    (keepOpen, waitsForFiles, title) = (settings.keepOpen, settings.waitsForFiles, settings.title)
    self.audioDelay = audioDelay
  }
}

extension Repetition {
  fileprivate init(count: Int?) {
    self = count.map { .times($0) } ?? .endless
  }

  /// The number of times; nil for no limit, and if nothing is repeated.
  fileprivate var count: Int? { if case .times(let count) = self { count } else { nil } }

  fileprivate var isLoop: Bool { self != .none }

  fileprivate var isValid: Bool { count.map { $0 > 0 } ?? true }
}
