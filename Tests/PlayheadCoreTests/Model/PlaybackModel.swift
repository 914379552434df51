import PlayheadMedia
import PlayheadTimekeeping

@testable import PlayheadCore

/// The documented behaviour of playback in its simplest form: no timers, no queue, no frames, and one
/// case for each state. `PlaybackModelTests` compares it with `PlaybackMachine`.
///
/// Times are nanoseconds of media and of the host. The packets are an input: the model receives each
/// packet that the machine accepts, and the instant when the machine knows enough frames for a step.
/// The model itself decides where a step or a keyframe search lands.
struct PlaybackModel {
  enum Phase: Equatable {
    case unopened(isLoading: Bool)
    case paused
    case playing
    /// Waits at the position, with the reason.
    case held(Hold)
    case ended
    case failed
    case closed
  }

  enum Hold: Equatable { case starting, seeking, stalled, scheduled }

  /// The media read since reading last started at a new position.
  struct Feed {
    var limit: Int64
    var isOver = false
    var error: MediaError?
    var isDry = false

    mutating func read(through end: Int64) {
      (limit, isDry) = (max(limit, end), false)
    }

    func hasRead(to end: Int64) -> Bool { limit >= end || isOver && error == nil }
  }

  let isSeekable: Bool
  let length: Int64
  /// The length of a frame, and the distance between keyframes.
  let frame: Int64
  let keyframeInterval: Int64
  var phase = Phase.unopened(isLoading: false)
  var rate = Rate.paused
  var passes = 0
  var feed = Feed(limit: 0)
  /// The media read for the next pass of the loop.
  var nextFeed: Feed?
  /// Whether the source must seek before the next read.
  private var mustSeekSource = false
  var events: [String] = []

  private var knowsEnd = false
  /// The last position that was set, and the timeline from there.
  private var place: Int64 = 0
  private var line = Timeline(
    mediaAnchor: .zero, hostAnchor: HostInstant(nanoseconds: 0), rate: .paused)
  private var pendingSeek: (target: Int64, tolerance: SeekTolerance)?
  /// A pending seek to a keyframe: its target, and the last keyframe that was read before it.
  private var search: (target: Int64, found: Int64?)?
  /// The number of frames of a pending step, and its start.
  private var pendingStep: (count: Int, start: Int64)?
  private var forwardEnd: Int64?
  private var loop: PlaybackLoop?
  /// The timeline of a loop as if it never wrapped, its range, and the number of wraps.
  private var unrolled: (line: Timeline, range: Range<Int64>, wraps: Int64)?
  private var start: Timeline?
  /// The clock that drives the playhead; nil for the host's.
  private var clock: ModelClock?

  init(
    isSeekable: Bool, length: Int64, frame: Int64, keyframeInterval: Int64,
    clock: ModelClock? = nil
  ) {
    self.clock = clock
    (self.isSeekable, self.length) = (isSeekable, length)
    (self.frame, self.keyframeInterval) = (frame, keyframeInterval)
  }

  // MARK: State

  var state: PlaybackState {
    switch phase {
    case .unopened(let isLoading): isLoading ? .loading : .idle
    case .paused: .paused
    case .playing: .playing
    case .held(.scheduled): .waiting
    case .held: .stalled
    case .ended: .ended
    case .failed: .failed
    case .closed: .closed
    }
  }

  func position(at now: HostInstant) -> Int64 {
    let position = line.position(at: now).nanoseconds(rounding: .down)
    return phase == .playing ? min(position, limit) : position
  }

  private var isReady: Bool {
    switch phase {
    case .unopened, .failed, .closed: false
    default: true
    }
  }

  /// The range that is played again when the playhead reaches its end.
  var loopedRange: Range<Int64>? { loopedRange(from: place) }

  private func loopedRange(from place: Int64) -> Range<Int64>? {
    guard let loop, loop.goesBack(after: passes) else { return nil }
    let start = loop.start.nanoseconds(rounding: .down)
    let mediaEnd = knowsEnd ? length : nil
    guard
      let end = loop.end.map({ min($0.nanoseconds(rounding: .down), mediaEnd ?? .max) })
        ?? mediaEnd,
      start < end
    else { return nil }
    if place >= end, end != mediaEnd { return nil }
    if let forwardEnd, place < forwardEnd, forwardEnd < end { return nil }
    return start..<end
  }

  private var stop: Int64? {
    if let loopedRange { return loopedRange.upperBound }
    let end = knowsEnd ? length : nil
    guard let forwardEnd, place < forwardEnd else { return end }
    return min(end ?? .max, forwardEnd)
  }

  private var limit: Int64 { min(stop ?? .max, feed.limit) }

  // MARK: Time

  /// Advances the time to `now`.
  mutating func advance(to now: HostInstant) {
    if phase == .held(.scheduled), let start, now >= start.hostAnchor, search == nil {
      let target = line.mediaAnchor.nanoseconds(rounding: .down)
      if target < feed.limit, canMove(from: target, after: .starting) {
        self.start = nil
        go(from: target, at: start.hostAnchor)
        tell(.started, from: target, at: start.hostAnchor)
      } else {
        release(at: now)
      }
    }
    let anchor = line.mediaAnchor
    if phase == .playing, let next = clock?.line(from: anchor, rate: rate, at: now) {
      (line, unrolled) = (next, nil)
    }
    while phase == .playing, line.position(at: now).nanoseconds(rounding: .down) >= limit {
      let (limit, due) = (limit, line.instant(of: .nanoseconds(limit)) ?? now)
      if let range = loopedRange, limit == range.upperBound {
        goBack(over: range, at: now)
      } else if feed.isOver, limit == feed.limit {
        put(at: limit, min(due, now))
        end(at: now)
      } else if limit == forwardEnd, limit == stop {
        put(at: limit, min(due, now))
        (phase, rate) = (.paused, .paused)
        tell(.boundary, from: limit, at: now)
      } else {
        put(at: limit, min(due, now))
        phase = .held(.stalled)
        tell(.stalled, from: limit, at: now)
      }
    }
  }

  private mutating func end(at now: HostInstant) {
    if let error = feed.error { return fail(error, at: now) }
    (phase, rate, start) = (.ended, .paused, nil)
    tell(.ended, from: place, at: now)
  }

  private mutating func goBack(over range: Range<Int64>, at now: HostInstant) {
    let wasMoving = phase == .playing
    guard isSeekable else {
      put(at: range.upperBound, now)
      return fail(MediaError(.seek, of: "fake", reason: .notSeekable), at: now)
    }
    var unrolled =
      self.unrolled.flatMap { $0.range == range ? $0 : nil } ?? (line: line, range: range, wraps: 0)
    let due = range.upperBound + unrolled.wraps * Int64(range.count)
    let instant = wasMoving ? unrolled.line.instant(of: .nanoseconds(due)) ?? now : now
    let beyond = unrolled.line.position(at: instant).nanoseconds(rounding: .down) - due
    passes += 1
    let next = nextFeed
    if let next {
      feed = next
      let isWhole = next.hasRead(to: range.upperBound)
      if !isWhole || loop?.goesBack(after: passes) == false { nextFeed = nil }
    } else {
      beginReading(at: range.lowerBound)
    }
    if let next, next.isOver || next.limit > range.lowerBound {
      put(at: range.upperBound, instant)
      go(from: range.lowerBound + max(beyond, 0), at: instant)
      place = range.lowerBound
      unrolled.wraps += 1
      if wasMoving { self.unrolled = unrolled }
    } else {
      put(at: range.lowerBound, now)
      phase = .held(.seeking)
    }
    tell(.looped, from: range.upperBound, at: instant)
  }

  // MARK: Reading

  mutating func opened(at now: HostInstant) {
    guard case .unopened = phase else { return }
    phase = rate.isPaused ? .paused : .held(start == nil ? .starting : .scheduled)
    events.append("ready")
    let target = resumePosition(at: now)
    if target > 0, isSeekable {
      beginReading(at: target)
      if pendingSeek?.tolerance == .keyframe { search = (target, nil) }
    }
    release(at: now)
  }

  /// Starts reading the next pass once the current one has been read, or abandons it.
  mutating func prepareReading(at now: HostInstant) {
    advance(to: now)
    guard isReady, isSeekable, let range = loopedRange, pendingStep == nil else {
      return abandonNextPass()
    }
    guard nextFeed == nil, search == nil, feed.hasRead(to: range.upperBound),
      feed.isOver || place < range.upperBound
    else { return }
    (nextFeed, mustSeekSource) = (Feed(limit: range.lowerBound), true)
  }

  private mutating func abandonNextPass() {
    if nextFeed != nil { (nextFeed, mustSeekSource) = (nil, !feed.isOver) }
  }

  private var readsNextPass: Bool {
    guard let nextFeed, let loopedRange else { return false }
    return !nextFeed.hasRead(to: loopedRange.upperBound)
  }

  mutating func read(through end: Int64, findingStep: Bool, at now: HostInstant) {
    advance(to: now)
    if readsNextPass {
      nextFeed?.read(through: end)
      return
    }
    feed.read(through: end)
    look(at: end - frame, at: now)
    hasRead(findingStep: findingStep, at: now)
  }

  mutating func readToEnd(findingStep: Bool, at now: HostInstant) {
    advance(to: now)
    if readsNextPass {
      nextFeed = Feed(limit: length, isOver: true)
      return
    }
    (feed.isOver, feed.limit, knowsEnd) = (true, length, true)
    endSearch(at: now)
    hasRead(findingStep: findingStep, at: now)
  }

  /// Ends the search if the frame at `start` is the first keyframe beyond the target. The packets have
  /// no decode times that could end it earlier.
  private mutating func look(at start: Int64, at now: HostInstant) {
    guard let target = search?.target, start % keyframeInterval == 0 else { return }
    if start > target {
      endSearch(at: now)
    } else {
      search?.found = start
    }
  }

  private mutating func endSearch(at now: HostInstant) {
    guard let found = search.take()?.found, found != place(of: line) else { return }
    let from = place(of: line)
    put(at: found, now)
    tell(.seeked, from: from, at: now)
  }

  mutating func foundNothing(at now: HostInstant) {
    advance(to: now)
    if readsNextPass {
      nextFeed?.isDry = true
      return
    }
    feed.isDry = true
    release(at: now)
  }

  mutating func readingFailed(_ error: MediaError, at now: HostInstant) {
    advance(to: now)
    if readsNextPass {
      nextFeed?.isOver = true
      nextFeed?.error = error
      return
    }
    (feed.isOver, feed.error) = (true, error)
    search = nil
    finishSeek(error)
    release(at: now)
  }

  mutating func sourceHasGone() { mustSeekSource = false }

  /// Records that the frames missing for a step are read from `position` on.
  mutating func beginReadingForStep(at position: Int64) { beginReading(at: position) }

  private mutating func hasRead(findingStep: Bool, at now: HostInstant) {
    guard isReady else { return }
    let position = line.mediaAnchor.nanoseconds(rounding: .down)
    if feed.isOver, phase != .playing, position > feed.limit {
      put(at: feed.limit, now)
      tell(.seeked, from: position, at: now)
    }
    if findingStep { finishStep(at: now) }
    if search != nil || pendingStep != nil { return }
    if feed.isOver || limit > place(of: line) { land() }
    release(at: now)
  }

  private func place(of line: Timeline) -> Int64 { line.mediaAnchor.nanoseconds(rounding: .down) }

  private func resumePosition(at now: HostInstant) -> Int64 {
    start.map { place(on: $0, at: now).position } ?? position(at: now)
  }

  /// Where a playhead starts on `line`: at the start of the loop if that has ended since.
  private func place(on line: Timeline, at now: HostInstant) -> (position: Int64, isNextPass: Bool)
  {
    let position = line.position(at: now).nanoseconds(rounding: .down)
    guard let range = loopedRange(from: place(of: line)), position >= range.upperBound
    else { return (position, false) }
    return (range.lowerBound, true)
  }

  private mutating func enterPassAfterLateStart(at now: HostInstant) {
    guard phase == .held(.starting), let start else { return }
    let (position, isNextPass) = place(on: start, at: now)
    if !isNextPass { return }
    passes += 1
    self.start = nil
    let from = place(of: line)
    if position == from { return }
    if !isSeekable, position < from {
      return fail(MediaError(.seek, of: "fake", reason: .notSeekable), at: now)
    }
    if isSeekable { beginReading(at: position) }
    put(at: position, now)
    tell(.looped, from: from, at: now)
  }

  private mutating func release(at now: HostInstant) {
    if phase == .held(.scheduled), let start, now >= start.hostAnchor { phase = .held(.starting) }
    enterPassAfterLateStart(at: now)
    guard case .held(let hold) = phase, hold != .scheduled, search == nil else { return }
    let position = resumePosition(at: now)
    if feed.isOver, position >= feed.limit {
      put(at: feed.limit, now)
      start = nil
      if let range = loopedRange, range.upperBound == feed.limit {
        goBack(over: range, at: now)
      } else {
        end(at: now)
      }
    } else if canMove(from: position, after: hold) {
      start = nil
      let from = place(of: line)
      go(from: position, at: now)
      tell(hold == .starting ? .started : .resumed, from: from, at: now)
    }
  }

  private func canMove(from position: Int64, after hold: Hold) -> Bool {
    if feed.isOver { return true }
    if let stop, position < stop || loopedRange != nil, feed.hasRead(to: stop) { return true }
    let rate = rate.isPaused ? Rate.normal : rate
    let margin: Int64 =
      hold == .stalled ? 500_000_000 : isSeekable && !feed.isDry ? 200_000_000 : 0
    let needed = margin * Int64(rate.numerator) / Int64(rate.denominator)
    return feed.limit - position > needed || feed.limit - position >= 5_000_000_000
  }

  // MARK: Requests

  mutating func load() {
    if phase == .unopened(isLoading: false) { phase = .unopened(isLoading: true) }
  }

  mutating func setRate(_ wanted: Rate, at now: HostInstant) {
    advance(to: now)
    if phase == .closed || phase == .failed { return }
    let (previous, wasScheduled) = (rate, start != nil)
    start = nil
    guard wanted != previous || wasScheduled, phase != .ended else { return }
    rate = wanted
    let position = position(at: now)
    if wanted.isPaused {
      put(at: position, now)
      if isReady { phase = .paused }
      tell(.paused, from: position, at: now)
    } else if previous.isPaused || wasScheduled {
      load()
      if isReady { phase = .held(.starting) }
      release(at: now)
    } else {
      if phase == .playing { go(from: position, at: now) }
      if isReady, phase != .held(.starting) { tell(.rateChanged, from: position, at: now) }
      release(at: now)
    }
  }

  mutating func seek(
    to wanted: Int64, tolerance: SeekTolerance = .exact, at now: HostInstant
  ) {
    advance(to: now)
    let target = max(knowsEnd ? min(wanted, length) : wanted, 0)
    let from = position(at: now)
    finishSeek(MediaError(.seek, of: "fake", reason: .cancelled))
    pendingSeek = (target, tolerance)
    if let error = seekError(from: from, to: target) { return finishSeek(error) }
    start = nil
    search = nil
    guard isReady else {
      put(at: target, now)
      return tell(.seeked, from: from, at: now)
    }
    if phase == .playing { go(from: from, at: now) } else { put(at: from, now) }
    let isLast = feed.isOver && (feed.error == nil || !isSeekable)
    let isSearching = tolerance == .keyframe && isSeekable
    let isRead =
      !mustSeekSource && !isSearching && target >= from && (target < feed.limit || isLast)
    if !isRead, isSeekable { beginReading(at: target) }
    if isSearching { search = (target, nil) }
    if phase == .playing, isRead, target < feed.limit {
      go(from: target, at: now)
    } else {
      put(at: target, now)
      switch phase {
      case .held(.starting), .held(.scheduled): phase = .held(.starting)
      default: phase = rate.isPaused ? .paused : .held(.seeking)
      }
    }
    tell(.seeked, from: from, at: now)
    if isRead { land() }
    release(at: now)
  }

  mutating func step(by count: Int, findingStep: Bool, at now: HostInstant) {
    setRate(.paused, at: now)
    finishSeek(MediaError(.seek, of: "fake", reason: .cancelled))
    pendingStep = (count, position(at: now))
    if let failure { return finishSeek(failure) }
    if phase == .closed { return finishSeek(MediaError(.seek, of: "fake", reason: .interrupted)) }
    load()
    if findingStep { finishStep(at: now) }
  }

  /// Moves by a number of frames from the frame presented at the start of the step.
  private mutating func finishStep(at now: HostInstant) {
    guard let step = pendingStep else { return }
    if !rate.isPaused { return finishSeek(MediaError(.seek, of: "fake", reason: .cancelled)) }
    pendingStep = nil
    let last = Int(length / frame) - 1
    let number = min(Int(step.start / frame), last) + step.count
    seek(to: Int64(min(max(number, 0), last)) * frame, at: now)
  }

  mutating func setForwardEnd(_ end: Int64?, at now: HostInstant) {
    advance(to: now)
    let position = position(at: now)
    if phase == .playing { go(from: position, at: now) } else { put(at: position, now) }
    forwardEnd = end
    release(at: now)
  }

  mutating func setLoop(_ loop: PlaybackLoop?, at now: HostInstant) {
    advance(to: now)
    if phase == .closed { return }
    if phase == .playing { go(from: position(at: now), at: now) }
    (self.loop, passes) = (loop, 0)
    abandonNextPass()
    release(at: now)
  }

  /// Plays as if the playhead were at `time` at `instant`.
  mutating func setRate(
    _ wanted: Rate, time: Int64, atHost instant: HostInstant, at now: HostInstant
  ) {
    advance(to: now)
    let from = position(at: now)
    let target = max(knowsEnd ? min(time, length) : time, 0)
    let line = Timeline(mediaAnchor: .nanoseconds(target), hostAnchor: instant, rate: wanted)
    var place = self.place(on: line, at: now).position
    if knowsEnd { place = min(place, length) }
    if seekError(from: from, to: place) != nil { return seek(to: place, at: now) }
    put(at: from, now)
    rate = .paused
    if isReady, phase != .ended { phase = .paused }
    seek(to: place, at: now)
    rate = wanted
    start = line
    load()
    if isReady { phase = .held(.scheduled) }
    release(at: now)
  }

  /// Plays as if requested at `instant`, which is just past.
  mutating func setRate(_ wanted: Rate, asOf instant: HostInstant, at now: HostInstant) {
    advance(to: now)
    let line = Timeline(mediaAnchor: self.line.mediaAnchor, hostAnchor: instant, rate: wanted)
    let position = place(of: line)
    guard phase == .paused, search == nil, canMove(from: position, after: .starting),
      line.position(at: now).nanoseconds(rounding: .down) < limit
    else { return setRate(wanted, at: now) }
    rate = wanted
    go(from: position, at: instant)
    tell(.started, from: position, at: instant)
  }

  mutating func close(at now: HostInstant) {
    if phase == .closed { return }
    advance(to: now)
    put(at: position(at: now), now)
    (phase, rate, start, search) = (.closed, .paused, nil, nil)
    finishSeek(MediaError(.seek, of: "fake", reason: .interrupted))
  }

  // MARK: Helpers

  /// Sets the position of a paused or waiting playhead.
  private mutating func put(at position: Int64, _ now: HostInstant) {
    (place, unrolled) = (position, nil)
    line = Timeline(mediaAnchor: .nanoseconds(position), hostAnchor: now, rate: .paused)
    clock?.setAnchor(at: line.mediaAnchor, now)
  }

  /// Sets the position from which the playhead moves.
  private mutating func go(from position: Int64, at now: HostInstant) {
    (place, unrolled, phase) = (position, nil, .playing)
    line = Timeline(mediaAnchor: .nanoseconds(position), hostAnchor: now, rate: rate)
    clock?.setAnchor(at: line.mediaAnchor, now)
  }

  private mutating func beginReading(at target: Int64) {
    (feed, nextFeed, mustSeekSource) = (Feed(limit: target), nil, true)
  }

  mutating func fail(_ error: MediaError, at now: HostInstant) {
    let position = position(at: now)
    put(at: position, now)
    (phase, rate, start, search) = (.failed, .paused, nil, nil)
    failure = error
    events.append("failed \(error.reason)")
    finishSeek(error)
    tell(.failed, from: position, at: now)
  }

  private var failure: MediaError?

  private func seekError(from: Int64, to target: Int64) -> MediaError? {
    if let failure { return failure }
    if phase == .closed { return MediaError(.seek, of: "fake", reason: .interrupted) }
    guard isReady, !isSeekable else { return nil }
    if let error = feed.error, target > feed.limit { return error }
    return target < from ? MediaError(.seek, of: "fake", reason: .notSeekable) : nil
  }

  private mutating func land() {
    guard let seek = pendingSeek.take() else { return }
    events.append("sought \(seek.target) \(place(of: line))")
  }

  /// Ends the pending seek or step.
  private mutating func finishSeek(_ error: MediaError) {
    if pendingStep.take() != nil { events.append("sought \(error.reason)") }
    if pendingSeek.take() != nil { events.append("sought \(error.reason)") }
  }

  private mutating func tell(_ cause: ProgressCause, from: Int64, at now: HostInstant) {
    events.append(
      "\(cause) \(from) \(position(at: now)) \(state) \(rate) \(passes) @\(now.nanoseconds)")
  }
}
