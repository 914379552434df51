import PlaybackSession
import PlayheadKit

/// Carries out requests on the owner: those of keys, control lines and other programs.
extension PlaySession {
  /// Carries out a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - files: The files that it adds to the list.
  ///   - current: The current file. If the request needs it, it is open.
  ///   - finished: Called when a request that takes time is complete, and not for others.
  func carryOut(
    _ request: SessionRequest, of files: [ListedFile] = [], on current: State.Current?,
    finished: @escaping @Sendable () -> Void
  ) throws(SessionRefusal) {
    switch request {
    case .setPaused, .togglePause, .setRate, .multiplyRate, .setVolume, .changeVolume, .setMuted,
      .setFileLoop, .setLoopRange, .setKeepOpen, .setTitle:
      try set(request)
    case .setListLoop(let loop):
      guard loop.isValid else { throw .invalidValue }
      queue.playCount = loop.playCount
      try set(request)
    case .setWaitsForFiles(let waits):
      try set(request)
      if !waits, isIdle { endPlayback() }
    case .toggleLoop:
      // A loop could not return to its start.
      if let current, !current.file.canSeek {
        throw current.playback.impossible(.file(.notLoopable))
      }
      try set(request)
    case .seek(let target, let tolerance):
      state.withLock { $0.machine.settings.isStepping = false }
      guard let file = current?.file else { return }
      let position = try file.position(of: target)
      file.player.seek(to: position, tolerance: tolerance) { Self.report($0) }
      display?.update()
    case .step(let count):
      guard let player = current?.file.player else { return finished() }
      try set(request)
      player.step(byCount: count) { result in
        Self.report(result)
        finished()
      }
    case .load(_, let place), .loadList(_, let place): add(files, place)
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
      noteListChange()
    case .stop(let keepsList):
      if keepsList { queue.stop() } else { queue.replaceEntries(with: []) }
      noteListChange(leaving: true)
    case .reportPosition: current?.playback.writePosition()
    case .showHelp: display.map { $0.say(SessionRequest.keyHelp(columns: $0.width)) }
    case .quit(let status):
      if let status { state.withLock { $0.chosenStatus = ExitStatus(rawValue: status) } }
      stop(.quit)
    }
  }

  private func set(_ request: SessionRequest) throws(SessionRefusal) {
    try changeSettings { settings throws(SessionRefusal) in try settings.apply(request) }
  }

  private static func report(_ result: Result<SeekResult, MediaError>) {
    guard case .failure(let error) = result else { return }
    // The file is about to be closed, or a newer seek replaced this one.
    if error.reason == .interrupted || error.reason == .cancelled { return }
    Messages.say("\(error)")
  }
}
