import Media
import Timekeeping

/// Decides what playback does: which states follow which, where the playhead is, what is to be
/// read. It has no threads, no timers and no lock; `Player` gives it instants and carries out what
/// it says.
struct PlaybackMachine {
  /// Why the playhead does not move though somebody wants it to.
  enum Hold {
    /// Nothing has been read yet where playback is to begin.
    case starting
    /// The host instant has not come at which playback is to begin.
    case scheduled
    /// The same, after a jump.
    case seeking
    /// What had been read was played.
    case stalled
  }

  var status = Player.Status.unknown
  var isLoading = false
  var isClosed = false
  /// How playback was left, where what has happened is still to be told after the close.
  var finalState: PlaybackState?
  /// What was asked for; 0 is paused.
  var wantedRate = Rate.paused
  private(set) var hold: Hold?
  var isEnded = false
  /// Where playback stops though the media goes on.
  var forwardEnd: MediaTime?
  var loop = LoopMachine()
  var feed: MediaFeed
  /// Where the playhead has to be when, until playback has begun so.
  var scheduledStart: Timeline?
  var drive: Drive?
  /// Whether who waits for an instant is to look again, as the clock, or the playhead's stop, is not
  /// where it was expected.
  var hasLeapt = false
  var keyframeSearch: KeyframeSearch?
  var played = PlayedMedia()
  /// In nanoseconds of the host clock, but for the stall that goes on.
  private var stalledNanoseconds: Int64 = 0
  private var stalledSince: HostInstant?
  var timeline = Timeline(
    mediaAnchor: .zero, hostAnchor: HostInstant(nanoseconds: 0), rate: .paused)
  /// Where the playhead was put last; a clock that drives it moves the timeline's own anchor on.
  var place = MediaTime.zero
  var pendingSeek: PendingSeek?
  /// Counts the jumps of the playhead; `origin` is where the last one went.
  private(set) var jumpCount = 0
  private(set) var origin = MediaTime.zero
  var pendingStep: PendingStep?
  /// What was told last of the condition.
  var condition = PlaybackCondition()
  private(set) var sequence = 0
  private var events: [PlaybackEvent] = []

  struct PendingSeek {
    var target: MediaTime
    var tolerance = SeekTolerance.exact
    var completion: SeekCompletion?
  }

  init(decodes: Bool = false, chosenTracks: [Int]? = nil, drive: Drive? = nil) {
    feed = MediaFeed(decodes: decodes, chosenTracks: chosenTracks)
    self.drive = drive
  }

  var isMoving: Bool { !timeline.rate.isPaused }
  var isReady: Bool { status == .readyToPlay && !isClosed }
  /// Whether playback has failed, which is reported once and stays so.
  var hasFailed: Bool { if case .failed = status { true } else { false } }

  var state: PlaybackState {
    if isClosed { return finalState ?? .closed }
    switch status {
    case .failed: return .failed
    case .unknown: return isLoading ? .loading : .idle
    case .readyToPlay:
      if isEnded { return .ended }
      if isMoving { return .playing }
      return hold == nil ? .paused : hold == .scheduled ? .waiting : .stalled
    }
  }

  /// Where the playhead stops by itself, or goes back, once that is known.
  var stop: MediaTime? {
    if let loopedRange { return loopedRange.upperBound }
    guard let forwardEnd, place < forwardEnd else { return feed.end }
    return feed.end.map { min($0, forwardEnd) } ?? forwardEnd
  }

  /// How far the playhead may go now.
  var limit: MediaTime {
    let limit = feed.readAhead.limit
    return stop.map { min($0, limit) } ?? limit
  }

  /// When time will next bring something about: the start, or the playhead's coming to `limit`.
  func nextInstant(after now: HostInstant) -> HostInstant? {
    if hold == .scheduled { return isReady ? scheduledStart?.hostAnchor : nil }
    guard isMoving else { return nil }
    let instant = timeline.instant(of: limit)
    if drive != nil {
      return min(instant ?? now, now.advanced(byNanoseconds: Drive.longestInterval))
    }
    // A loop shorter than a millisecond is told of once in each.
    return !loop.isCounting
      ? instant : instant.map { max($0, timeline.hostAnchor.advanced(byNanoseconds: 1_000_000)) }
  }

  func position(at now: HostInstant) -> MediaTime {
    isMoving ? min(timeline.position(at: now), limit) : timeline.mediaAnchor
  }

  /// What is known of the duration; never less than `position`.
  func duration(at position: MediaTime) -> MediaDuration? {
    if feed.readAhead.knowsEnd {
      return MediaDuration(time: feed.readAhead.greatestEnd, isExact: true)
    }
    guard let declaredDuration = feed.opened?.declaredDuration else { return nil }
    return MediaDuration(
      time: max(declaredDuration, feed.readAhead.greatestEnd, position), isExact: false)
  }

  mutating func reading(at now: HostInstant) -> PlaybackReading {
    settle(at: now)
    return settledReading(at: now)
  }

  private func settledReading(at now: HostInstant) -> PlaybackReading {
    let position = position(at: now)
    return PlaybackReading(
      instant: now, position: position, duration: duration(at: position),
      lastFrameStart: feed.readAhead.lastFrameStart, rate: wantedRate, state: state,
      timeline: timeline,
      stop: stop, passes: loop.passes, isClosed: isClosed, sequence: sequence)
  }

  /// Makes true what time alone has brought about: a start, a stall, a loop's pass, the end.
  mutating func settle(at now: HostInstant) {
    begin(at: now)
    follow(at: now)
    while isMoving, timeline.position(at: now) >= limit {
      if let range = loopedRange, limit == range.upperBound {
        wrap(over: range, at: now)
      } else {
        halt(at: now)
      }
    }
  }

  /// Stops the playhead, which has come to where it may go no further.
  private mutating func halt(at now: HostInstant) {
    let limit = limit
    let instant = min(timeline.instant(of: limit) ?? now, now)
    let isAtEnd = feed.readAhead.isAtEnd && limit == feed.readAhead.limit
    let isAtForwardEnd = limit == forwardEnd && limit == stop
    anchor(at: limit, instant)
    if isAtEnd {
      end(at: now)
    } else if isAtForwardEnd {
      wantedRate = .paused
      tell(.boundary, from: limit, at: now)
    } else {
      hold(.stalled, at: instant)
      // It may be waiting for an instant that a clock which jumped ahead has overtaken.
      if drive != nil { feed.callWorker() }
      tell(.stalled, from: limit, at: now)
    }
  }

  /// Moves the playhead on where nothing holds it any more.
  mutating func release(at now: HostInstant) {
    if hold == .scheduled, let start = scheduledStart, now >= start.hostAnchor {
      hold(.starting, at: now)
    }
    guard let hold, hold != .scheduled, isReady, keyframeSearch == nil else { return }
    let position = placeToGoOn(at: now)
    if feed.readAhead.isAtEnd, position >= feed.readAhead.limit {
      anchor(at: feed.readAhead.limit, now)
      if let range = loopedRange, range.upperBound == feed.readAhead.limit {
        scheduledStart = nil
        wrap(over: range, at: now)
      } else {
        end(at: now)
      }
    } else if canMove(from: position, after: hold) {
      self.hold(nil, at: now)
      scheduledStart = nil
      anchor(at: position, now, rate: wantedRate)
      tell(hold == .starting ? .started : .resumed, from: position, at: now)
    }
  }

  /// After a stall more has to be read than a moment's worth, or playback would stutter. So it has
  /// at the start and after a seek, unless the source is live: playback must not stall because the
  /// thread that reads a local file was not scheduled for a few milliseconds.
  func canMove(from position: MediaTime, after hold: Hold) -> Bool {
    if feed.readAhead.isAtEnd { return true }
    // No more is read for this pass.
    if let loopedRange, feed.readAhead.hasRead(to: loopedRange.upperBound) {
      return true
    }
    let position = position.nanoseconds(rounding: .up)
    let hasMore = feed.isSeekable && !feed.readAhead.isDry
    let margin: Int64 = hold == .stalled ? 500_000_000 : hasMore ? 200_000_000 : 0
    let rate = wantedRate.isPaused ? .normal : wantedRate
    let needed = margin * Int64(rate.numerator) / Int64(rate.denominator)
    let read = feed.readAhead.limit.nanoseconds(rounding: .down) - position
    return read > needed || feed.readAhead.isFull(at: position)
  }

  /// Ends where no more can be read: at the end of the media, or at an error.
  private mutating func end(at now: HostInstant) {
    if let error = feed.readAhead.error { return fail(error, at: now) }
    hold(nil, at: now)
    scheduledStart = nil
    wantedRate = .paused
    isEnded = true
    tell(.ended, from: timeline.mediaAnchor, at: now)
  }

  mutating func fail(_ error: MediaError, at now: HostInstant) {
    guard !isClosed, !hasFailed else { return }
    let hasPlayed = isReady && !wantedRate.isPaused
    status = .failed(error)
    isLoading = false
    hold(nil, at: now)
    scheduledStart = nil
    keyframeSearch = nil
    anchor(at: position(at: now), now)
    wantedRate = .paused
    // It releases the media.
    feed.callWorker()
    events.append(.status(status))
    finishSeek(.failure(error))
    if hasPlayed { tell(.paused, from: timeline.mediaAnchor, at: now) }
  }

  /// Sets why the playhead is held, or that it is not.
  mutating func hold(_ reason: Hold?, at instant: HostInstant) {
    if let since = stalledSince.take() {
      stalledNanoseconds += max(instant.nanoseconds - since.nanoseconds, 0)
    }
    if reason == .stalled { stalledSince = instant }
    hold = reason
  }

  func stalledTime(at now: HostInstant) -> Duration {
    let present = stalledSince.map { max(now.nanoseconds - $0.nanoseconds, 0) } ?? 0
    return .nanoseconds(stalledNanoseconds) + .nanoseconds(present)
  }

  /// What the playhead has passed since it was anchored, as of `now`.
  func playedRange(at now: HostInstant) -> Range<MediaTime> {
    timeline.mediaAnchor..<max(position(at: now), timeline.mediaAnchor)
  }

  /// Sets the anchor of the timeline, and stops it unless a rate is given.
  mutating func anchor(at position: MediaTime, _ now: HostInstant, rate: Rate = .paused) {
    if position != self.position(at: now) { noteJump(to: position) }
    played.insert(playedRange(at: now))
    place = position
    loop.stopCounting()
    drive?.anchor(at: position, now)
    timeline = Timeline(mediaAnchor: position, hostAnchor: now, rate: rate)
  }

  mutating func noteJump(to position: MediaTime) {
    jumpCount += 1
    origin = position
  }

  mutating func tell(_ cause: ProgressCause, from position: MediaTime, at now: HostInstant) {
    sequence += 1
    events.append(
      .changed(
        PlaybackChange(
          sequence: sequence, cause: cause, from: position, reading: settledReading(at: now),
          place: place, frames: feed.takePassedFrames(from: position, to: place))))
  }

  mutating func tellStatus() {
    events.append(.status(status))
  }

  mutating func takeLeap() -> Bool {
    defer { hasLeapt = false }
    return hasLeapt
  }

  mutating func finishSeek(_ result: Result<SeekResult, MediaError>) {
    if case .failure(let error) = result { finishStep(.failure(error)) }
    if let completion = pendingSeek.take()?.completion { tellSought(completion, result) }
  }

  mutating func tellSought(
    _ completion: @escaping SeekCompletion, _ result: Result<SeekResult, MediaError>
  ) {
    events.append(.sought(completion: completion, result: result))
  }

  var hasEvents: Bool { !events.isEmpty || hasLeapt }

  mutating func takeEvents() -> [PlaybackEvent] {
    defer { events = [] }
    return events
  }
}
