import PlayheadAudio
import PlayheadMedia
import PlayheadTimekeeping

/// The next action of the worker that plays sound.
enum SoundStep {
  /// Use this decoder from now on.
  case begin(any MediaDecoder)
  /// Drop everything, and begin a course.
  case restart(SoundCourse)
  case play
  case pause
  /// Play the written samples although the output waits for more.
  case playWritten
  /// Stop the output, whose sound has all been heard.
  case end
  case setRate(Rate)
  /// Write to the output from now on, or do not.
  case setWriting(Bool)
  /// Report to the output whether the player plays or is about to.
  case setWanted(Bool)
  /// Read the media again: the written sound must not be heard.
  case readAgain
  /// Write this number of samples of silence, before the sound.
  case lead(Int)
  /// Discard the silence that was written.
  case discard
  case decode(any EncodedPacket, SoundContext)
  /// Finish the course at this position. `next` follows without a gap.
  case finish(at: MediaTime, next: SoundCourse?, SoundContext)
  /// Continue with the sound that was cut off where playback no longer stops.
  case extend(SoundContext)
  /// Expect packets from an earlier position of the same course.
  case resynchronize
  /// Fill the course with silence up to this position.
  case silence(until: MediaTime, SoundContext)
  /// Open the output again, which was lost.
  case reopen(SoundContext)
  case requestReading
  /// Leave an output that does not answer or plays nothing, as if it were lost.
  case fail(AudioError)
  case wait(until: HostInstant?)
  /// Release the output and the decoder. Discard the samples that have not been heard, unless all have.
  case close(discarding: Bool)
}

/// The track, the course and the bounds of the sound that a step decodes.
struct SoundContext {
  var track: MediaTrack
  /// The course and the rate at which the sound of a new output begins.
  var course: SoundCourse
  var rate: Rate
  /// The container's time of position zero.
  var zero: MediaTime
  /// The end of the media read. Later times of decoded frames are corrupt.
  var end: MediaTime
  /// The position where the playhead stops or a loop returns; nil while it is not known.
  var stop: MediaTime?

  /// The format that the container declares.
  var declaredFormat: AudioFormat {
    AudioFormat(sampleRate: track.sampleRate ?? 48_000, channelCount: track.channelCount ?? 2)
  }

  /// Returns the position of decoded sound; nil if its time is missing or corrupt.
  func position(of frame: DecodedFrame) -> MediaTime? {
    let time = frame.timing.presentationTicks.flatMap {
      track.time(ofTicks: $0).subtracting(zero)
    }
    return time.flatMap { $0 <= end ? $0 : nil }
  }
}

/// A continuous stretch of sound: one pass of the media from a position on.
struct SoundCourse: Equatable {
  /// Identifies the pass in the map of samples.
  var pass: Int
  /// The position of its first sample.
  var start: MediaTime
}
