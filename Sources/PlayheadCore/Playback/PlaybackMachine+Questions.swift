import PlayheadMedia
import PlayheadTimekeeping

/// What the player, its frames and its sound ask about playback.
extension PlaybackMachine {
  var state: PlaybackState { phase.state }
  var status: MediaStatus { phase.status }
  /// The requested rate; 0 if playback is paused or has ended.
  var rate: Rate { phase.rate }
  /// The rate at which the playhead moves now.
  var movingRate: Rate { timeline.rate }
  /// The instant of a start in the future; nil if there is none.
  var scheduledStart: HostInstant? { phase.held?.reason.scheduledStart?.hostAnchor }
  var isReady: Bool { phase.isReady }
  var isMoving: Bool { phase.isPlaying }
  var isClosed: Bool { phase.isClosed }
  /// Whether no more changes are published, not even those before the close.
  var isSilent: Bool { phase.isSilent }

  /// Returns the instant when the playhead reaches a position if it moves on as it does now.
  func instant(of position: MediaTime) -> HostInstant? { timeline.instant(of: position) }

  /// Returns the course that reaches each later position at the earliest, if it is known.
  func earliestTimeline(at now: HostInstant) -> Timeline {
    isMoving ? drive.sound?.earliest(on: timeline, from: now) ?? timeline : timeline
  }

  /// Returns the earliest course on which a clock or the sound moves the playhead; nil if the host clock moves it.
  func followedTimeline(at now: HostInstant) -> Timeline? {
    // It differs from the predicted one. Nil also if nothing moves the playhead.
    drive.isHost || !isMoving ? nil : earliestTimeline(at: now)
  }

  // MARK: The media

  var info: MediaInfo? { feed.info }
  var chapters: [PresentedChapter]? { feed.opened?.chapters }
  var chosenTracks: [Int]? { feed.chosenTracks }
  var isSeekable: Bool { feed.isSeekable }
  /// The container's time of position zero.
  var zero: MediaTime { zeroIfKnown ?? .zero }
  var zeroIfKnown: MediaTime? { feed.readAhead.zero }
  /// The greatest end of the media read.
  var greatestEnd: MediaTime { feed.readAhead.greatestEnd }
  var refusedEnd: MediaTime? { feed.readAhead.refusedEnd }
  /// Returns the position up to which the media of a pass has been read: that of the playhead, or the next one.
  func readLimit(ofPass pass: Int) -> MediaTime {
    let next = pass > soundPass ? feed.next : nil
    return (next ?? feed.readAhead).limit
  }
  /// Packets that were read in an older generation are void.
  var generation: Int { feed.generation }

  /// Whether reading waits: for the source, for the playhead, or at the end of the media or of the next pass of a loop.
  var isReadAheadOver: Bool {
    if feed.readAhead.isDry || isReadAheadFull { return true }
    return loopedRange.map { feed.isNextPassOver(over: $0, playhead: timeline.mediaAnchor) }
      ?? false
  }

  /// Whether reading waits for the playhead, or is at the end of the media.
  var isReadAheadFull: Bool {
    feed.readAhead.isAtEnd || feed.readAhead.isFull(at: timeline.mediaAnchor)
  }

  /// Whether the frame is not known yet at which a seek or a step lands.
  var isFindingFrame: Bool {
    seeking.isSearching || seeking.isStepping && phase.rate.isPaused
  }

  // MARK: Frames

  /// The frames of video that have been read.
  var framesRead: FrameBoundaryFeed { feed.readAhead.frames }

  /// Keeps the frames that an observer requests, until it follows others or none.
  mutating func followFrames(_ request: FrameBoundaryCursor.Request, _ id: ObjectIdentifier) {
    feed.frameReaders.update(id, request, framesRead)
  }

  mutating func stopFollowingFrames(_ id: ObjectIdentifier) { feed.frameReaders.remove(id) }

  /// Returns the observers whose next frame has been read.
  mutating func wakeReadyFrameReaders() -> [ObjectIdentifier] { feed.wakeReadyFrameReaders() }

  // MARK: Effects

  /// Whether there are events to publish.
  var hasEvents: Bool { log.hasNews }

  mutating func removeEvents() -> [PlaybackEvent] { log.removeEvents() }

  /// Returns whether subscriptions must compute their next instant again.
  mutating func clearReschedule() -> Bool { log.clearReschedule() }

  /// Calls a closure once all events until now have been published.
  mutating func callWhenPublished(_ completion: @escaping @Sendable () -> Void) {
    log.append(.passed(completion: completion))
  }

  /// Returns the events for decoding and sound.
  mutating func removeFeedEvents() -> [FeedEvent] { feed.removeEvents() }

  /// Returns whether the worker that reads must be woken.
  mutating func clearWorkerCall() -> Bool { feed.clearWorkerCall() }
}
