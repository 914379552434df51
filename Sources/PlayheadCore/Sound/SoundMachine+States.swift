import Audio
import Timekeeping

/// The states of the output and of the worker.
extension SoundMachine {
  /// The output.
  enum Output {
    case none
    case open(isPlaying: Bool)
    /// It is opened again until this instant.
    case lost(AudioError, until: HostInstant)
    case abandoned
  }

  /// The progress of the worker with the current course.
  enum Intake {
    /// It must drop everything before, and begin the course.
    case mustBegin
    /// It decodes the course. `hasTaken`: whether it has had any item.
    case begun(hasTaken: Bool)
    /// It has finished the course where playback stops, before the end of the media.
    case stopped
    /// It has decoded all of the media.
    case ended
  }
}
