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
    return SessionSnapshot(
      entries: files, greatestID: lastID, currentIndex: list.currentIndex,
      player: list.player === player ? player : nil, settings: settings)
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
    let (isOver, playback) = state.withLock { ($0.isOver || $0.stopReason != nil, $0.playback) }
    if isOver { throw .noFile }
    switch request {
    case .next, .previous: if queue.list.currentIndex == nil { throw .noEntry }
    default: if request.needsFile { try check(request, on: playback) }
    }
    try carryOut(request, on: playback) {}
  }

  /// Throws an error if no file is open, or if the file does not allow what a program requests.
  private func check(
    _ request: SessionRequest, on playback: FilePlayback?
  ) throws(SessionRefusal) {
    guard let playback, playback.isStarted, !playback.isOver, leaveReason == nil else {
      throw .noFile
    }
    switch request {
    case .seek(let target, _): try playback.expectSeek(to: target)
    case .step: try playback.expectFrames()
    default: break
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
