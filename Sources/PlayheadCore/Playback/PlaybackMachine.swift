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
    /// The same, after a jump.
    case seeking
    /// What had been read was played.
    case stalled
  }

  var status = Player.Status.unknown
  var isLoading = false
  var isClosed = false
  var info: MediaInfo?
  /// What was asked for; 0 is paused.
  var wantedRate = Rate.paused
  var hold: Hold?
  var isEnded = false
  /// Where playback stops though the media goes on.
  var forwardEnd: MediaTime?
  var timeline = Timeline(
    mediaAnchor: .zero, hostAnchor: HostInstant(nanoseconds: 0), rate: .paused)
  var readAhead = ReadAhead(
    info: MediaInfo(name: "", container: "", tracks: [], isSeekable: false))
  var declaredDuration: MediaTime?
  var pendingSeek: PendingSeek?
  /// Counts the places that reading began anew at; what was read for an older one is void.
  var generation = 0
  /// Counts the jumps of the playhead; `origin` is where the last one went.
  private(set) var jumpCount = 0
  private(set) var origin = MediaTime.zero
  /// Where the source has still to go, as a position.
  var sourceTarget: MediaTime?
  /// The frames read until reading began anew, for the next change to tell.
  var leftFrames: FrameIndex?
  /// Where the first frame begins that somebody has still to be told of.
  var neededFrames: MediaTime?
  var pendingStep: PendingStep?
  /// What was told last of the condition.
  var condition = PlaybackCondition()
  private(set) var sequence = 0
  private var events: [PlaybackEvent] = []

  struct PendingSeek {
    var target: MediaTime
    var completion: SeekCompletion?
  }

  var isMoving: Bool { !timeline.rate.isPaused }
  var isReady: Bool { status == .readyToPlay && !isClosed }

  var state: PlaybackState {
    if isClosed { return .closed }
    switch status {
    case .failed: return .failed
    case .unknown: return isLoading ? .loading : .idle
    case .readyToPlay:
      if isEnded { return .ended }
      if isMoving { return .playing }
      return hold == nil ? .paused : .stalled
    }
  }

  /// Where the playhead stops by itself, once that is known.
  var stop: MediaTime? {
    let end = readAhead.knowsEnd ? readAhead.greatestEnd : nil
    guard let forwardEnd, timeline.mediaAnchor < forwardEnd else { return end }
    return end.map { min($0, forwardEnd) } ?? forwardEnd
  }

  /// How far the playhead may go now.
  var limit: MediaTime {
    let limit = readAhead.limit
    return stop.map { min($0, limit) } ?? limit
  }

  /// When the playhead comes to `limit`.
  var limitInstant: HostInstant? {
    isMoving ? timeline.instant(of: limit) : nil
  }

  func position(at now: HostInstant) -> MediaTime {
    isMoving ? min(timeline.position(at: now), limit) : timeline.mediaAnchor
  }

  /// What is known of the duration; never less than `position`.
  func duration(at position: MediaTime) -> MediaDuration? {
    if readAhead.knowsEnd { return MediaDuration(time: readAhead.greatestEnd, isExact: true) }
    guard let declaredDuration else { return nil }
    return MediaDuration(
      time: max(declaredDuration, readAhead.greatestEnd, position), isExact: false)
  }

  mutating func reading(at now: HostInstant) -> PlaybackReading {
    settle(at: now)
    return settledReading(at: now)
  }

  private func settledReading(at now: HostInstant) -> PlaybackReading {
    let position = position(at: now)
    return PlaybackReading(
      instant: now, position: position, duration: duration(at: position), rate: wantedRate,
      state: state, timeline: timeline, stop: stop, sequence: sequence)
  }

  /// Makes true what time alone has brought about: a stall, the end.
  mutating func settle(at now: HostInstant) {
    let limit = limit
    guard isMoving, timeline.position(at: now) >= limit else { return }
    let isAtEnd = readAhead.isAtEnd && limit == readAhead.limit
    let isAtForwardEnd = limit == forwardEnd && limit == stop
    anchor(at: limit, now)
    if isAtEnd {
      end(at: now)
    } else if isAtForwardEnd {
      wantedRate = .paused
      tell(.boundary, from: limit, at: now)
    } else {
      hold = .stalled
      tell(.stalled, from: limit, at: now)
    }
  }

  /// Moves the playhead on where nothing holds it any more.
  mutating func release(at now: HostInstant) {
    guard let hold, isReady else { return }
    let position = timeline.mediaAnchor
    if readAhead.isAtEnd, position >= readAhead.limit {
      anchor(at: readAhead.limit, now)
      end(at: now)
    } else if canMove(from: position, after: hold) {
      self.hold = nil
      anchor(at: position, now, rate: wantedRate)
      tell(hold == .starting ? .started : .resumed, from: position, at: now)
    }
  }

  /// After a stall more has to be there than a moment's worth, or playback would stutter.
  private func canMove(from position: MediaTime, after hold: Hold) -> Bool {
    if readAhead.isAtEnd { return true }
    let position = position.nanoseconds(rounding: .up)
    let refill: Int64 = 500_000_000
    let needed =
      hold == .stalled ? refill * Int64(wantedRate.numerator) / Int64(wantedRate.denominator) : 0
    let read = readAhead.limit.nanoseconds(rounding: .down) - position
    return read > needed || readAhead.isFull(at: position)
  }

  /// Ends where no more can be read: at the end of the media, or at an error.
  private mutating func end(at now: HostInstant) {
    if let error = readAhead.error { return fail(error, at: now) }
    hold = nil
    wantedRate = .paused
    isEnded = true
    tell(.ended, from: timeline.mediaAnchor, at: now)
  }

  mutating func fail(_ error: MediaError, at now: HostInstant) {
    guard !isClosed else { return }
    let hasPlayed = isReady && !wantedRate.isPaused
    status = .failed(error)
    isLoading = false
    hold = nil
    wantedRate = .paused
    events.append(.status(status))
    finishSeek(.failure(error))
    if hasPlayed { tell(.paused, from: timeline.mediaAnchor, at: now) }
  }

  /// Sets the anchor of the timeline, and stops it unless a rate is given.
  mutating func anchor(at position: MediaTime, _ now: HostInstant, rate: Rate = .paused) {
    if position != self.position(at: now) { noteJump(to: position) }
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
          frames: takePassedFrames(from: position, to: timeline.mediaAnchor))))
  }

  mutating func tellStatus() {
    events.append(.status(status))
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

  var hasEvents: Bool { !events.isEmpty }

  mutating func takeEvents() -> [PlaybackEvent] {
    defer { events = [] }
    return events
  }
}
