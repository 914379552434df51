import PlayheadCore
import PlayheadMedia
import PlayheadTimekeeping

/// Carries out requests on the owner: those of keys, control lines and other programs.
extension QueueSession: ControlledSession {
  /// Carries out the request of a program. If it throws, nothing has changed.
  package func perform(_ request: SessionRequest) throws(SessionRefusal) {
    var entries: (() -> [PlayerQueue.Entry])?
    switch request {
    case .load, .loadList: entries = try host?.entries(of: request)
    default: break
    }
    try owner.run { () throws(SessionRefusal) in
      let (machine, file) = state.withLock { ($0.machine, $0.file) }
      try machine.check(request)
      if request.needsFile, isLeaving { throw .noFile }
      switch request {
      case .next, .previous: if queue.list.currentIndex == nil { throw .noEntry }
      case .seek(let target, _): try file?.expectSeek(to: target)
      case .step: try file?.expect(request)
      default: break
      }
      try carryOut(request, adding: entries ?? { [] }, on: file) {}
    }
  }

  /// Carries out the request of a user, or stores it, in order behind those that wait, until its file is open.
  package func performForUser(
    _ request: SessionRequest, inOrder: Bool
  ) throws(SessionRefusal) {
    try owner.run { () throws(SessionRefusal) in
      let isIdle = self.isIdle
      if isIdle, request.needsFile { throw .noFile }
      let (admission, file) = state.withLock { state in
        let admission = state.machine.requests.admit(request, inOrder: inOrder, isIdle: isIdle)
        return (admission, state.file)
      }
      switch admission {
      case .full: throw .tooManyRequests
      case .later: limitQuit(restarting: false)
      case .now:
        let takesTime = inOrder && request.takesTime
        if takesTime { state.withLock { $0.machine.requests.catchUp() } }
        do throws(SessionRefusal) {
          try carryOut(request, on: file) { [weak self] in if inOrder { self?.performWaiting() } }
        } catch {
          if takesTime { performWaiting() }
          throw error
        }
      }
    }
  }

  // MARK: Waiting requests

  /// Carries out the waiting requests, because the file was opened.
  package func catchUp() {
    owner.run {
      // If the file is about to be closed, the requests wait for the next one.
      if !isLeaving { state.withLock { $0.machine.requests.catchUp() } }
      performWaiting()
    }
  }

  /// Carries out the waiting requests. After one that takes time, continues when that is complete.
  private func performWaiting() {
    owner.run {
      while !machine.isStopped,
        let request = state.withLock({ $0.machine.requests.next() })
      {
        if performWaiting(request), request.takesTime { break }
      }
      limitQuit()
    }
  }

  /// Carries out what waits, because no file is left to wait for.
  func performWithoutFile() {
    while isIdle, !machine.isStopped,
      let request = state.withLock({ $0.machine.requests.nextWithoutFile() })
    {
      performWaiting(request)
    }
    refuseDropped()
  }

  /// Carries out a request that has waited. Returns false if it is refused.
  @discardableResult private func performWaiting(_ request: SessionRequest) -> Bool {
    do throws(SessionRefusal) {
      try carryOut(request, on: state.withLock { $0.file }) { [weak self] in
        self?.performWaiting()
      }
      return true
    } catch {
      host?.report(error, of: request)
      return false
    }
  }

  /// Refuses the requests that waited for a file that does not play.
  func refuseDropped() {
    for request in state.withLock({ $0.machine.requests.removeDropped() }) {
      host?.report(.noFile, of: request)
    }
  }

  /// Gives a waiting request to quit a limited time, from now if it is restarted.
  private func limitQuit(restarting isRestarting: Bool = true) {
    let now = queue.clock.now
    let routine = state.withLock { state -> (any HostRoutine)? in
      guard state.machine.requests.isQuitWaiting else {
        state.quitDeadline = nil
        return nil
      }
      if !isRestarting, state.quitDeadline != nil { return nil }
      state.quitDeadline = now.advanced(by: RequestQueue.quitPatience)
      return state.quitRoutine
    }
    routine?.wake()
  }

  /// Carries out a request to quit that waits too long, for example for a server that does not answer.
  func quitIfDue() -> HostRoutineNext {
    guard let deadline = state.withLock({ $0.quitDeadline }) else { return .wait(until: nil) }
    if queue.clock.now < deadline { return .wait(until: deadline) }
    owner.run {
      let (quit, isStopped) = state.withLock { state in
        state.quitDeadline = nil
        return (state.machine.requests.skipToQuit(), state.machine.isStopped)
      }
      guard let quit, !isStopped else { return }
      refuseDropped()
      host?.carryOut(quit)
    }
    return .wait(until: nil)
  }

  /// Carries out a request on its open file, if it needs one; calls `finished` when one that takes time is complete.
  private func carryOut(
    _ request: SessionRequest, adding entries: () -> [PlayerQueue.Entry] = { [] },
    on file: SessionFile?, finished: @escaping @Sendable () -> Void
  ) throws(SessionRefusal) {
    switch request {
    case .setPaused, .togglePause, .setRate, .multiplyRate, .setVolume, .changeVolume, .setMuted,
      .setFileLoop, .setLoopRange, .setKeepOpen, .setTitle:
      try set { settings throws(SessionRefusal) in try settings.apply(request) }
    case .setListLoop(let loop):
      guard loop.isValid else { throw .invalidValue }
      queue.playCount = loop.playCount
      try set { settings throws(SessionRefusal) in try settings.apply(request) }
    case .setWaitsForFiles(let waits):
      set { $0.waitsForFiles = waits }
      if !waits, isIdle { endPlayback() }
    case .toggleLoop:
      // A loop could not return to its start.
      if let file, !file.canSeek { try file.expect(request) }
      try set { settings throws(SessionRefusal) in try settings.apply(request) }
    case .seek(let target, let tolerance):
      state.withLock { $0.machine.settings.isStepping = false }
      guard let file else { return }
      let position = try file.position(of: target)
      file.player.beginSeek(to: position, tolerance: tolerance) { [weak self] in self?.report($0) }
      host?.didSeek()
    case .step(let count):
      guard let file else { return finished() }
      try set { settings throws(SessionRefusal) in try settings.apply(request) }
      file.player.beginStep(byCount: count) { [weak self] result in
        self?.report(result)
        finished()
      }
    case .load(_, let place), .loadList(_, let place): add(entries(), place)
    case .play(let index): try changeList(leaving: true) { queue.play(at: index) }
    case .next: try changeList(leaving: true) { queue.move(by: 1) }
    case .previous: try changeList(leaving: true) { queue.move(by: -1) }
    case .remove(let index):
      let wasLeaving = queue.departure != nil
      try changeList(leaving: !wasLeaving) { queue.removeEntry(at: index) }
    case .move(let index, let target): try changeList { queue.moveEntry(from: index, to: target) }
    case .reorder(let order): reorder(order)
    case .clear:
      queue.removeOtherEntries()
      applyListChange()
    case .stop(let keepsList):
      if keepsList { queue.stop() } else { queue.replaceEntries(with: []) }
      applyListChange(leaving: true)
    case .reportPosition, .showHelp, .quit: host?.carryOut(request)
    }
  }

  private func report(_ result: Result<SeekResult, MediaError>) {
    guard case .failure(let error) = result else { return }
    // The file is about to be closed, or a newer seek replaced this one.
    if error.reason == .interrupted || error.reason == .cancelled { return }
    host?.report(error)
  }

  /// Changes the settings, and applies them.
  package func changeSettings(_ change: (inout SessionSettings) -> Void) {
    owner.run { set(change) }
  }

  /// Changes the settings on the owner, unless `change` throws, and applies them: the rate again if nothing changed.
  private func set<Failure: Error>(
    _ change: (inout SessionSettings) throws(Failure) -> Void
  ) throws(Failure) {
    let (old, file) = state.withLock { ($0.machine.settings, $0.file) }
    var settings = old
    try change(&settings)
    // A file that has stayed open at its end is paused until a seek.
    if old.keepOpen != .none, old.isPaused, file?.player.currentProgress().state == .ended {
      settings.isPaused = true
    }
    state.withLock { $0.machine.settings = settings }
    if settings.playerRate != old.playerRate || settings == old {
      queue.setRate(settings.playerRate)
    }
    if (settings.volume, settings.isMuted) != (old.volume, old.isMuted) {
      file?.apply(settings, hasSound: hasSound)
      for player in queue.items { settings.applyVolume(to: player) }
    }
    if (settings.fileLoop, settings.loopRange) != (old.fileLoop, old.loopRange) {
      file?.apply(settings, hasSound: hasSound)
      if let policy = host?.preloading(settings) { queue.preloadPolicy = policy }
    }
    host?.didApply(settings, after: old)
    if settings != old { publish(.settingsChanged) }
  }

  // MARK: The list

  private func add(_ entries: [PlayerQueue.Entry], _ place: LoadMode) {
    switch place {
    case .replace: queue.replaceEntries(with: entries)
    case .append, .appendAsAttempt: queue.append(entries, plays: false)
    case .appendAndPlay: queue.append(entries, plays: true)
    }
    applyListChange(leaving: place == .replace)
  }

  /// Sorts the list into an order of identities.
  private func reorder(_ order: [Int]) {
    let places = Dictionary(zip(order, order.indices)) { first, _ in first }
    let entries = queue.entries.enumerated().map { index, entry in
      (entry, place: places[entry.id] ?? order.count + index)
    }
    _ = queue.reorder(entries.sorted { $0.place < $1.place }.map(\.0))
    applyListChange()
  }

  /// Changes the list, and reports the change. Throws `noEntry` if `change` returns false.
  private func changeList(
    leaving: Bool = false, _ change: () -> Bool
  ) throws(SessionRefusal) {
    guard change() else { throw .noEntry }
    applyListChange(leaving: leaving)
  }

  /// Applies a change of the queue to the current file, which may be left, and publishes it.
  private func applyListChange(leaving: Bool = false) {
    // The entry that was removed may be another one, and the queue may already have left the file.
    if leaving, let left = queue.departure?.entry {
      state.withLock { $0.machine.requests.leave() }
      refuseDropped()
      host?.leave(left)
    }
    // The current file may have another number in the list.
    if let entry = state.withLock({ $0.file })?.entry, let (index, count) = queue.index(of: entry) {
      host?.setIndex(index, of: count)
    }
    publish(.listChanged)
  }
}
