import PlayheadMedia
import PlayheadTimekeeping

/// The player as the worker that reads uses it.
extension Player: ReadingPlayer {
  /// Returns the next action. After `close` the worker stops.
  func nextReadingStep() -> ReadingStep {
    let (step, finished) = state.withLock { state in
      let step = state.machine.nextReadingStep(at: clock.now)
      return if case .close = step { (step, state.worker) } else { (step, nil) }
    }
    finished?.stop()
    return step
  }

  var zeroIfKnown: MediaTime? { state.withLock { $0.machine.zeroIfKnown } }

  func makeCueIntake(of source: any MediaSource) throws(MediaError) -> CueIntake? {
    cueTracks.isEmpty ? nil : try CueIntake(of: cueTracks, from: source, to: cues)
  }

  var chosenTracks: [Int]? { state.withLock { $0.machine.chosenTracks } }

  func opened(_ info: MediaInfo) {
    update(wakingWorker: false) { machine, now in machine.opened(info, at: now) }
  }

  func foundUnrelatedClocks() { state.withLock { $0.hasUnrelatedClocks = true } }

  func searched(_ search: JoinSearch) { state.withLock { $0.onSearch }?(search) }

  func estimated(_ duration: MediaTime, generation: Int) {
    state.withLock { $0.machine.estimated(duration, generation: generation) }
  }

  func openingFailed(_ error: MediaError) {
    update(wakingWorker: false) { machine, now in machine.fail(error, at: now) }
  }

  func readingFailed(_ error: MediaError, _ placed: PlacedPackets, generation: Int) {
    update(wakingWorker: false) { machine, now in
      machine.readingFailed(error, placed, generation: generation, at: now)
    }
  }

  /// Records the result of a read. Called for each packet, so it wakes no thread without a reason.
  func read(_ read: MediaRead, _ placed: PlacedPackets, generation: Int) {
    let (control, speaker, observers) = state.withLock { state in
      let now = clock.now
      state.machine.read(read, placed, generation: generation, at: now)
      let ready = state.machine.wakeReadyFrameReaders()
      // Enough may have been read to play a full output.
      let isAwaited = state.sound?.isStopped == true && state.machine.waitsForSound
      return (
        state.machine.hasNews(at: now) ? state.control : nil, isAwaited ? state.speaker : nil,
        ready.compactMap { state.observers[$0] }
      )
    }
    control?.wake()
    speaker?.wake()
    for observer in observers { observer.framesCame() }
  }
}
