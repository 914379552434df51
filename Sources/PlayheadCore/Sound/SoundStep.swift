import Audio
import Media
import Timekeeping

/// The next action of the worker that plays sound.
enum SoundStep {
  /// Decode this track from now on.
  case begin(Track, any MediaDecoder)
  /// Drop everything, and begin with the sound at a position.
  case restart(SoundCourse)
  case play
  case pause
  /// All sound has been heard.
  case end
  case setRate(Rate)
  /// Write to the output from now on, or do not.
  case setWriting(Bool)
  case decode(any EncodedPacket, SoundBounds)
  /// All packets of the course have come: it ends at this position, and `next` follows without a gap.
  case finish(at: MediaTime, next: SoundCourse?, SoundBounds)
  /// The packets from here on come again from an earlier position.
  case resynchronize
  /// There is no sound up to this position.
  case silence(until: MediaTime)
  /// Open the output again, which was lost.
  case reopen
  case requestReading
  case wait(until: HostInstant?)
  /// Release the output and the decoder. Frames that have not been heard are discarded if it is known
  /// that there are any.
  case close(discarding: Bool)
}

/// Where decoded sound may be.
struct SoundBounds {
  /// The container's time of position zero.
  var zero: MediaTime
  /// The end of the media read. Later times of decoded frames are damaged.
  var end: MediaTime
  /// The position where the playhead stops or a loop returns; nil while it is not known.
  var stop: MediaTime?
}

/// A continuous stretch of sound: one pass of the media from a position on.
struct SoundCourse: Equatable {
  /// Identifies the pass in the map of frames.
  var pass: Int
  /// The position of its first frame.
  var start: MediaTime
}
