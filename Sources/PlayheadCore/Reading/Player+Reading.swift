import Media

/// What the worker asks of the player, and tells it.
extension Player {
  /// The next thing to do; after `close` there is no other, and the worker stops.
  func nextReadingStep() -> ReadingStep {
    let (step, finished) = state.withLock { state in
      let step = state.machine.nextReadingStep(at: clock.now)
      return if case .close = step { (step, state.worker) } else { (step, nil) }
    }
    finished?.stop()
    return step
  }

  var chosenTracks: [Int]? { state.withLock { $0.machine.feed.chosenTracks } }

  func opened(_ info: MediaInfo) {
    update(wakingWorker: false) { machine, now in machine.opened(info, at: now) }
  }

  func openingFailed(_ error: MediaError) {
    update(wakingWorker: false) { machine, now in machine.fail(error, at: now) }
  }

  func readingFailed(_ error: MediaError, generation: Int) {
    update(wakingWorker: false) { machine, now in
      machine.readingFailed(error, generation: generation, at: now)
    }
  }

  /// Wakes nothing unless something has happened: this runs for each packet.
  func read(_ read: MediaRead, generation: Int) {
    let (control, readers) = state.withLock { state in
      let now = clock.now
      state.machine.read(read, generation: generation, at: now)
      return (state.machine.hasNews(at: now) ? state.control : nil, state.readersToWake())
    }
    control?.wake()
    for reader in readers { reader.fire() }
  }
}
