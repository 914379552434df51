import PlayheadMedia
import PlayheadTimekeeping

/// Decides which part of the media to read next: for the current pass, and ahead of it for the next pass of a loop.
///
/// It does not know the time. Its caller passes the playhead's position, and gets back the position at
/// which to continue reading.
struct MediaFeed {
  enum Step {
    /// Seek the source to this time of the container.
    case seek(MediaTime, generation: Int)
    case read(generation: Int)
    /// Wait until the playhead reaches this position; nil: until the next request.
    case rest(until: MediaTime?)
  }

  /// Whether packets are decoded. If so, each pass of a loop is read again, up to its last frame.
  let decodes: Bool
  /// The indices of the played tracks; nil for the container's choice.
  let chosenTracks: [Int]?
  private(set) var opened: OpenedMedia?
  /// The media read for the current pass.
  private(set) var readAhead = ReadAhead(
    info: MediaInfo(name: "", container: "", tracks: [], isSeekable: false))
  /// The media read for the next pass of a loop.
  private(set) var next: ReadAhead?
  /// Counts how often reading has continued elsewhere. Packets of an older generation are void.
  private(set) var generation = 0
  /// The position to which the source must seek before the next read.
  private(set) var sourceTarget: MediaTime?
  /// The frames read until reading restarted, for the next change to report.
  private var leftFrames: FrameBoundaryFeed?
  /// The subscriptions that follow the frames read.
  var frameReaders = FrameBoundaryReaders()
  /// Whether the worker must be woken because of a change that time alone has caused.
  private var needsWorker = false
  /// Events for decoding; none without it.
  private var events = FeedEventQueue()

  init(decodes: Bool = false, chosenTracks: [Int]? = nil) {
    (self.decodes, self.chosenTracks) = (decodes, chosenTracks)
  }

  var info: MediaInfo? { opened?.info }
  var isSeekable: Bool { opened?.info.isSeekable ?? false }
  /// The end of the media, once it is known.
  var end: MediaTime? { readAhead.knowsEnd ? readAhead.greatestEnd : nil }

  /// The duration; nil if unknown, or if the playhead waits for media beyond it, which may not exist.
  func duration(at position: MediaTime) -> MediaDuration? {
    if let end { return MediaDuration(time: end, isExact: true) }
    guard let declaredDuration = opened?.declaredDuration else { return nil }
    let duration = max(declaredDuration, readAhead.greatestEnd)
    return position > duration ? nil : MediaDuration(time: duration, isExact: false)
  }

  /// Receives the description of open media. Without `zero`, position zero is the start of the presented media.
  mutating func open(_ info: MediaInfo, zero: MediaTime? = nil) throws(MediaError) {
    let media = try OpenedMedia(info, tracks: chosenTracks)
    opened = media
    readAhead = ReadAhead(info: media.info, zero: zero)
  }

  /// Converts chapters and the declared duration to positions, now that position zero is known.
  mutating func placeDeclarations(zero: MediaTime) { opened = opened?.placed(zero: zero) }

  /// Replaces the declared duration.
  mutating func estimate(_ duration: MediaTime) { opened = opened?.lasting(duration) }

  // MARK: Next step

  /// Returns the next step for the current pass. Reads on without a limit if the position of the playhead is nil.
  mutating func nextStep(playhead position: MediaTime?, keepingFramesFrom kept: MediaTime?) -> Step
  {
    if let step = nextSeek() { return step }
    if readAhead.isAtEnd { return .rest(until: nil) }
    let position = position ?? ReadAhead.greatestPosition
    readAhead.consume(until: position, keepingFramesFrom: kept)
    guard readAhead.isFull(at: position) else { return .read(generation: generation) }
    return .rest(until: readAhead.refillPosition(from: position))
  }

  private mutating func nextSeek() -> Step? {
    guard let target = sourceTarget.take(), let time = readAhead.containerTime(of: target) else {
      return nil
    }
    return .seek(time, generation: generation)
  }

  /// Returns the next step for the next pass of a loop, or nil if the current one must be read first.
  mutating func nextPassStep(
    over range: Range<MediaTime>, isPassRead: Bool, playhead position: MediaTime
  ) -> Step? {
    guard next != nil || isPassRead else { return nil }
    let pass = next ?? beginNextPass(over: range)
    if let step = nextSeek() { return step }
    if pass.isAtEnd || hasRead(pass, to: range.upperBound) { return .rest(until: nil) }
    let place = Self.place(before: range, playhead: position)
    guard pass.isFull(at: place) else { return .read(generation: generation) }
    let refill = pass.refillPosition(from: place)
    return .rest(until: refill.subtracting(range.lowerBound)?.adding(range.upperBound))
  }

  /// Returns the position that is as far before the start of a range as the playhead is before its end.
  private static func place(
    before range: Range<MediaTime>, playhead position: MediaTime
  ) -> MediaTime {
    position.subtracting(range.upperBound)?.adding(range.lowerBound) ?? position
  }

  /// Whether reading waits in the next pass of a loop: for the source, for the playhead, or at the end.
  func isNextPassOver(over range: Range<MediaTime>, playhead position: MediaTime) -> Bool {
    guard let pass = next else { return false }
    return pass.isDry || pass.isAtEnd || hasRead(pass, to: range.upperBound)
      || pass.isFull(at: Self.place(before: range, playhead: position))
  }

  private mutating func beginNextPass(over range: Range<MediaTime>) -> ReadAhead {
    var pass = readAhead
    pass.restart(at: range.lowerBound)
    generation += 1
    next = pass
    sourceTarget = range.lowerBound
    append(.nextPassBegan(range))
    return pass
  }

  // MARK: Results of reading

  /// Whether this generation is of the next pass: another one begins and ends it, so that no result is misplaced.
  var isReadingNextPass: Bool { next != nil }

  /// Whether this pass has been read to `end`.
  func hasReadPass(to end: MediaTime) -> Bool { hasRead(readAhead, to: end) }

  /// Whether the next pass has been read to `end`.
  func hasReadNextPass(to end: MediaTime) -> Bool { next.map { hasRead($0, to: end) } ?? false }

  /// Whether a pass has been read. A frame before its end may follow frames behind it, by at most one second.
  private func hasRead(_ pass: ReadAhead, to end: MediaTime) -> Bool {
    func hasRead(to end: MediaTime) -> Bool {
      decodes ? pass.hasReadPackets(to: end) : pass.hasRead(to: end)
    }
    let frames = pass.frames
    let isKnown = frames.isKnown(through: end) || !decodes && frames.isContiguous
    guard pass.hasFrames, !isKnown else { return hasRead(to: end) }
    return end.adding(.seconds(1)).map(hasRead(to:)) ?? false
  }

  /// Records the result of a read, and the packets that are placed since.
  mutating func record(_ read: MediaRead, _ placed: PlacedPackets) {
    if case .endOfMedia = read { append(.ended) }
    readAhead.record(read, placed)
  }

  mutating func recordForNextPass(_ read: MediaRead, _ placed: PlacedPackets) {
    if case .endOfMedia = read { append(.ended) }
    next?.record(read, placed)
  }

  /// Records a reading error.
  mutating func finish(with error: MediaError, _ placed: PlacedPackets) {
    readAhead.finish(with: error, placed)
    append(.ended)
  }

  mutating func finishNextPass(with error: MediaError, _ placed: PlacedPackets) {
    next?.finish(with: error, placed)
    append(.ended)
  }

  mutating func consume(until position: MediaTime, keepingFramesFrom kept: MediaTime?) {
    readAhead.consume(until: position, keepingFramesFrom: kept)
  }

  // MARK: Reading elsewhere

  /// Restarts reading at `target`, and drops the media read until now.
  mutating func restart(at target: MediaTime) {
    generation += 1
    next = nil
    leaveFrames()
    readAhead.restart(at: target)
    sourceTarget = target
    append(.restarted(at: target))
  }

  /// Reports a jump of the playhead to decoding.
  mutating func jump(to position: MediaTime) { append(.jumped(to: position)) }

  /// Replaces the current pass by the next one, which serves all further passes if reused; returns false without one.
  mutating func enterNextPass(at start: MediaTime, isReused: Bool) -> Bool {
    guard let pass = next else { return false }
    leaveFrames()
    readAhead = pass
    append(.wrapped(to: start))
    if !isReused { next = nil }
    needsWorker = !isReused
    return true
  }

  /// Continues to read the current pass. If packets are decoded, those from the playhead on are read again.
  mutating func abandonNextPass(playhead position: MediaTime) {
    guard next.take() != nil else { return }
    append(.nextPassAbandoned)
    generation += 1
    sourceTarget = nil
    if decodes {
      readAhead.readAgain(from: position)
      sourceTarget = position
    } else if !readAhead.isAtEnd {
      readAhead.readOnElsewhere()
      sourceTarget = readAhead.limit
    }
    if sourceTarget != nil { needsWorker = true }
  }

  /// Drops the next pass when the player closes.
  mutating func close() { next = nil }

  // MARK: Effects

  private mutating func append(_ event: FeedEvent) {
    if decodes { events.append(event) }
  }

  /// Returns the events since the last call, for decoding.
  mutating func removeEvents() -> [FeedEvent] { events.take() }

  mutating func callWorker() { needsWorker = true }

  mutating func clearWorkerCall() -> Bool {
    defer { needsWorker = false }
    return needsWorker
  }

  /// Keeps the frames for the next change: some that the playhead crossed may not be published yet.
  private mutating func leaveFrames() {
    if leftFrames == nil { leftFrames = readAhead.frames }
  }

  /// Returns the subscriptions whose next frame they waited for has been read.
  mutating func wakeReadyFrameReaders() -> [ObjectIdentifier] {
    frameReaders.wakeReady(readAhead.frames)
  }

  mutating func forgetLeftFrames() { leftFrames = nil }

  /// Returns the frames around a discontinuity, for the change that reports it.
  mutating func removeFrameCrossing() -> FrameBoundaryFeed.Crossing {
    let left = leftFrames.take()
    return FrameBoundaryFeed.Crossing(
      before: left ?? readAhead.frames, after: readAhead.frames, isRestarted: left != nil)
  }
}
