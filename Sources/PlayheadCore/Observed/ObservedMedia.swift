import PlayheadMedia
import PlayheadTimekeeping

/// The media that another player plays, as it is read here around the position of that player.
///
/// It has no threads, timers or lock. Positions are those of the player.
struct ObservedMedia {
  private enum Stage {
    /// Nothing is read.
    case absent
    /// It is being opened, with the container's time of the player's position zero, if the player reports it.
    case opening(zero: MediaTime?)
    /// It is open, but the container's time of position zero is not known yet.
    case starting
    case open
    /// It cannot be opened, or was closed.
    case over
  }

  /// How much media at its start is read rather than skipped, so that its frames are counted.
  private static let countedStart = MediaTime.seconds(5)
  /// How long before the playhead reading restarts: the next discontinuity may be slightly earlier.
  private static let lead = MediaTime.seconds(1)

  private var stage = Stage.absent
  private var feed = MediaFeed()

  mutating func beginOpening(zero: MediaTime?) {
    if case .absent = stage { stage = .opening(zero: zero) }
  }

  mutating func close() { stage = .over }

  // MARK: Reading

  /// Returns the next action of the worker that reads.
  mutating func nextStep(on timeline: Timeline, at now: HostInstant) -> ReadingStep {
    switch stage {
    case .absent: return .wait(until: nil)
    case .opening: return .open
    case .over: return .close
    case .starting, .open: break
    }
    let position = Self.clamped(timeline.position(at: now))
    switch feed.nextStep(playhead: position, keepingFramesFrom: feed.frameReaders.needed) {
    case .seek(let time, let generation): return .seek(time, generation: generation)
    case .read(let generation): return .read(generation: generation)
    case .rest(let position):
      return .wait(until: timeline.rate.isPaused ? nil : position.flatMap(timeline.instant(of:)))
    }
  }

  /// Receives the description of the media, and throws if it cannot be read around any position.
  mutating func open(_ info: MediaInfo) throws(MediaError) {
    guard case .opening(let zero) = stage else { return }
    guard info.isSeekable else {
      throw MediaError(.open, of: info.name, reason: .notSeekable)
    }
    try feed.open(info, zero: zero)
    stage = .starting
  }

  /// Reads around a position, if position zero is known now. Returns whether that is news.
  mutating func getReady(at position: MediaTime) -> Bool {
    guard case .starting = stage, let zero = feed.readAhead.zero else { return false }
    stage = .open
    feed.placeDeclarations(zero: zero)
    let target = min(feed.frameReaders.needed ?? position, position)
    if target > Self.countedStart {
      restart(at: target)
      // The playhead has crossed no frame of the media read.
      feed.forgetLeftFrames()
    }
    return true
  }

  /// Records the result of a read.
  mutating func record(_ read: MediaRead, _ placed: PlacedPackets, generation: Int) {
    if generation == feed.generation { feed.record(read, placed) }
  }

  /// Records that reading has failed. It continues when the playhead is moved elsewhere.
  mutating func fail(_ error: MediaError, _ placed: PlacedPackets, generation: Int) {
    if generation == feed.generation { feed.finish(with: error, placed) }
  }

  /// Records that the media cannot be opened.
  mutating func fail(_ error: MediaError) {
    stage = .over
    feed.finish(with: error, PlacedPackets())
  }

  /// Follows the playhead to a position at a discontinuity. Returns the frames around it.
  mutating func move(to position: MediaTime) -> FrameBoundaryFeed.Crossing {
    if case .open = stage, !hasFrames(from: Self.clamped(position)) { restart(at: position) }
    return feed.removeFrameCrossing()
  }

  /// Whether the frames from a position on are known, or will be if reading continues.
  private func hasFrames(from position: MediaTime) -> Bool {
    let (readAhead, frames) = (feed.readAhead, feed.readAhead.frames)
    guard position >= frames.origin, !frames.hasForgotten(position) else { return false }
    // Beyond the end there may be more media now, and after a reading error.
    if readAhead.isAtEnd { return position <= readAhead.limit }
    return position <= readAhead.limit.adding(Self.countedStart) ?? position
  }

  private mutating func restart(at position: MediaTime) {
    feed.restart(at: Self.clamped(position.subtracting(Self.lead) ?? position))
  }

  private static func clamped(_ position: MediaTime) -> MediaTime {
    min(max(position, .zero), ReadAhead.greatestPosition)
  }

  // MARK: Questions

  private var isOpen: Bool { if case .open = stage { true } else { false } }

  /// The description of the media; nil until it is open.
  var info: MediaInfo? { feed.info }
  /// The chapters; nil until the media is open.
  var chapters: [PresentedChapter]? { feed.opened?.chapters }
  /// The container's time of the player's position zero, once it is known.
  var zero: MediaTime? { feed.readAhead.zero }
  /// The position at which the presented media starts: zero, unless the player counts from elsewhere.
  var start: MediaTime {
    guard let start = info?.presentationStart, let zero = zero else { return .zero }
    return start.subtracting(zero) ?? .zero
  }
  /// The exact end; nil until the media was read to it.
  var end: MediaTime? { isOpen ? feed.end : nil }
  /// The start of the last frame, once the end is known.
  var lastFrameStart: MediaTime? { feed.readAhead.lastFrameStart }
  /// The frames that have been read.
  var frames: FrameBoundaryFeed { feed.readAhead.frames }

  /// The known duration; at least `position`.
  func duration(at position: MediaTime) -> MediaDuration? {
    guard isOpen, let duration = feed.duration(at: .zero) else { return nil }
    // The player is beyond the end of a file that has grown.
    return duration.time < position
      ? MediaDuration(time: position, isExact: false) : duration
  }

  // MARK: Subscriptions to frames

  mutating func follow(_ request: FrameBoundaryCursor.Request, _ id: ObjectIdentifier) {
    feed.frameReaders.update(id, request, frames)
  }

  mutating func stopFollowing(_ id: ObjectIdentifier) { feed.frameReaders.remove(id) }

  /// Returns the observers whose next frame has been read.
  mutating func wakeReadyFrameReaders() -> [ObjectIdentifier] { feed.wakeReadyFrameReaders() }
}
