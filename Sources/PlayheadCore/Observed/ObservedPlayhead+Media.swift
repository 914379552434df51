import PlayheadMedia
import PlayheadTimekeeping

/// The facts about the media of a playhead that others move.
package enum ObservedMediaReport: Sendable {
  /// The media is open. Its start, its end if that is known, and its chapters are positions of the playhead.
  case opened(MediaInfo, start: MediaTime, end: MediaTime?, chapters: [PresentedChapter])
  /// The media was read to its end for the first time, which is here.
  case measured(MediaTime)
  /// The media cannot be opened, or a part of it cannot be read.
  case failed(MediaError)
}

extension ObservedPlayhead {
  /// Reads media around the position on a thread that calls `report`. Position zero is the container's `zero`, or start.
  package func readMedia(
    _ opener: any MediaOpener, zero: MediaTime?, cues tracks: [CueTrack.Choice] = [],
    report: @escaping @Sendable (ObservedMediaReport) -> Void
  ) {
    let reader = MediaReader<ObservedPlayhead>(opener: opener, interruption: interruption)
    let worker = clock.makeRoutine(on: .worker("playhead-read")) { [weak self] in
      reader.step { self }
    }
    let isFirst = state.withLock { state in
      guard state.worker == nil, !state.isClosed else { return false }
      (state.worker, state.mediaReport, state.opener) = (worker, report, opener)
      state.cueTracks = tracks
      state.media.beginOpening(zero: zero)
      return true
    }
    if isFirst { worker.wake() } else { worker.stop() }
  }

  /// The media that is read; nil unless `readMedia` was called.
  package var opener: (any MediaOpener)? { state.withLock { $0.opener } }

  /// The position at which the presented media starts; zero while that is not known.
  package var mediaStart: MediaTime { state.withLock { $0.media.start } }

  /// Whether `readMedia` was called.
  package var hasMedia: Bool { state.withLock { $0.worker != nil } }

  /// Changes the media. Calls the observers whose next frame has come, and reports the news.
  private func update(_ body: (inout ObservedMedia) -> ObservedMediaReport?) {
    let (report, news, observers) = state.withLock { state in
      // Reading was interrupted.
      if state.isClosed {
        return (state.mediaReport, [] as [ObservedMediaReport], [] as [any PlaybackObserver])
      }
      let end = state.media.end
      let failure = body(&state.media)
      let position = state.observation.position(at: clock.now)
      var news = failure.map { [$0] } ?? []
      if state.media.getReady(at: position), let info = state.media.info {
        news.append(
          .opened(
            info, start: state.media.start, end: state.media.duration(at: .zero)?.time,
            chapters: state.media.chapters ?? []))
      }
      if end == nil, let end = state.media.end { news.append(.measured(end)) }
      let ready = state.media.wakeReadyFrameReaders().compactMap { state.observers[$0] }
      return (state.mediaReport, news, ready)
    }
    for entry in news { report?(entry) }
    for observer in observers { observer.framesCame() }
  }
}

extension ObservedPlayhead: ReadingPlayer {
  func nextReadingStep() -> ReadingStep {
    let (step, finished) = state.withLock { state in
      let step = state.media.nextStep(on: state.observation.timeline, at: clock.now)
      return if case .close = step { (step, state.worker) } else { (step, nil) }
    }
    finished?.stop()
    return step
  }

  var zeroIfKnown: MediaTime? { state.withLock { $0.media.zero } }

  func makeCueIntake(of source: any MediaSource) throws(MediaError) -> CueIntake? {
    let tracks = state.withLock { $0.cueTracks }
    if tracks.isEmpty { return nil }
    do throws(MediaError) {
      return try CueIntake(of: tracks, from: source, to: cues)
    } catch {
      // The media can be read without them.
      update { _ in .failed(error) }
      return nil
    }
  }

  func opened(_ info: MediaInfo) {
    update { media in
      do throws(MediaError) {
        try media.open(info)
        return nil
      } catch {
        media.fail(error)
        return .failed(error)
      }
    }
  }

  func openingFailed(_ error: MediaError) {
    update { media in
      media.fail(error)
      return .failed(error)
    }
  }

  func read(_ read: MediaRead, _ placed: PlacedPackets, generation: Int) {
    update { media in
      media.record(read, placed, generation: generation)
      return nil
    }
  }

  func readingFailed(_ error: MediaError, _ placed: PlacedPackets, generation: Int) {
    update { media in
      media.fail(error, placed, generation: generation)
      return .failed(error)
    }
  }
}
