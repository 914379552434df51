import PlayheadTimekeeping

/// The position of a player at one instant, as a progress publisher delivers it.
///
/// All values belong to the same instant, so a subscriber that reads the player as well, which may
/// have changed in the meantime, gains nothing.
public struct PlayheadProgress: Hashable, Sendable {
  /// The position at `hostInstant`: when an update was delivered, or at a discontinuity.
  public var position: MediaTime
  /// The media time of the update, boundary or discontinuity that the value reports.
  public var due: MediaTime
  /// The host instant when `position` was read.
  public var hostInstant: HostInstant
  /// The known duration of the media; at least `position`.
  public var duration: MediaDuration?
  /// The rate at which the playhead moves, or will move when it no longer waits; 0 while it is paused or has ended.
  public var rate: Rate
  /// What the player is doing.
  public var state: PlaybackState
  /// Whether the player can play; the error if `state` is `failed`.
  public var status = MediaStatus.readyToPlay
  /// The reason for the value.
  public var cause: ProgressCause
  /// The number of updates and boundaries that were not delivered since the previous value.
  public var skipped = 0
  /// The number of finished passes of the loop since it was set; 0 without a loop.
  public var completedLoops = 0
  /// The part of the schedule at `due`, if playback crossed a boundary there, whatever the cause.
  public var boundary: Boundary?
  /// The start of the last video frame, after the media was read to its end. From there on that
  /// frame is shown, even if the sound is longer.
  public var lastFrameStart: MediaTime?
  /// The number, from 0, of the video frame that is presented at `position`, as
  /// `Player.frameNumber(at:)` counts it; nil if it is not known.
  public var frameNumber: Int?
  /// The host instant when the playhead met the end of the media or the forward end, if the value
  /// reports that. It is before `hostInstant` if the end was noticed late.
  public var endInstant: HostInstant?

  /// The entry of the queue that published the value; nil from a player. It is not encoded.
  public var entry: PlayerQueue.Entry?

  /// The chapters of the media in the order of their positions; nil before they are known.
  public var chapters: [PresentedChapter]?

  // What the properties below are calculated from when they are read.
  var played = PlayedTime()
  var stalls = StallMeter()
  var accuracy: ObservedAccuracy?

  /// The details of a job besides its position; nil for a player.
  public var job: JobDetails?

  /// The device that plays the sound; nil if no sound drives the playhead.
  public var audio: AudioProgress?

  /// Creates a value without a duration, a boundary or a frame, of a player that is ready to play.
  ///
  /// - Parameters:
  ///   - position: The position at `hostInstant`.
  ///   - hostInstant: The host instant when `position` was read.
  ///   - rate: The rate of the playhead; 0 while it is paused or has ended.
  ///   - state: What the player is doing.
  ///   - cause: The reason for the value.
  ///   - due: The media time that the value reports; nil for `position`.
  public init(
    position: MediaTime, hostInstant: HostInstant, rate: Rate, state: PlaybackState,
    cause: ProgressCause, due: MediaTime? = nil
  ) {
    self.position = position
    self.due = due ?? position
    self.hostInstant = hostInstant
    self.rate = rate
    self.state = state
    self.cause = cause
  }

  /// Creates a value with everything that a reading contains.
  init(
    _ reading: PlaybackReading, cause: ProgressCause, due: MediaTime? = nil,
    isAtForwardEnd: Bool = false
  ) {
    self.init(
      position: reading.position, hostInstant: reading.instant, rate: reading.rate,
      state: reading.state, cause: cause, due: due)
    duration = reading.duration
    status = reading.status
    completedLoops = reading.passes
    lastFrameStart = reading.lastFrameStart
    frameNumber = reading.frameNumber
    (audio, accuracy, job) = (reading.audio, reading.accuracy, reading.job)
    (chapters, played, stalls) = (reading.chapters, reading.played, reading.stalls)
    if cause == .ended || isAtForwardEnd { endInstant = reading.timeline.hostAnchor }
  }

  /// The clock that drives the playhead.
  public var clock: ClockSource {
    if let accuracy { return accuracy.isHeard ? .heard : .player }
    return audio == nil ? .host : .device
  }

  /// By how much `position` may be wrong, either way, if it is that of another player; nil for a ``Player``.
  public var uncertainty: Duration? { accuracy?.uncertainty }

  /// The part of the uncertainty by which all positions are wrong in the same way.
  package var bias: Duration { accuracy?.bias ?? .zero }

  /// Whether the position holds although the player plays: the sound of an item is not heard yet.
  package var isHeld: Bool { accuracy?.isHeld ?? false }

  /// The chapter at `position`; nil before the first one, or if there are none.
  public var chapter: PresentedChapter? { chapter(at: position) }

  /// The amount of media that has been played up to `position`, as `Player.playedTime` counts it.
  public var playedTime: MediaTime { played.total(at: position) }

  /// The total duration of stalls up to `hostInstant`, as `Player.stalledTime` counts it.
  public var stalledTime: Duration { stalls.total(at: hostInstant) }

  func chapter(at position: MediaTime) -> PresentedChapter? {
    chapters?.last { $0.position <= position }
  }

  /// The played fraction of the duration, 0 to 1; nil if no duration is known. It is 1 only at the end.
  public var fraction: Double? {
    if state == .ended { return 1 }
    guard let duration, duration.time > .zero else { return nil }
    if position >= duration.time { return duration.isExact ? 1 : 1.0.nextDown }
    return min(max(position.seconds / duration.time.seconds, 0), 1.0.nextDown)
  }
}
