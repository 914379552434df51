import PlayheadCore

/// The media of the current item, which is read here.
extension AttachedPlayer {
  /// Begins to read the media of an item, if it is known and is not read yet.
  func readMedia(of item: AttachedItem, for playhead: ObservedPlayhead) {
    guard let choose = media.opener, !playhead.hasMedia, let opener = choose(item) else { return }
    let cues = media.cueTracks?(opener) ?? []
    playhead.readMedia(opener, zero: item.zero, cues: cues) { [weak self] report in
      self?.receive(report, of: item)
    }
  }

  private func receive(_ report: ObservedMediaReport, of item: AttachedItem) {
    let routine = state.withLock { state in
      state.machine.receive(report, of: item.identity, at: clock.now)
      return state.routine
    }
    // The properties of the media are published before its frames.
    publishEvents()
    routine?.wake()
  }
}
