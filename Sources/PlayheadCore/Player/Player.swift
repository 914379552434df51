import PlayheadLocking
import PlayheadMedia
import PlayheadTimekeeping
import PortableCombine

/// Plays one media file: reads it in time and reports the position of the playhead.
///
/// A player can be loaded, played, paused and sought from any thread, and no call blocks. `statusPublisher` reports
/// whether it is ready or has failed; the progress publishers report its position. Its worker threads end when it is
/// released or when `close()` is called, which also interrupts pending seeks.
///
/// The interface follows Apple's `AVPlayer`.
public final class Player: Sendable {
  /// Whether the media could be opened. The counterpart of `AVPlayer.Status`.
  public typealias Status = MediaStatus

  struct State {
    var machine = PlaybackMachine()
    var observers: [ObjectIdentifier: any PlaybackObserver] = [:]
    /// Publishes the player's events, in order.
    var control: (any HostRoutine)?
    var worker: (any HostRoutine)?
    var frames = FrameMachine()
    var publishedCounts = FrameCounts()
    /// Nil if nothing is decoded.
    var decoder: (any HostRoutine)?
    /// Nil without sound.
    var sound: SoundMachine?
    /// Plays the sound; nil without it.
    var speaker: (any HostRoutine)?
    /// The player itself, from when it is finished until its sound is closed: nobody else may retain it.
    var finishing: Player?
    /// Those that finish the player at its end, once its queue was released.
    var subscriptionsToEnd: [AnyCancellable] = []
    var defaultRate = Rate.normal
    var hasUnrelatedClocks = false
    /// Receives reports of searches in joined recordings.
    var onSearch: (@Sendable (JoinSearch) -> Void)?

    /// Whether the end of the player has been published.
    var isEndPublished = false

    /// Applies the events of the feed to what is decoded.
    mutating func followFeed(at now: HostInstant) {
      let events = machine.removeFeedEvents()
      if events.isEmpty { return }
      frames.follow(events)
      if sound?.follow(events, machine) == true {
        machine.readSoundAgain(at: now)
        followFeed(at: now)
      }
    }

    /// Calls a closure with the sound and the playhead; returns nil without sound.
    mutating func withSound<Result>(
      _ body: (inout SoundMachine, inout PlaybackMachine) -> Result
    ) -> Result? {
      guard var sound = self.sound.take() else { return nil }
      defer { self.sound = sound }
      return body(&sound, &machine)
    }

    /// Returns the counts if they have changed since they were last published.
    mutating func updateCounts() -> FrameCounts? {
      if frames.counts == publishedCounts { return nil }
      publishedCounts = frames.counts
      return publishedCounts
    }
  }

  public let clock: any HostClock
  /// The tracks that are decoded.
  public let decoding: Decoding
  /// Whether the player was created with sound.
  let hasAudio: Bool
  /// The subtitle tracks whose cues are read with the media.
  let cueTracks: [CueTrack.Choice]
  /// The cues that are known: those of the chosen tracks, up to where the media was read, and those that were added.
  ///
  /// A media file whose cues take more than 64 MiB loses the earlier half of those until now. Playback that
  /// returns there reads them again.
  public let cues = CueFeed()
  let opener: any MediaOpener
  let interruption = Interruption()
  let state = Locked(State())
  let statusSubject = CurrentValueSubject<Status, Never>(.unknown)
  let propertiesSubject = CurrentValueSubject<PlayerProperties, Never>(
    PlayerProperties())
  let playedToEndSubject = PassthroughSubject<PlaybackEnd, Never>()
  let movementSubject = CurrentValueSubject<PlayheadMovement?, Never>(nil)
  let frameCountsSubject = CurrentValueSubject<FrameCounts, Never>(
    FrameCounts())
  let audioStateSubject = CurrentValueSubject<AudioState, Never>(
    .silent(.noSound))
  let volumeSubject = CurrentValueSubject<Float, Never>(1)
  let mutedSubject = CurrentValueSubject<Bool, Never>(false)

  /// Creates a player. The media is opened by `load()`, `play()`, or the first seek, step or timed rate.
  ///
  /// - Parameters:
  ///   - media: Opens the media.
  ///   - tracks: The indices of the played tracks, at least one, or nil for the container's choice.
  ///     If a track does not exist or is neither audio nor video, the player fails with
  ///     `noSuchTrack`.
  ///   - decoding: The tracks to decode.
  ///   - clock: The clock of host instants and timers.
  ///   - playbackClock: A clock that drives the playhead instead of `clock`.
  ///   - audio: How the sound of the first played audio track is played; nil for none. While it is
  ///     heard, it drives the playhead instead of the clocks.
  ///   - cues: The subtitle tracks whose cues are read with the media. If one does not exist, or there is no
  ///     decoder for it, the player fails.
  public init(
    media: any MediaOpener, tracks: [Int]? = nil, decoding: Decoding = .none,
    clock: any HostClock = SystemHostClock.shared, playbackClock: (any PlaybackClock)? = nil,
    audio: AudioPlayback? = nil, cues: [CueTrack.Choice] = []
  ) {
    precondition(tracks?.isEmpty != true, "A player plays at least one track")
    self.opener = media
    self.decoding = decoding
    self.clock = clock
    hasAudio = audio != nil
    cueTracks = cues
    let control = clock.makeRoutine(on: .worker("playhead-events")) { [weak self] in
      self?.carryOut() ?? .wait(until: nil)
    }
    let reader = MediaReader<Player>(opener: media, interruption: interruption)
    let worker = clock.makeRoutine(on: .worker("playhead-read")) { [weak self] in
      reader.step { self }
    }
    let decoder =
      decoding == .none
      ? nil
      : clock.makeRoutine(on: .worker("playhead-decode")) { [weak self] in
        FrameDecoder.step { self }
      }
    let speaker = audio.map { audio in
      let sound = SoundWorker(audio, interruption: interruption)
      return clock.makeRoutine(on: .worker("playhead-sound")) { [weak self] in
        sound.step { self }
      }
    }
    if audio != nil { audioStateSubject.send(.waiting) }
    state.withLock { state in
      state.machine = PlaybackMachine(
        of: media.name, decodes: decoding != .none || audio != nil, chosenTracks: tracks,
        drive: PlaybackDrive(
          clock: playbackClock.map { ClockDrive(clock: $0, at: clock.now) },
          sound: audio.map { _ in SoundDrive() }))
      state.sound = audio.map { _ in SoundMachine() }
      state.speaker = speaker
      state.control = control
      state.worker = worker
      state.decoder = decoder
    }
  }

  deinit {
    interruption.interrupt()
    let routines = state.withLock { [$0.control, $0.worker, $0.decoder, $0.speaker] }
    for routine in routines { routine?.stop() }
    publishEnd()
  }

  /// Calls `body` with the machine at the current instant, then wakes the routines.
  func update<Result>(
    wakingWorker: Bool = true, _ body: (inout PlaybackMachine, HostInstant) -> Result
  ) -> Result {
    let (result, control, worker) = state.withLock { state in
      let now = clock.now
      let result = body(&state.machine, now)
      // The next change may depend on it: of a loop that has ended, sound of the next pass may have been heard.
      state.followFeed(at: now)
      return (result, state.control, wakingWorker ? state.worker : nil)
    }
    control?.wake()
    worker?.wake()
    return result
  }

  /// Returns a reading of the player. Wakes no thread unless time alone has changed its state.
  func reading(countsFrame: Bool = true) -> PlaybackReading {
    let (reading, control) = state.withLock { state in
      let reading = state.machine.reading(at: clock.now, countsFrame: countsFrame)
      return (reading, state.machine.hasEvents ? state.control : nil)
    }
    control?.wake()
    return reading
  }

  /// The control routine's step: publishes events, then waits for the next change that time causes.
  private func carryOut() -> HostRoutineNext {
    let news = state.withLock { News(&$0, at: clock.now) }
    wakeDecoder()
    wakeSound()
    news.worker?.wake()
    if let properties = news.properties { propertiesSubject.send(properties) }
    if let counts = news.counts { frameCountsSubject.send(counts) }
    if news.needsReschedule { for observer in news.observers { observer.clockJumped() } }
    if let followed = news.followed {
      for observer in news.observers { observer.followed(followed) }
    }
    for event in news.events { publish(event, news) }
    if news.isClosed {
      for observer in news.observers { observer.playerClosed() }
      completePublishers()
    }
    return .wait(until: news.next)
  }

  private func publish(_ event: PlaybackEvent, _ news: News) {
    let isSilent = news.isSilent
    switch event {
    case .changed where isSilent, .status where isSilent, .moved where isSilent: break
    case .changed(let change):
      for observer in news.observers { observer.playbackChanged(change) }
      if let end = PlaybackEnd(change) { playedToEndSubject.send(end) }
    case .moved(let movement): movementSubject.send(movement)
    case .status(let status):
      statusSubject.send(status)
      for observer in news.observers { observer.statusChanged() }
    case .loaded(let completion, let result): completion(result)
    case .sought(let completion, let result): completion(result)
    case .passed(let completion): completion()
    }
  }

  /// What the control routine publishes and wakes, and when it runs again.
  private struct News {
    let events: [PlaybackEvent]
    let properties: PlayerProperties?
    let counts: FrameCounts?
    let needsReschedule: Bool
    let followed: Timeline?
    let observers: [any PlaybackObserver]
    let isClosed: Bool
    let isSilent: Bool
    let next: HostInstant?
    let worker: (any HostRoutine)?

    init(_ state: inout State, at now: HostInstant) {
      state.machine.settle(at: now)
      state.isEndPublished = state.machine.isClosed
      events = state.machine.removeEvents()
      properties = state.machine.updateProperties(at: now)
      counts = state.updateCounts()
      needsReschedule = state.machine.clearReschedule()
      followed = state.machine.followedTimeline(at: now)
      observers = Array(state.observers.values)
      (isClosed, isSilent) = (state.machine.isClosed, state.machine.isSilent)
      next = state.machine.nextInstant(after: now)
      worker = state.machine.clearWorkerCall() ? state.worker : nil
    }
  }
}

/// The steps of the worker that decodes.
///
/// It retains the player only between calls of the decoder, so that a player can be released while its worker decodes.
enum FrameDecoder {
  static func step(for player: () -> Player?) -> HostRoutineNext {
    switch player()?.nextDecodingStep() {
    case nil, .close: return .wait(until: nil)
    case .wait(let instant): return .wait(until: instant)
    case .decode(let work):
      let decoder = work.decoder
      if work.resets { decoder.reset() }
      switch work.input {
      case .packet(let packet):
        decoder.leavesOutUnreferenced = work.leavesOutUnreferenced
        decoder.send(packet)
      case .end: decoder.finish()
      case .nothing: break
      }
      player()?.decoded(decoder.receive(), of: work)
      return .again
    }
  }
}
