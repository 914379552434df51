import Audio
import Media
import Timekeeping

/// Decides what the worker that plays sound does next: what it decodes, when the output plays, and
/// when it asks for a reading.
///
/// It has no threads, timers or lock. The feed of a `PlaybackMachine` sends it `FeedEvent`s.
struct SoundMachine {
  /// How often the output is asked for a reading until it plays, and until it has stopped.
  private static let shortReadingInterval = Duration.milliseconds(10)
  /// How long a lost output is opened again, and how often.
  private static let greatestLoss: Int64 = 1_000_000_000
  private static let reopeningInterval: Int64 = 100_000_000
  /// How far the media must be read beyond the sound until there is none.
  private static let interleaving = MediaTime.seconds(1)

  /// The index of the track that is heard; nil before the media is open.
  private(set) var track: Int?
  private var beginning: (track: Track, decoder: any MediaDecoder)?
  private var output = Output.none
  private var queue = SoundQueue()
  private var course = SoundCourse(pass: 0, start: .zero)
  private var intake = Intake.begun(hasTaken: false)
  /// Since when the output should have stopped; nil once a reading has shown that.
  private var stoppedSince: HostInstant?
  private var rate = Rate.normal
  private var nextReading: HostInstant?
  private(set) var turn = Turn.waiting
  private var isWriting = false
  private(set) var pendingRelease: [SoundItem] = []

  /// What becomes of the sound.
  private(set) var state = AudioState.waiting

  /// Plays a track from now on.
  mutating func play(_ track: Track, _ decoder: any MediaDecoder) {
    self.track = track.index
    beginning = (track, decoder)
  }

  /// The player, which has not been played, follows another one at a rate; nil if it does not.
  mutating func prepare(following rate: Rate?) {
    if case .taken = turn { return }
    turn = rate.map { .following($0) } ?? .waiting
  }

  mutating func takePendingRelease() -> [SoundItem] {
    defer { pendingRelease = [] }
    return pendingRelease
  }

  // MARK: Media

  /// Applies the feed's events, in order. Returns whether the sound must be read again from the
  /// playhead on.
  mutating func follow(_ events: [FeedEvent], _ playback: borrowing PlaybackMachine) -> Bool {
    var readsAgain = false
    for event in events {
      switch event {
      case .restarted(let position):
        pendingRelease += queue.removeAll()
        begin(at: position, playback)
      case .jumped(let position):
        if !hasTaken || !playback.feed.isSeekable {
          // The end is not reported again.
          if case .ended = intake { queue.append(.end) }
          begin(at: position, playback)
        }
      case .nextPassBegan(let range): queue.append(.seam(range))
      case .nextPassAbandoned:
        if let items = queue.removeFromSeam() {
          pendingRelease += items
          queue.append(.resynchronize)
        } else {
          readsAgain = true
        }
      case .wrapped: break
      case .ended: queue.append(.end)
      }
    }
    return readsAgain
  }

  private mutating func begin(at position: MediaTime, _ playback: borrowing PlaybackMachine) {
    course = SoundCourse(pass: playback.sound?.pass ?? 0, start: position)
    intake = .mustBegin
  }

  /// Whether an item of the current course has been decoded.
  private var hasTaken: Bool {
    switch intake {
    case .mustBegin: false
    case .begun(let hasTaken): hasTaken
    case .stopped, .ended: true
    }
  }

  /// Adds a packet of the track. Returns whether the worker may wait for it.
  mutating func append(_ payload: any EncodedPacket) -> Bool {
    let item = SoundItem.packet(payload)
    if case .abandoned = output {
      pendingRelease.append(item)
      return false
    }
    defer { queue.append(item) }
    return queue.isEmpty
  }

  // MARK: The output

  /// Records that the output is open. Returns whether it had been lost, so that its sound must be read
  /// again.
  mutating func opened() -> Bool {
    defer {
      output = .open(isPlaying: false)
      state = .playing
    }
    if case .lost = output { return true }
    return false
  }

  /// The output could not be opened, or no longer works.
  mutating func lose(_ error: AudioError, at now: HostInstant) {
    switch output {
    case .none, .abandoned: abandon(.noOutput(error))
    case .open:
      output = .lost(error, until: now.advanced(byNanoseconds: Self.greatestLoss))
      state = .lost(error)
    case .lost(_, let end):
      if now >= end { abandon(.noOutput(error)) }
      nextReading = now.advanced(byNanoseconds: Self.reopeningInterval)
    }
  }

  mutating func abandon(_ silence: AudioState.Silence) {
    output = .abandoned
    state = .silent(silence)
    pendingRelease += queue.removeAll()
  }

  var isAbandoned: Bool { if case .abandoned = output { true } else { false } }

  // MARK: Next step

  /// Returns the next action of the worker.
  mutating func nextStep(
    _ progress: Progress, _ playback: borrowing PlaybackMachine, at now: HostInstant
  ) -> SoundStep {
    // The worker also releases a decoder that it does not use any more.
    if let (track, decoder) = beginning.take() { return .begin(track, decoder) }
    if playback.phase.isClosed || isAbandoned {
      pendingRelease += queue.removeAll()
      return .close(discarding: playback.phase.state != .ended && !hasStopped(playback))
    }
    if track == nil { return .wait(until: nil) }
    let isStepping = playback.seeking.isStepping && playback.phase.rate.isPaused
    if playback.seeking.isSearching || isStepping { return pauseOrWait(at: now) }
    if case .mustBegin = intake {
      intake = .begun(hasTaken: false)
      stop(at: now)
      return .restart(course)
    }
    if case .lost = output {
      if let nextReading, now < nextReading { return .wait(until: nextReading) }
      return .reopen
    }
    if !playback.phase.rate.isPaused { turn = .taken }
    if let next = wantedRate(playback), next != rate {
      rate = next
      return .setRate(rate)
    }
    if mayWrite != isWriting {
      isWriting = mayWrite
      return .setWriting(mayWrite)
    }
    if let reading = progress.status?.reading, let since = stoppedSince {
      if reading.instant >= since, !reading.isPlaying { stoppedSince = nil }
    }
    if case .open(let isPlaying) = output, isPlaying != mustPlay(progress, playback) {
      if isPlaying {
        stop(at: now)
        return playback.phase.isEnded || hasStopped(playback) ? .end : .pause
      }
      if stoppedSince == nil {
        (output, nextReading) = (.open(isPlaying: true), now)
        return .play
      }
    }
    // Before the player is ready, the position of its first sound is not known.
    if progress.isHungry, playback.phase.isReady, let step = nextInput(progress, playback) {
      return step
    }
    return nextReadingStep(progress, playback, at: now)
  }

  private func wantedRate(_ playback: borrowing PlaybackMachine) -> Rate? {
    if !playback.phase.rate.isPaused { return playback.phase.rate }
    if case .following(let rate) = turn { return rate }
    return nil
  }

  private var mayWrite: Bool { if case .waiting = turn { false } else { true } }

  private mutating func pauseOrWait(at now: HostInstant) -> SoundStep {
    guard case .open(isPlaying: true) = output else { return .wait(until: nil) }
    stop(at: now)
    return .pause
  }

  /// Records that the output is paused. It starts again only when a reading has shown that, because
  /// frames heard before and after it could not be distinguished otherwise.
  private mutating func stop(at now: HostInstant) {
    guard case .open(let isPlaying) = output else { return }
    output = .open(isPlaying: false)
    if isPlaying { (stoppedSince, nextReading) = (now, now) }
  }

  /// Whether the playhead has come to where the course was finished.
  private func hasStopped(_ playback: borrowing PlaybackMachine) -> Bool {
    switch intake {
    case .stopped, .ended:
      playback.phase.rate.isPaused && playback.place == playback.forwardEnd
    case .mustBegin, .begun: false
    }
  }

  private func mustPlay(_ progress: Progress, _ playback: borrowing PlaybackMachine) -> Bool {
    switch playback.phase {
    case .playing: true
    case .held(let held):
      held.reason.scheduledStart == nil
        && playback.canMove(from: playback.timeline.mediaAnchor, afterStall: held.reason.isStall)
        && (progress.isFull || isDry(playback))
    default: false
    }
  }

  /// Whether no sound comes at the moment.
  private func isDry(_ playback: borrowing PlaybackMachine) -> Bool {
    if case .stopped = intake { return true }
    guard queue.isEmpty || queue.isAtEnd else { return false }
    let readAhead = playback.feed.readAhead
    // A fast rate may need more for a full output than is read ahead.
    let position = playback.timeline.mediaAnchor.nanoseconds(rounding: .down)
    return readAhead.isDry || readAhead.isAtEnd || readAhead.isFull(at: position)
  }

  private mutating func nextInput(
    _ progress: Progress, _ playback: borrowing PlaybackMachine
  ) -> SoundStep? {
    let readAhead = playback.feed.readAhead
    let limit = readAhead.limit
    let bounds = SoundBounds(
      zero: readAhead.zero ?? .zero, end: readAhead.greatestEnd, stop: playback.stop)
    if let stop = playback.stop, progress.end >= stop {
      // Packets from beyond the stop may have been read before it was set.
      pendingRelease += queue.removeToMark()
      guard queue.isAtMark else {
        guard case .begun = intake, stop == playback.forwardEnd, playback.loopedRange == nil
        else { return nil }
        intake = .stopped
        return .finish(at: stop, next: nil, bounds)
      }
    }
    // The course is finished. The sound after it comes with the next one.
    if case .stopped = intake { return nil }
    if playback.loopedRange != nil, playback.feed.isSeekable, queue.isAtEnd {
      // The next pass continues the sound: a drained output would let another player follow.
      queue.removeEndBeforeSeam()
      if queue.isAtEnd { return nil }
    }
    if let item = queue.popFirst() {
      intake = .begun(hasTaken: true)
      switch item {
      case .packet(let payload): return .decode(payload, bounds)
      case .seam(let range):
        course = SoundCourse(pass: course.pass + 1, start: range.lowerBound)
        return .finish(at: range.upperBound, next: course, bounds)
      case .resynchronize: return .resynchronize
      case .end:
        intake = .ended
        return .finish(at: min(limit, playback.stop ?? limit), next: nil, bounds)
      }
    }
    guard case .begun = intake, let end = progress.end.adding(Self.interleaving), limit >= end
    else { return nil }
    intake = .begun(hasTaken: true)
    return .silence(until: limit)
  }

  private mutating func nextReadingStep(
    _ progress: Progress, _ playback: borrowing PlaybackMachine, at now: HostInstant
  ) -> SoundStep {
    guard case .open(let isPlaying) = output, isPlaying || stoppedSince != nil else {
      return .wait(until: playback.sound?.restInstant)
    }
    if let nextReading, now < nextReading { return .wait(until: nextReading) }
    let isSteady = isPlaying && playback.phase.isPlaying
    let interval = isSteady ? playback.sound?.readingInterval : nil
    nextReading = now.advanced(by: interval ?? Self.shortReadingInterval)
    return .requestReading
  }
}
