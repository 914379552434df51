import PlaybackSession
import PlayheadKit

/// The session as other programs see and control it.
extension PlaySession: ControlledSession {
  /// A list as it was shown last. Only the entries that were appended since then are added to it.
  struct ShownList {
    var arrangement = 0
    var list = EntryList()
  }

  var snapshot: SessionSnapshot {
    let list = queue.list
    let shown = shownList(of: list)
    let (settings, player, lastID) = state.withLock {
      ($0.machine.settings, $0.playback?.player, $0.lastID)
    }
    var snapshot = SessionSnapshot(
      greatestID: lastID, currentIndex: list.currentIndex,
      player: list.player === player ? player : nil, settings: settings)
    snapshot.list = shown
    return snapshot
  }

  private func shownList(of list: PlayerQueue.List) -> EntryList {
    var shown = state.withLock { $0.shown }
    // Another thread may have shown a later list.
    if shown.arrangement != list.arrangement || shown.list.count > list.entries.count {
      shown = ShownList(arrangement: list.arrangement)
    }
    if shown.list.count == list.entries.count { return shown.list }
    shown.list.append(list.entries[shown.list.count...].compactMap(PlaylistEntry.init))
    // The old list is released after unlocking.
    defer { state.withLock { swap(&$0.shown, &shown) } }
    return shown.list
  }

  func perform(_ request: SessionRequest) throws(SessionRefusal) {
    // Reading them may block.
    let files = try files(of: request)
    try owner.run { () throws(SessionRefusal) in
      let (machine, current) = state.withLock { ($0.machine, $0.current) }
      try machine.check(request)
      if request.needsFile, leaveReason != nil { throw .noFile }
      switch request {
      case .next, .previous: if queue.list.currentIndex == nil { throw .noEntry }
      case .seek(let target, _): try current?.file.expectSeek(to: target)
      case .step: try current?.playback.expectFrames()
      default: break
      }
      try carryOut(request, of: files, on: current) {}
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
