import PlayheadMedia
import PlayheadTimekeeping

/// An event that the player publishes after it has released its lock, in order.
enum PlaybackEvent {
  case changed(PlaybackChange)
  case moved(PlayheadMovement)
  case status(MediaStatus)
  case loaded(completion: LoadCompletion, result: Result<MediaInfo, MediaError>)
  case sought(completion: SeekCompletion, result: Result<SeekResult, MediaError>)
  /// All events before this one have been published.
  case passed(completion: @Sendable () -> Void)
}

typealias LoadCompletion = @Sendable (Result<MediaInfo, MediaError>) -> Void
typealias SeekCompletion = @Sendable (Result<SeekResult, MediaError>) -> Void

/// The result of a seek: its target, and the position where it landed.
public struct SeekResult: Hashable, Sendable {
  /// The requested position.
  public var target: MediaTime
  /// The position from which playback continues.
  public var landed: MediaTime

  /// Creates a result.
  ///
  /// - Parameters:
  ///   - target: The requested position.
  ///   - landed: The position from which playback continues.
  public init(target: MediaTime, landed: MediaTime) {
    self.target = target
    self.landed = landed
  }
}

/// One discontinuity of playback.
struct PlaybackChange {
  /// Counts the player's changes, from 1.
  var sequence = 0
  var cause: ProgressCause
  /// The position just before.
  var from: MediaTime
  /// The player just after; a value for the change is due at `position`.
  var reading: PlaybackReading
  /// The new position of the playhead; that of a loop is the start of its range, and the reading may be slightly later.
  var position: MediaTime
  var frames = FrameBoundaryFeed.Crossing()
  /// The number of the frame presented at `from`, if it was counted.
  var frameNumberBefore: Int?

  /// Whether the playhead has met the forward end.
  var isArrivalAtForwardEnd: Bool { cause == .boundary }
}

/// The player as it is at one host instant.
struct PlaybackReading {
  var instant: HostInstant
  var position: MediaTime
  var duration: MediaDuration?
  /// The start of the last frame of video, once the media has been read to its end.
  var lastFrameStart: MediaTime?
  /// The number of the frame presented at `position`, if it was counted.
  var frameNumber: Int?
  /// The rate at which the playhead moves, or will move after its release.
  var rate: Rate
  var state: PlaybackState
  var status = MediaStatus.unknown
  /// The course of the position from here on.
  var timeline: Timeline
  /// The course that reaches each position at the earliest; nil if it is `timeline`.
  var earliest: Timeline?
  /// The position where playback stops; nil if it is not known.
  var stop: MediaTime?
  /// The number of finished passes of the loop.
  var passes = 0
  /// The chapters; nil until the start of the timeline is known.
  var chapters: [PresentedChapter]?
  var played = PlayedTime()
  var stalls = StallMeter()
  /// Whether this is the last state. Earlier events may still be published.
  var isClosed = false
  /// The device that plays the sound; nil if no sound drives the playhead.
  var audio: AudioProgress?
  /// How exactly the position of another player is known; nil for a `Player`.
  var accuracy: ObservedAccuracy?
  /// The details of a job; nil for a player.
  var job: JobDetails?
  /// Whether the playhead waits for the start of playback, which will be a change.
  var awaitsStart = false
  /// The sequence of the newest change that this reading includes.
  var sequence: Int
}
