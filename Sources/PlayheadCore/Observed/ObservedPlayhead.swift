import Dispatch
import FoundationEssentials
import PlayheadLocking
import PlayheadMedia
import PlayheadTimekeeping

/// A playhead that others move. Its owner reports each change of its course; it publishes progress as a
/// `Player` does, and reads the media around its position if it is given any.
///
/// Its owner makes one call at a time. Everything else may be used from any thread.
package final class ObservedPlayhead: Playhead, ProgressSource {
  struct State {
    var observation: PlayheadObservation
    var media = ObservedMedia()
    /// Reads the media; nil without it.
    var worker: (any HostRoutine)?
    /// The media that is read; nil without it.
    var opener: (any MediaOpener)?
    /// The subtitle tracks whose cues are read with the media.
    var cueTracks: [CueTrack.Choice] = []
    /// Receives reports about the media.
    var mediaReport: (@Sendable (ObservedMediaReport) -> Void)?
    var played = PlayedTime()
    var stalls = StallMeter()
    var observers: [ObjectIdentifier: any PlaybackObserver] = [:]
    var sequence = 0
    /// The number of finished passes of what the player repeats.
    var passes = 0
    var isClosed = false
    /// The latest instant for which a position was returned.
    var lastRead: HostInstant?

    /// Returns an observation that continues from the position that was returned last, if that is of a later instant.
    func following(_ observation: PlayheadObservation) -> PlayheadObservation {
      guard let lastRead, lastRead > observation.timeline.hostAnchor else { return observation }
      let (known, next) = (
        self.observation.position(at: lastRead), observation.position(at: lastRead)
      )
      guard let excess = known.subtracting(next), excess > .zero else { return observation }
      var later = observation
      later.timeline = Timeline(
        mediaAnchor: known, hostAnchor: lastRead, rate: observation.timeline.rate)
      later.uncertainty = observation.uncertainty(at: lastRead) + Duration(excess)
      return later
    }

    mutating func read(at now: HostInstant, countsFrame: Bool = true) -> PlaybackReading {
      lastRead = lastRead.map { max($0, now) } ?? now
      return reading(at: now, countsFrame: countsFrame)
    }

    private func reading(at now: HostInstant, countsFrame: Bool = true) -> PlaybackReading {
      let position = observation.position(at: now)
      let observed = observation.duration.map {
        MediaDuration(time: max($0, position), isExact: false)
      }
      return PlaybackReading(
        instant: now, position: position, duration: media.duration(at: position) ?? observed,
        lastFrameStart: media.lastFrameStart,
        frameNumber: observation.frameNumber
          ?? (countsFrame ? media.frames.number(at: position) : nil), rate: observation.rate,
        state: observation.state, status: .readyToPlay,
        timeline: observation.timeline, stop: observation.stop, passes: passes,
        chapters: observation.chapters, played: played,
        stalls: stalls, isClosed: isClosed,
        accuracy: ObservedAccuracy(
          uncertainty: observation.uncertainty(at: now), bias: observation.bias,
          isHeld: observation.isHeld(at: now), isHeard: observation.isHeard),
        job: observation.job,
        sequence: sequence)
    }
  }

  package let clock: any HostClock
  /// The cues that are known: those of the chosen tracks where the media was read, and those that were added.
  package let cues = CueFeed()
  let interruption = Interruption()
  let state: Locked<State>

  /// Creates a playhead on the clock of the observation's instants.
  package init(_ observation: PlayheadObservation, clock: any HostClock) {
    self.clock = clock
    var first = State(observation: observation)
    first.played = PlayedTime(from: observation.timeline.mediaAnchor)
    first.stalls.update(
      isStalled: observation.state == .stalled, at: observation.timeline.hostAnchor)
    state = Locked(first)
  }

  // MARK: What its owner says

  /// Corrects the course of the playhead, which does not jump.
  package func correct(_ observation: PlayheadObservation) {
    let (observers, worker) = state.withLock { state in
      let observation = state.following(observation)
      let isSame = observation.hasCourse(of: state.observation)
      // It waits until the playhead comes to a position, at the rate before.
      let worker = isSame ? nil : state.worker
      state.played = PlayedTime(
        state.played.total(at: observation.timeline.mediaAnchor),
        from: observation.timeline.mediaAnchor)
      let isChapterNews = (state.observation.chapters == nil) != (observation.chapters == nil)
      state.observation = observation
      let observers = isSame && !isChapterNews ? [] : Array(state.observers.values)
      return (observers, worker)
    }
    worker?.wake()
    for observer in observers { observer.clockJumped() }
  }

  /// Reports a discontinuity, at the host anchor of the timeline that follows it.
  package func change(_ cause: ProgressCause, to observation: PlayheadObservation) {
    let (change, observers, worker) = state.withLock { state in
      let isJump = [.seeked, .looped, .ended].contains(cause)
      let observation = isJump ? observation : state.following(observation)
      let instant = observation.timeline.hostAnchor
      let place = observation.timeline.mediaAnchor
      // A pass is played to its end.
      let end = cause == .looped ? state.observation.stop : nil
      let reached = end ?? state.observation.position(at: instant)
      let from = observation.continues(state.observation, with: cause) ? place : reached
      let frameNumber = state.media.frames.number(at: from)
      let frames = state.media.move(to: place)
      state.played = PlayedTime(state.played.total(at: max(reached, from)), from: place)
      state.stalls.update(isStalled: observation.state == .stalled, at: instant)
      state.observation = observation
      state.sequence += 1
      if cause == .looped { state.passes &+= 1 }
      let change = PlaybackChange(
        sequence: state.sequence, cause: cause, from: from, reading: state.read(at: instant),
        position: place, frames: frames, frameNumberBefore: frameNumber)
      return (change, Array(state.observers.values), state.worker)
    }
    worker?.wake()
    for observer in observers { observer.playbackChanged(change) }
  }

  /// Ends the playhead: its publishers complete after the last discontinuity.
  package func close() {
    let (observers, worker) = state.withLock { state in
      state.isClosed = true
      state.media.close()
      return (Array(state.observers.values), state.worker)
    }
    interruption.interrupt()
    worker?.wake()
    for observer in observers { observer.playerClosed() }
  }

  deinit {
    interruption.interrupt()
    state.withLock { $0.worker }?.stop()
  }

  /// Returns the current progress, as one consistent reading, with the cause `requested`.
  package func currentProgress() -> PlayheadProgress {
    PlayheadProgress(reading(countsFrame: true), cause: .requested)
  }

  // MARK: Playhead

  package var progressIfKnown: PlayheadProgress? { currentProgress() }

  package func progressPublisher(
    on schedule: Schedule, until completion: ProgressCompletion, queue: DispatchQueue = .main
  ) -> ScheduledProgressPublisher {
    ScheduledProgressPublisher(
      player: self, schedule: schedule, completion: completion, queue: queue)
  }

  /// Publishes the position in seconds, as `Player.playheadProgressPublisher(interval:)` does.
  package func playheadProgressPublisher(interval: TimeInterval) -> PlayheadProgressPublisher {
    PlayheadProgressPublisher(interval: interval, source: self)
  }

  // MARK: ProgressSource

  func reading(countsFrame: Bool) -> PlaybackReading {
    state.withLock { $0.read(at: clock.now, countsFrame: countsFrame) }
  }

  func reading(
    following request: FrameBoundaryCursor.Request, for observer: any PlaybackObserver
  ) -> (PlaybackReading, FrameBoundaryFeed) {
    let id = ObjectIdentifier(observer)
    return state.withLock { state in
      if state.observers[id] != nil { state.media.follow(request, id) }
      return (state.read(at: clock.now), state.media.frames)
    }
  }

  func add(_ observer: any PlaybackObserver) -> PlaybackReading {
    state.withLock { state in
      state.observers[ObjectIdentifier(observer)] = observer
      return state.read(at: clock.now)
    }
  }

  func remove(_ observer: any PlaybackObserver) {
    let id = ObjectIdentifier(observer)
    let removed = state.withLock { state in
      state.media.stopFollowing(id)
      return state.observers.removeValue(forKey: id)
    }
    withExtendedLifetime(removed) {}
  }
}
