import Media
import Timekeeping

/// What the machine tells the world once its lock is released, in order.
enum PlaybackEvent {
  case changed(PlaybackChange)
  case status(Player.Status)
  case sought(completion: SeekCompletion, result: Result<SeekResult, MediaError>)
}

typealias SeekCompletion = @Sendable (Result<SeekResult, MediaError>) -> Void

/// Where a seek was to go and where it came to.
public struct SeekResult: Hashable, Sendable {
  public var target: MediaTime
  public var landed: MediaTime

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
  /// The player just after; a value for the change is due at `place`.
  var reading: PlaybackReading
  /// Where the playhead was put: of a loop the start of its range, which the reading may be a moment
  /// behind.
  var place: MediaTime
  var frames = PassedFrames()
}

/// Frames around a discontinuity, as the index knew them then.
struct PassedFrames {
  /// How many there were up to the position before it, that included.
  var before = FrameIndex.Count()
  /// How many there were up to the position after it, that not included.
  var after = FrameIndex.Count()
  /// Those that were read until then, where reading began anew with it.
  var left: FrameIndex?
}

/// The player as it is at one host instant.
struct PlaybackReading {
  var instant: HostInstant
  var position: MediaTime
  var duration: MediaDuration?
  /// The start of the last frame of video, once the media has been read to its end.
  var lastFrameStart: MediaTime?
  /// What the playhead moves at, or would if it were not held.
  var rate: Rate
  var state: PlaybackState
  /// How the position goes on from here.
  var timeline: Timeline
  /// Where it will stop by itself, as far as that is known.
  var stop: MediaTime?
  /// How many passes of the loop are over.
  var passes = 0
  /// Whether there will be no other; what has happened may still be told.
  var isClosed = false
  /// The sequence of the last change that this reading comes after.
  var sequence: Int
}
