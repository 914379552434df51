import PlayheadAudio
import PlayheadMedia
import PlayheadTimekeeping

/// Decides the next step of the worker that plays sound: what to decode, when the output plays, and when
/// a reading is due.
///
/// It has no threads, timers or lock. The feed of a `PlaybackMachine` sends it `FeedEvent`s.
struct SoundMachine {
  /// How often the output is asked for a reading until it plays, and until it has stopped.
  static let shortReadingInterval = Duration.milliseconds(10)
  /// The time until a lost output is abandoned, and the time between two attempts to open it.
  private static let greatestLoss: Int64 = 1_000_000_000
  private static let reopeningInterval: Int64 = 100_000_000
  /// How long a player that has stopped for lack of media keeps an output for which others wait.
  private static let longestHold = Duration.seconds(1)
  /// The time without a reading, or without a sample that the device takes, after which an output is lost, in nanoseconds.
  private static let greatestSilence: Int64 = 10_000_000_000
  /// The same time for an output that follows one that has played nothing.
  private static let shortSilence: Int64 = 1_000_000_000
  private static let deadServer = AudioError(
    "audio output", .noServer, detail: "the sound server does not answer")
  static let deadDevice = AudioError(
    "audio output", .lost, detail: "the device plays nothing")
  /// The distance between sound and the media read from which on the sound has a gap.
  private static let interleaving = MediaTime.seconds(1)

  /// The track that is heard; nil before the media is open.
  private(set) var track: MediaTrack?
  /// The decoder of the track, until the worker has it.
  private var decoder: (any MediaDecoder)?
  private(set) var output = Output.none
  private var queue = SoundQueue()
  /// The course that is decoded.
  private var course = SoundCourse(pass: 0, start: .zero)
  private var intake = Intake.begun(hasTaken: false)
  /// The rate at which sound was last wanted.
  private var rate = Rate.normal
  private var nextReading: HostInstant?
  /// The wait for a reading that shows that the device takes samples; nil if it has come.
  private var wait: Wait?
  private var turn = Turn.waiting
  /// Until when a player that has stopped, but is not paused, keeps the output.
  private var holdEnd: HostInstant?
  /// The silence before the sound of a scheduled start; nil before it is due, and once the playhead moves.
  var lead: SoundLead?
  private var pendingRelease: [SoundItem] = []

  /// Whether the sound is heard.
  var state: AudioState {
    switch output {
    case .none: .waiting
    case .open: .playing
    case .lost(let error, _): .lost(error)
    case .abandoned(let silence): .silent(silence)
    }
  }

  /// Plays a track from now on.
  mutating func play(_ track: MediaTrack, _ decoder: any MediaDecoder) {
    (self.track, self.decoder) = (track, decoder)
  }

  /// Prepares a player that has not been played to follow another one at a rate; nil if it does not.
  mutating func prepare(following rate: Rate?) {
    switch (turn, rate) {
    case (.taken, _): break
    case (_, let rate?): turn = .following(rate)
    case (.following, nil): turn = .leaving
    case (.waiting, nil), (.leaving, nil): break
    }
  }

  /// Keeps the sound of a player that has followed another one, and is now the current one, but paused.
  mutating func hold() {
    if case .following = turn { turn = .taken }
  }

  /// Whether the player has been played; otherwise it may only have followed another one.
  var isTaken: Bool { if case .taken = turn { true } else { false } }

  mutating func removePendingRelease() -> [SoundItem] {
    defer { pendingRelease = [] }
    return pendingRelease
  }

  // MARK: Media

  /// Applies the feed's events in order. Returns whether the media must be read again from the playhead on.
  mutating func follow(_ events: [FeedEvent], _ playback: borrowing PlaybackMachine) -> Bool {
    var readsAgain = false
    for event in events {
      switch event {
      case .restarted(let position):
        pendingRelease += queue.removeAll()
        begin(at: position, playback)
      case .jumped(let position):
        if !hasTaken || !playback.isSeekable {
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
    course = SoundCourse(pass: playback.soundPass, start: position)
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

  /// Adds a packet of the track. Returns whether the worker may be waiting for it.
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

  /// Records that the output is open. Returns whether it had been lost, so that its sound must be read again.
  mutating func opened() -> Bool {
    (wait, lead) = (nil, nil)
    defer { output = .open(.stopped) }
    if case .lost = output { return true }
    return false
  }

  /// Records that the output could not be opened, or was lost.
  mutating func lose(_ error: AudioError, at now: HostInstant) {
    switch output {
    case .none, .abandoned: abandon(.noOutput(error))
    // It could be opened again, and would play nothing again.
    case .open where error == Self.deadDevice: abandon(.noOutput(error))
    case .open:
      output = .lost(error, until: now.advanced(byNanoseconds: Self.greatestLoss))
    case .lost(_, let end):
      if now >= end { abandon(.noOutput(error)) }
      nextReading = now.advanced(byNanoseconds: Self.reopeningInterval)
    }
  }

  mutating func abandon(_ silence: AudioState.Silence) {
    output = .abandoned(silence)
    pendingRelease += queue.removeAll()
  }

  var isAbandoned: Bool { if case .abandoned = output { true } else { false } }

  /// Whether an open output does not play.
  var isStopped: Bool { if case .open(.stopped) = output { true } else { false } }

  // MARK: Next step

  /// Returns the next action of the worker.
  mutating func nextStep(
    _ progress: Progress, _ playback: borrowing PlaybackMachine, at now: HostInstant
  ) -> SoundStep {
    // A worker that stops releases its decoder as well.
    if let decoder = decoder.take() { return .begin(decoder) }
    if playback.isClosed || isAbandoned {
      pendingRelease += queue.removeAll()
      let isDiscarding = !playback.isSoundHeard
      if isDiscarding, case .later = progress.written {
        // The sound before would be discarded as well, and be heard twice.
        return progress.isWriting ? .setWriting(false) : readSoon(progress, at: now)
      }
      return .close(discarding: isDiscarding)
    }
    guard let track else { return .wait(until: nil) }
    if let wanted = wantedRate(playback) { rate = wanted }
    let context = SoundContext(
      track: track, course: course, rate: rate, zero: playback.zero, end: playback.greatestEnd,
      stop: isLastPassAhead(playback) ? playback.stopWithoutLoop : playback.stop)
    if case .mustBegin = intake {
      if case .later = progress.written, !progress.hasStopped {
        // The sound before would be discarded as well, and be heard twice.
        return progress.isWriting ? .setWriting(false) : readSoon(progress, at: now)
      }
      intake = .begun(hasTaken: false)
      lead = nil
      stop(at: now)
      return .restart(course)
    }
    if playback.isFindingFrame { return waitForFrame(progress, playback, at: now) }
    if case .lost = output {
      if let nextReading, now < nextReading { return .wait(until: nextReading) }
      return .reopen(context)
    }
    if playback.rate.isPaused { holdEnd = nil } else { turn = .taken }
    if let written = progress.rate, written != rate { return .setRate(rate) }
    if case .open(.stopping) = output, progress.hasStopped { output = .open(.stopped) }
    if let step = followStart(progress, playback, at: now) { return step }
    let mayWrite = mayWrite(playback)
    if mayWrite != progress.isWriting { return .setWriting(mayWrite) }
    let isWanted = isWanted(playback, at: now)
    if isWanted != progress.isWanted { return .setWanted(isWanted) }
    if case .leaving = turn, let step = leave(progress, playback, at: now) { return step }
    switch (output, mustPlay(progress, playback)) {
    case (.open(.playing), false):
      let isOver = playback.state == .ended || hasStopped(playback)
      // The device may have stopped for a moment since its last reading, before it has taken all.
      if isOver, case .next = progress.written { break }
      stop(at: now)
      return isOver ? .end : .pause
    case (.open(.stopped), true):
      (output, nextReading, holdEnd) = (.open(.playing), now, nil)
      return .play
    default: break
    }
    if let step = nextLeadStep(progress, playback, at: now) { return step }
    // Before the player is ready, the position of its first sound is not known.
    if progress.isHungry, playback.isReady, let step = nextInput(progress, context, playback) {
      return step
    }
    if mustPlayWritten(progress, playback) { return .playWritten }
    return nextReadingStep(progress, playback, at: now)
  }

  private func wantedRate(_ playback: borrowing PlaybackMachine) -> Rate? {
    if !playback.rate.isPaused { return playback.rate }
    if case .following(let rate) = turn { return rate }
    return nil
  }

  private func mayWrite(_ playback: borrowing PlaybackMachine) -> Bool {
    switch turn {
    case .waiting, .leaving: false
    case .following, .taken: lead?.isOver ?? (playback.scheduledStart == nil)
    }
  }

  /// Whether sound that was written may be heard before the output is started for it.
  private func isWanted(_ playback: borrowing PlaybackMachine, at now: HostInstant) -> Bool {
    if case .following = turn { return true }
    if playback.rate.isPaused { return false }
    return holdEnd.map { now < $0 } ?? true || playback.waitsForSound && !playback.isFindingFrame
  }

  /// Discards written sound unless that discards earlier sound, too. Sound that cannot be read again is kept.
  private mutating func leave(
    _ progress: Progress, _ playback: borrowing PlaybackMachine, at now: HostInstant
  ) -> SoundStep? {
    if case .later = progress.written, playback.isSeekable { return readSoon(progress, at: now) }
    turn = .waiting
    switch progress.written {
    case .next, .taken: return playback.isSeekable ? .readAgain : nil
    case .nothing, .later: return nil
    }
  }

  /// Waits until the device has taken more. While it has stopped, the player that starts it wakes all.
  private mutating func readSoon(_ progress: Progress, at now: HostInstant) -> SoundStep {
    if progress.hasStopped { return .wait(until: nil) }
    if let nextReading, now < nextReading { return .wait(until: nextReading) }
    nextReading = now.advanced(by: Self.shortReadingInterval)
    return .requestReading
  }

  /// Waits for the frame at which a seek or a step lands, as without media.
  private mutating func waitForFrame(
    _ progress: Progress, _ playback: borrowing PlaybackMachine, at now: HostInstant
  ) -> SoundStep {
    if case .open(.playing) = output {
      stop(at: now)
      return .pause
    }
    if case .open(.stopping) = output, progress.hasStopped { output = .open(.stopped) }
    let isWanted = isWanted(playback, at: now)
    if isWanted != progress.isWanted { return .setWanted(isWanted) }
    return nextReadingStep(progress, playback, at: now)
  }

  /// Records a pause. The next start waits until a reading shows it, to distinguish the samples before and after.
  private mutating func stop(at now: HostInstant) {
    guard case .open(.playing) = output else { return }
    (output, nextReading) = (.open(.stopping), now)
    holdEnd = now.advanced(by: Self.longestHold)
  }

  /// Whether playback is paused where the course was finished.
  private func hasStopped(_ playback: borrowing PlaybackMachine) -> Bool {
    switch intake {
    case .stopped, .ended: playback.isPausedAtForwardEnd
    case .mustBegin, .begun: false
    }
  }

  private func mustPlay(_ progress: Progress, _ playback: borrowing PlaybackMachine) -> Bool {
    if playback.isMoving { return true }
    if lead != nil { return playback.scheduledStart != nil || playback.waitsForSound }
    return playback.waitsForSound && (progress.isFull || isDry(playback))
  }

  /// Whether an output that has started waits for more sound, which is read only when the sound before is heard.
  private func mustPlayWritten(
    _ progress: Progress, _ playback: borrowing PlaybackMachine
  ) -> Bool {
    guard case .open(.playing) = output, progress.status?.reading?.isPlaying == false else {
      return false
    }
    return progress.hasUnplayedSound && progress.isHungry && isDry(playback)
  }

  /// Whether the output cannot become fuller at the moment.
  private func isDry(_ playback: borrowing PlaybackMachine) -> Bool {
    if case .stopped = intake { return true }
    return (queue.isEmpty || queue.isAtEnd) && playback.isReadAheadOver
  }

  /// Whether the sound is in the last pass of a loop already, and the playhead in the pass before it.
  private func isLastPassAhead(_ playback: borrowing PlaybackMachine) -> Bool {
    course.pass > playback.soundPass && playback.loop.endsWithNextPass
  }

  private mutating func nextInput(
    _ progress: Progress, _ context: SoundContext, _ playback: borrowing PlaybackMachine
  ) -> SoundStep? {
    let limit = playback.readLimit(ofPass: course.pass)
    let end = progress.end ?? course.start
    let loops = playback.loopedRange != nil && playback.isSeekable
    if let stop = playback.stop, end >= stop {
      // Packets beyond the end of a loop are heard if the loop is removed before the next pass is read.
      // So are those of the last pass, once the playhead is in it.
      if loops, !queue.hasSeam || isLastPassAhead(playback) { return nil }
      // Packets beyond the stop may have been read before it was set.
      pendingRelease += queue.removeToMark()
      guard queue.isAtMark else {
        guard case .begun = intake, playback.stopsAtForwardEnd else { return nil }
        intake = .stopped
        return .finish(at: stop, next: nil, context)
      }
    }
    // The course is finished. The sound after it comes with the next one.
    if case .stopped = intake { return nil }
    if loops, queue.isAtEnd {
      // The next pass continues the sound: a drained output would let another player follow.
      queue.removeEndBeforeSeam()
      if queue.isAtEnd { return nil }
    }
    // Before the seam of a loop, the course ends where it was cut, also once the playhead is in the last pass.
    if progress.hasCutSound, !queue.hasSeam,
      context.stop.map({ end < $0 && $0 != progress.cutStop }) ?? true
    {
      return .extend(context)
    }
    if let item = queue.popFirst() {
      intake = .begun(hasTaken: true)
      switch item {
      case .packet(let payload): return .decode(payload, context)
      case .seam(let range):
        course = SoundCourse(pass: course.pass + 1, start: range.lowerBound)
        return .finish(at: range.upperBound, next: course, context)
      case .resynchronize: return .resynchronize
      case .end:
        intake = .ended
        return .finish(at: min(limit, playback.stop ?? limit), next: nil, context)
      }
    }
    guard case .begun = intake, let end = end.adding(Self.interleaving), limit >= end
    else { return nil }
    intake = .begun(hasTaken: true)
    return .silence(until: min(limit, context.stop ?? limit), context)
  }

  private mutating func nextReadingStep(
    _ progress: Progress, _ playback: borrowing PlaybackMachine, at now: HostInstant
  ) -> SoundStep {
    let interval: Duration?
    switch output {
    case .open(.playing):
      let isMeasured = playback.isMoving || lead != nil && playback.isSoundPlaying
      interval = isMeasured ? playback.soundReadingInterval : nil
    case .open(.stopping): interval = nil
    case .none, .open(.stopped), .lost, .abandoned:
      wait = nil
      let lead = playback.scheduledStart.map(Self.leadInstant(of:)).flatMap { $0 > now ? $0 : nil }
      let holdEnd = holdEnd.flatMap { $0 > now ? $0 : nil }
      return .wait(until: [playback.soundRestInstant ?? lead, holdEnd].compactMap(\.self).min())
    }
    let reading = progress.status?.reading
    if let wait, let reading, reading.instant >= wait.since,
      reading.samplesRead != wait.samplesRead || !mustTake(progress, reading)
    {
      self.wait = nil
    }
    if let nextReading, now < nextReading {
      // The playhead follows each change of its course at once.
      let change = playback.nextSoundInstant(after: now)
      return .wait(until: change.map { min($0, nextReading) } ?? nextReading)
    }
    var wait = wait ?? Wait(since: now, samplesRead: reading?.samplesRead ?? 0)
    let longest = progress.mayPlayNothing ? Self.shortSilence : Self.greatestSilence
    // Many requests, because this process may have been stopped itself.
    if wait.requestCount > 20, now >= wait.since.advanced(byNanoseconds: longest) {
      self.wait = nil
      let isAnswered =
        reading.map { now < $0.instant.advanced(byNanoseconds: Self.greatestSilence / 2) } ?? false
      return .fail(isAnswered ? Self.deadDevice : Self.deadServer)
    }
    wait.requestCount += 1
    self.wait = wait
    nextReading = now.advanced(by: interval ?? Self.shortReadingInterval)
    return .requestReading
  }

  /// Whether samples of this player wait for a device that was started.
  private func mustTake(_ progress: Progress, _ reading: AudioReading) -> Bool {
    guard case .open(.playing) = output, case .next = progress.written else { return false }
    return reading.samplesRead < reading.samplesWritten
  }
}
