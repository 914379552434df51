import PlayheadMedia
import PlayheadTimekeeping

/// Decides the state of playback, the position of the playhead and the next packet to read. It has no
/// threads, timers or lock; `Player` calls it with the current instant and carries out its decisions.
///
/// It is a phase over four machines that do not know each other: the media feed, the loop, the
/// pending seek or step, and the log of events.
struct PlaybackMachine {
  private(set) var phase = PlaybackPhase.idle
  var feed: MediaFeed
  var loop = LoopMachine()
  var seeking = SeekMachine()
  var log = EventLog()
  /// The completion handlers that wait for the media to be open.
  var pendingLoads: [LoadCompletion] = []
  /// The playhead's course. Its rate is 0 unless the phase is `playing`.
  var timeline = Timeline(
    mediaAnchor: .zero, hostAnchor: HostInstant(nanoseconds: 0), rate: .paused)
  /// The position of the last discontinuity. A `PlaybackClock` moves the timeline's anchor beyond it.
  var landing = MediaTime.zero
  var drive: PlaybackDrive
  /// The position where playback stops before the end of the media.
  var forwardEnd: MediaTime?
  var movement = Movement.unstarted
  var played = PlayedMedia()
  private(set) var stalls = StallMeter()
  /// The name of the media in errors before it is open.
  private let openerName: String

  init(
    of openerName: String = "", decodes: Bool = false, chosenTracks: [Int]? = nil,
    drive: PlaybackDrive = .host
  ) {
    self.openerName = openerName
    feed = MediaFeed(decodes: decodes, chosenTracks: chosenTracks)
    self.drive = drive
  }

  /// The name of the media in errors.
  var mediaName: String { feed.info?.name ?? openerName }

  /// The position where the playhead stops or a loop returns; nil while it is not known.
  var stop: MediaTime? {
    loopedRange?.upperBound ?? stopWithoutLoop
  }

  /// The position where the playhead stops once no loop returns before; nil while it is not known.
  var stopWithoutLoop: MediaTime? {
    guard let forwardEnd, landing < forwardEnd else { return feed.end }
    return feed.end.map { min($0, forwardEnd) } ?? forwardEnd
  }

  /// The position that the playhead must not pass now.
  var limit: MediaTime {
    var limit = feed.readAhead.limit
    if let written = drive.sound?.limit(from: timeline.mediaAnchor) { limit = min(limit, written) }
    return stop.map { min($0, limit) } ?? limit
  }

  /// The next instant at which time alone causes a change: the start, or the playhead at `limit`.
  func nextInstant(after now: HostInstant) -> HostInstant? {
    if case .held(let held) = phase {
      // If media is missing when the sound continues, playback waits for it.
      return held.reason.scheduledStart?.hostAnchor
        ?? drive.sound?.movingInstant.flatMap { $0 > now ? $0 : nil }
    }
    guard phase.isPlaying else { return nil }
    let instant = earliestTimeline(at: now).instant(of: limit)
    if !drive.isHost {
      let latest = now.advanced(byNanoseconds: PlaybackDrive.longestInterval)
      return instant.map { min($0, latest) } ?? latest
    }
    // A loop shorter than a millisecond is reported once per millisecond.
    return !loop.isCounting
      ? instant : instant.map { max($0, timeline.hostAnchor.advanced(byNanoseconds: 1_000_000)) }
  }

  func position(at now: HostInstant) -> MediaTime {
    phase.isPlaying ? min(timeline.position(at: now), limit) : timeline.mediaAnchor
  }

  /// The position from which a released playhead continues: the current one, or the one that a late start would be at.
  func resumePosition(at now: HostInstant) -> MediaTime {
    // Sound skips nothing after a late start.
    guard !drive.isSound, let start = phase.held?.reason.start else { return position(at: now) }
    return position(on: start, at: now).position
  }

  /// The known duration; not less than `position`.
  func duration(at position: MediaTime) -> MediaDuration? { feed.duration(at: position) }

  /// Returns a reading of the player, with the frame number, which takes a search, if `countsFrame`.
  mutating func reading(at now: HostInstant, countsFrame: Bool = true) -> PlaybackReading {
    settle(at: now)
    return settledReading(at: now, countsFrame: countsFrame)
  }

  func settledReading(at now: HostInstant, countsFrame: Bool = true) -> PlaybackReading {
    let position = position(at: now)
    return PlaybackReading(
      instant: now, position: position, duration: duration(at: position),
      lastFrameStart: feed.readAhead.lastFrameStart,
      frameNumber: countsFrame ? feed.readAhead.frames.number(at: position) : nil, rate: phase.rate,
      state: phase.state, status: phase.status, timeline: timeline,
      earliest: earliestTimeline(at: now),
      stop: stop, passes: loop.passes,
      chapters: feed.opened?.chapters, played: PlayedTime(played.time, from: timeline.mediaAnchor),
      stalls: stalls, isClosed: phase.isClosed, audio: drive.sound?.progress,
      awaitsStart: phase.held?.reason.isStart ?? false, sequence: log.sequence)
  }

  // MARK: Changing the course

  /// Requests that the media is opened. A second request has no effect.
  mutating func load() {
    if case .idle = phase { phase = .loading(nil) }
  }

  /// Enters a phase that leaves the playhead's course as it is.
  mutating func enter(_ phase: PlaybackPhase, at instant: HostInstant) {
    stalls.update(isStalled: phase.isStalled, at: instant)
    self.phase = phase
  }

  /// Enters a phase with the playhead at a position. It moves from there if the phase is `playing`.
  mutating func enter(
    _ phase: PlaybackPhase, with position: MediaTime, at instant: HostInstant
  ) {
    jumpFeed(to: position, at: instant)
    if phase.isPlaying { drive.sound?.move() } else { drive.sound?.rest(at: position) }
    anchor(at: position, instant, rate: phase.movingRate)
    enter(phase, at: instant)
  }

  /// Moves the playhead to a position without a change of phase.
  mutating func put(at position: MediaTime, _ instant: HostInstant) {
    jumpFeed(to: position, at: instant)
    anchor(at: position, instant, rate: timeline.rate)
  }

  private mutating func jumpFeed(to position: MediaTime, at instant: HostInstant) {
    if position != self.position(at: instant) { feed.jump(to: position) }
  }

  /// Sets a new anchor for the timeline, without reporting a jump.
  mutating func anchor(at position: MediaTime, _ instant: HostInstant, rate: Rate) {
    played.insert(playedRange(at: instant))
    landing = position
    loop.stopCounting()
    drive.clock?.anchor(at: position, instant)
    timeline = Timeline(mediaAnchor: position, hostAnchor: instant, rate: rate)
  }

  /// The range that the playhead has passed since it was anchored.
  func playedRange(at now: HostInstant) -> Range<MediaTime> {
    timeline.mediaAnchor..<max(position(at: now), timeline.mediaAnchor)
  }

  // MARK: Events

  mutating func publish(_ cause: ProgressCause, from position: MediaTime, at now: HostInstant) {
    if cause == .looped { depart(to: landing) }
    log.append(
      PlaybackChange(
        cause: cause, from: position, reading: settledReading(at: now), position: landing,
        frames: feed.removeFrameCrossing(),
        frameNumberBefore: feed.readAhead.frames.number(at: position)))
    arrive(at: now)
  }

  /// Ends the seek or step that waits, if there is one.
  mutating func failSeek(_ error: MediaError) {
    if let event = seeking.fail(error) { log.append(event) }
  }

  mutating func cancelSeek(_ reason: MediaError.Reason) {
    failSeek(MediaError(.seek, of: mediaName, reason: reason))
  }

  /// Completes the pending seek, whose target the playhead has reached.
  mutating func land() {
    if let event = seeking.land(at: timeline.mediaAnchor) { log.append(event) }
  }
}
