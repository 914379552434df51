import Timekeeping

/// One reading of the playhead, as a progress publisher delivers it.
public struct PlayheadProgress: Hashable, Sendable {
  /// Where the playhead was at `hostInstant`: when an update was delivered, or at a discontinuity.
  public var position: MediaTime
  /// The media time for which the value is: the update's, or the discontinuity's.
  public var due: MediaTime
  /// When `position` was measured.
  public var hostInstant: HostInstant
  /// How long the medium is, as far as it is known; never less than `position`.
  public var duration: MediaDuration?
  /// What the playhead moves at, or would if it were not held; 0 where it is paused or has ended.
  public var rate: Rate
  public var state: PlaybackState
  public var cause: ProgressCause
  /// How many updates and boundaries came and were not delivered since the value before.
  public var skipped: Int
  /// How many passes of the loop lie behind the playhead, since it was set; 0 without one.
  public var passes: Int
  /// What of the schedule lies at `due`, if playback crossed a boundary there; whatever the cause.
  public var boundary: Boundary?
  /// The start of the last frame of video, once the media has been read to its end: from there on
  /// that frame is shown, however much longer the sound is.
  public var lastFrameStart: MediaTime?

  public init(
    position: MediaTime, due: MediaTime, hostInstant: HostInstant, duration: MediaDuration?,
    rate: Rate, state: PlaybackState, cause: ProgressCause, skipped: Int,
    passes: Int = 0, boundary: Boundary? = nil, lastFrameStart: MediaTime? = nil
  ) {
    self.position = position
    self.due = due
    self.hostInstant = hostInstant
    self.duration = duration
    self.rate = rate
    self.state = state
    self.cause = cause
    self.skipped = skipped
    self.passes = passes
    self.boundary = boundary
    self.lastFrameStart = lastFrameStart
  }

  /// How much of the duration lies behind the playhead, from 0 to 1, or nil where none is known.
  /// It is 1 at the end only.
  public var fraction: Double? {
    if state == .ended { return 1 }
    guard let duration, duration.time > .zero else { return nil }
    if position >= duration.time { return duration.isExact ? 1 : 1.0.nextDown }
    return min(max(position.seconds / duration.time.seconds, 0), 1.0.nextDown)
  }
}
