import Media
import Timekeeping

/// Decides what is read from the media, and where: for what is played now, and ahead of that for the
/// next pass of a loop.
///
/// It knows nothing of time: where the playhead is its caller says, and it returns positions of the
/// playhead at which reading is to continue.
struct MediaFeed {
  enum Step {
    /// Go to this time of the container's.
    case seek(MediaTime, generation: Int)
    case read(generation: Int)
    /// Enough is read until the playhead comes to this position; nil: until something happens.
    case rest(until: MediaTime?)
  }

  /// Whether packets are decoded: then each pass of a loop is read anew, and to its last frame.
  let decodes: Bool
  /// The indices of the tracks that make the timeline; nil if nobody chose.
  let chosenTracks: [Int]?
  private(set) var opened: OpenedMedia?
  /// What has been read for what is played now.
  private(set) var readAhead = ReadAhead(
    info: MediaInfo(name: "", container: "", tracks: [], isSeekable: false))
  /// What has been read for the next pass of a loop.
  private(set) var next: ReadAhead?
  /// Counts the places at which reading began again; what was read for an older one is void.
  private(set) var generation = 0
  /// Where the source has still to go, as a position.
  private(set) var sourceTarget: MediaTime?
  /// The frames read until reading began again, for the next change to report.
  private var leftFrames: FrameIndex?
  /// Where the first frame begins that some subscriber still waits for.
  var neededFrames: MediaTime?
  /// Whether the worker has to be woken for something that time alone has brought about.
  private var needsWorker = false
  /// What decoding is to be told. Empty if nothing is decoded.
  private var events = FeedEventQueue()

  init(decodes: Bool = false, chosenTracks: [Int]? = nil) {
    (self.decodes, self.chosenTracks) = (decodes, chosenTracks)
  }

  var info: MediaInfo? { opened?.info }
  var isSeekable: Bool { opened?.info.isSeekable ?? false }
  /// The end of the media, once it is known.
  var end: MediaTime? { readAhead.knowsEnd ? readAhead.greatestEnd : nil }

  mutating func open(_ info: MediaInfo) throws(MediaError) {
    let media = try OpenedMedia(info, tracks: chosenTracks)
    opened = media
    readAhead = ReadAhead(info: media.info)
  }

  /// Places what the media declares on the timeline, whose zero is known by now.
  mutating func placeDeclarations(zero: MediaTime) { opened?.placeDeclarations(zero: zero) }

  // MARK: What the worker is to do

  /// Returns the next step for what is played now.
  ///
  /// - Parameters:
  ///   - position: the playhead's; nil has all be read until something is found.
  ///   - kept: from where on frames are kept although they lie far behind the playhead.
  mutating func nextStep(playhead position: MediaTime?, keepingFramesFrom kept: MediaTime?) -> Step
  {
    if let step = takeSeek() { return step }
    if readAhead.isAtEnd { return .rest(until: nil) }
    let position = position?.nanoseconds(rounding: .down) ?? .max
    readAhead.consume(until: position, keepingFramesFrom: kept)
    guard readAhead.isFull(at: position) else { return .read(generation: generation) }
    return .rest(until: .nanoseconds(readAhead.refillPosition(from: position)))
  }

  private mutating func takeSeek() -> Step? {
    guard let target = sourceTarget.take(), let time = readAhead.containerTime(of: target) else {
      return nil
    }
    return .seek(time, generation: generation)
  }

  /// Returns the next step for the pass of a loop after this one, or nil if this one has still to be
  /// read.
  mutating func nextPassStep(
    over range: Range<MediaTime>, isPassRead: Bool, playhead position: MediaTime
  ) -> Step? {
    guard next != nil || isPassRead else { return nil }
    let pass = next ?? beginNextPass(over: range)
    if let step = takeSeek() { return step }
    if pass.isAtEnd || hasRead(pass, to: range.upperBound) { return .rest(until: nil) }
    // The playhead's distance from the start of the next pass.
    let position = position.nanoseconds(rounding: .down)
    let offset =
      range.lowerBound.nanoseconds(rounding: .down)
      - range.upperBound.nanoseconds(rounding: .down)
    guard pass.isFull(at: position + offset) else { return .read(generation: generation) }
    return .rest(until: .nanoseconds(pass.refillPosition(from: position + offset) - offset))
  }

  private mutating func beginNextPass(over range: Range<MediaTime>) -> ReadAhead {
    var pass = readAhead
    pass.restart(at: range.lowerBound.nanoseconds(rounding: .up))
    generation += 1
    next = pass
    sourceTarget = range.lowerBound
    note(.nextPassBegan(range))
    return pass
  }

  // MARK: What was read

  /// Whether what is read now is for the next pass of the loop over `range`.
  func isReadingNextPass(of range: @autoclosure () -> Range<MediaTime>?) -> Bool {
    guard let next, let range = range() else { return false }
    return !hasRead(next, to: range.upperBound)
  }

  /// Whether this pass has been read to `end`.
  func hasReadPass(to end: MediaTime) -> Bool { hasRead(readAhead, to: end) }

  /// Whether all of a pass has been read before its end. What is decoded later may be presented
  /// earlier, but not by more than a second.
  private func hasRead(_ pass: ReadAhead, to end: MediaTime) -> Bool {
    guard decodes, pass.hasFrames, !pass.frames.isKnown(through: end) else {
      return pass.hasRead(to: end)
    }
    return end.adding(.seconds(1)).map(pass.hasRead(to:)) ?? false
  }

  mutating func take(_ read: MediaRead) {
    readAhead.take(read)
    if case .endOfMedia = read { note(.ended) }
  }

  mutating func takeForNextPass(_ read: MediaRead) {
    next?.take(read)
    if case .endOfMedia = read { note(.ended) }
  }

  /// Records that reading cannot go on.
  mutating func finish(with error: MediaError) {
    readAhead.finish(with: error)
    note(.ended)
  }

  mutating func finishNextPass(with error: MediaError) {
    next?.finish(with: error)
    note(.ended)
  }

  mutating func consume(until position: Int64, keepingFramesFrom kept: MediaTime?) {
    readAhead.consume(until: position, keepingFramesFrom: kept)
  }

  // MARK: Other places

  /// Reads from `target` on; what was read is forgotten.
  mutating func restart(at target: MediaTime) {
    generation += 1
    next = nil
    leaveFrames()
    readAhead.restart(at: target.nanoseconds(rounding: .up))
    sourceTarget = target
    note(.restarted(at: target))
  }

  /// Records that the playhead goes to a position that has been read, or will be.
  mutating func jump(to position: MediaTime) { note(.jumped(to: position)) }

  /// Has the next pass take the place of this one, at the seam of a loop. Returns false if none was
  /// begun.
  ///
  /// - Parameters:
  ///   - start: where it begins.
  ///   - isReused: whether what was read serves all further passes.
  mutating func enterNextPass(at start: MediaTime, isReused: Bool) -> Bool {
    guard let pass = next else { return false }
    leaveFrames()
    readAhead = pass
    note(.wrapped(to: start))
    if !isReused { next = nil }
    needsWorker = !isReused
    return true
  }

  /// Continues to read where this pass was left; what has still to be decoded of it is read again.
  mutating func abandonNextPass(playhead position: MediaTime) {
    guard next.take() != nil else { return }
    note(.nextPassAbandoned)
    sourceTarget = nil
    if decodes {
      readAhead.readAgain(from: position.nanoseconds(rounding: .down))
      sourceTarget = position
    } else if !readAhead.isAtEnd {
      readAhead.readOnElsewhere()
      sourceTarget = readAhead.limit
    }
    guard sourceTarget != nil else { return }
    generation += 1
    needsWorker = true
  }

  /// Drops the next pass, as nothing more is read.
  mutating func close() { next = nil }

  // MARK: What others take

  private mutating func note(_ event: FeedEvent) {
    if decodes { events.append(event) }
  }

  /// Returns what has happened since, for decoding.
  mutating func takeEvents() -> [FeedEvent] { events.take() }

  mutating func callWorker() { needsWorker = true }

  mutating func takeWorkerCall() -> Bool {
    defer { needsWorker = false }
    return needsWorker
  }

  /// Keeps the frames for the next change to report: some that were crossed may not be reported yet.
  private mutating func leaveFrames() {
    if leftFrames == nil { leftFrames = readAhead.frames }
  }

  mutating func forgetLeftFrames() { leftFrames = nil }

  /// Returns the frames around a discontinuity, for the change that reports it.
  mutating func takePassedFrames(from: MediaTime, to: MediaTime) -> PassedFrames {
    let left = leftFrames.take()
    let (before, after) = (left ?? readAhead.frames, readAhead.frames)
    return PassedFrames(
      before: before.count(before: before.place(after: from)),
      after: after.count(before: after.place(from: to)), left: left)
  }
}
