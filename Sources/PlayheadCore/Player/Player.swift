import Locking
import Media
import PortableCombine
import Timekeeping

/// Plays one medium without showing it: it reads the media in time and knows where playback is.
///
/// A player is made for a medium, loaded, and then played, paused and sought in, from any thread.
/// Nothing it does blocks its caller. What it meets is told by `statusPublisher` and by the values
/// of its progress publishers. Its workers live as long as it does; `close()` ends them before. Seeks
/// that wait are interrupted with it.
///
/// After Apple's `AVPlayer`, whose words it uses.
public final class Player: Sendable {
  /// Whether the player can play, as `AVPlayer.Status` tells it.
  public enum Status: Hashable, Sendable {
    /// Nothing has been opened yet.
    case unknown
    /// The medium is open, and where its presentation begins is known.
    case readyToPlay
    /// The medium could not be opened, or not be read on.
    case failed(MediaError)
  }

  struct State {
    var machine = PlaybackMachine()
    var observers: [ObjectIdentifier: any PlaybackObserver] = [:]
    var frameReaders: [ObjectIdentifier: FrameReader] = [:]
    /// Where the player's effects are carried out, in order.
    var control: (any Routine)?
    var worker: (any Routine)?
    var frames = FrameMachine()
    var publishedCounts = FrameCounts()
    /// Nil where nothing is decoded.
    var decoder: (any Routine)?
    var defaultRate = Rate.normal

    /// Whether it has been told that the player is closed.
    var isEndPublished = false

    /// The counts, if they are not what was told last.
    mutating func takeCounts() -> FrameCounts? {
      if frames.counts == publishedCounts { return nil }
      publishedCounts = frames.counts
      return publishedCounts
    }
  }

  /// The clock that playback follows.
  public let clock: any HostClock
  /// Which tracks are decoded.
  public let decoding: Decoding
  let opener: any MediaOpener
  let interruption = Interruption()
  let state = Locked(State())
  /// Unsafe: subjects are not marked Sendable, but guard their own state.
  nonisolated(unsafe) let statusSubject = CurrentValueSubject<Status, Never>(.unknown)
  /// Unsafe: as above.
  nonisolated(unsafe) let conditionSubject = CurrentValueSubject<PlaybackCondition, Never>(
    PlaybackCondition())
  /// Unsafe: as above.
  nonisolated(unsafe) let playedToEndSubject = PassthroughSubject<PlaybackEnd, Never>()

  /// Unsafe: as above.
  nonisolated(unsafe) let frameCountsSubject = CurrentValueSubject<FrameCounts, Never>(
    FrameCounts())

  /// Makes a player; nothing is opened before `load()` or `play()`.
  ///
  /// `tracks` are the indices of the tracks that make the timeline, one at least; nil leaves the
  /// choice to the container. A medium without one of them, or of which it is neither audio nor
  /// video, fails with `noSuchTrack`. `playbackClock` drives the playhead in place of `clock`,
  /// which still tells instants and wakes.
  public init(
    media: any MediaOpener, tracks: [Int]? = nil, decoding: Decoding = .none,
    clock: any HostClock = SystemHostClock.shared, playbackClock: (any PlaybackClock)? = nil
  ) {
    precondition(tracks?.isEmpty != true, "A player plays one track at least")
    self.opener = media
    self.decoding = decoding
    self.clock = clock
    let control = clock.makeRoutine(on: .worker("playhead-tell")) { [weak self] in
      self?.carryOut() ?? .wait(until: nil)
    }
    let reader = MediaReader(opener: media, interruption: interruption)
    let worker = clock.makeRoutine(on: .worker("playhead-read")) { [weak self] in
      reader.step { self }
    }
    let decoder =
      decoding == .none
      ? nil
      : clock.makeRoutine(on: .worker("playhead-decode")) { [weak self] in
        FrameDecoder.step { self }
      }
    state.withLock { state in
      state.machine = PlaybackMachine(
        decodes: decoding != .none, chosenTracks: tracks,
        drive: playbackClock.map { PlaybackMachine.Drive(clock: $0, at: clock.now) })
      state.control = control
      state.worker = worker
      state.decoder = decoder
    }
  }

  deinit {
    interruption.interrupt()
    let (control, worker, decoder) = state.withLock { ($0.control, $0.worker, $0.decoder) }
    control?.stop()
    worker?.stop()
    decoder?.stop()
    publishEnd()
  }

  /// Changes or reads the machine at the instant it is, and sees to what follows from it.
  func update<Result>(
    wakingWorker: Bool = true, _ body: (inout PlaybackMachine, HostInstant) -> Result
  ) -> Result {
    let (result, control, worker) = state.withLock { state in
      let result = body(&state.machine, clock.now)
      return (result, state.control, wakingWorker ? state.worker : nil)
    }
    control?.wake()
    worker?.wake()
    return result
  }

  /// The player as it is now. Wakes nothing unless time has changed its state.
  func reading() -> PlaybackReading {
    let (reading, control) = state.withLock { state in
      let reading = state.machine.reading(at: clock.now)
      return (reading, state.machine.log.hasNews ? state.control : nil)
    }
    control?.wake()
    return reading
  }

  /// The control routine's step: tells what has happened, then waits for the next that time
  /// brings about.
  private func carryOut() -> RoutineNext {
    let (events, condition, counts, needsReschedule, observers, isClosed, next, worker) =
      state.withLock {
        state in
        let now = clock.now
        state.machine.settle(at: now)
        state.isEndPublished = state.machine.phase.isClosed
        return (
          state.machine.log.takeEvents(), state.machine.takeCondition(at: now), state.takeCounts(),
          state.machine.log.takeReschedule(),
          Array(state.observers.values), state.machine.phase.isClosed,
          state.machine.nextInstant(after: now),
          state.machine.feed.takeWorkerCall() ? state.worker : nil
        )
      }
    wakeDecoder()
    worker?.wake()
    if let condition { conditionSubject.send(condition) }
    if let counts { frameCountsSubject.send(counts) }
    if needsReschedule { for observer in observers { observer.clockJumped() } }
    for event in events {
      switch event {
      // After closing nothing is delivered but that it is closed, and how seeks ended.
      case .changed where isClosed, .status where isClosed: continue
      case .changed(let change):
        for observer in observers { observer.playbackChanged(change) }
        if let end = PlaybackEnd(change) { playedToEndSubject.send(end) }
      case .status(let status):
        statusSubject.send(status)
        for observer in observers { observer.statusChanged() }
      case .sought(let completion, let result): completion(result)
      }
    }
    if isClosed {
      for observer in observers { observer.playerClosed() }
      completeCondition()
    }
    return .wait(until: next)
  }
}
