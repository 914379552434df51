import Audio
import Media
import Timekeeping

/// The next action of the worker that plays sound.
enum SoundStep {
  /// Use this decoder from now on.
  case begin(any MediaDecoder)
  /// Drop everything, and begin a course.
  case restart(SoundCourse)
  case play
  case pause
  /// All sound has been heard.
  case end
  case setRate(Rate)
  /// Write to the output from now on, or do not.
  case setWriting(Bool)
  case decode(any EncodedPacket, SoundContext)
  /// All packets of the course have come: it ends at this position, and `next` follows without a gap.
  case finish(at: MediaTime, next: SoundCourse?, SoundContext)
  /// The packets from here on come again from an earlier position.
  case resynchronize
  /// There is no sound up to this position.
  case silence(until: MediaTime, SoundContext)
  /// Open the output again, which was lost.
  case reopen(SoundContext)
  case requestReading
  case wait(until: HostInstant?)
  /// Release the output and the decoder. Frames that have not been heard are discarded if it is known
  /// that there are any.
  case close(discarding: Bool)
}

/// What a step needs to know of the sound that it decodes.
struct SoundContext {
  var track: Track
  /// The course and the rate at which the sound of a new output begins.
  var course: SoundCourse
  var rate: Rate
  /// The container's time of position zero.
  var zero: MediaTime
  /// The end of the media read. Later times of decoded frames are damaged.
  var end: MediaTime
  /// The position where the playhead stops or a loop returns; nil while it is not known.
  var stop: MediaTime?

  /// The format that the container declares.
  var declaredFormat: AudioFormat {
    AudioFormat(sampleRate: track.sampleRate ?? 48_000, channelCount: track.channels ?? 2)
  }

  /// Returns the position of decoded sound; nil if it has no time, or a damaged one.
  func position(of frame: DecodedFrame) -> MediaTime? {
    let time = frame.timing.presentationTicks.flatMap {
      track.time(ofTicks: $0).subtracting(zero)
    }
    return time.flatMap { $0 <= end ? $0 : nil }
  }
}

/// A continuous stretch of sound: one pass of the media from a position on.
struct SoundCourse: Equatable {
  /// Identifies the pass in the map of frames.
  var pass: Int
  /// The position of its first frame.
  var start: MediaTime
}
