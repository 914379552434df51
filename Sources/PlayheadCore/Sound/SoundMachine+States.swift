import PlayheadAudio
import PlayheadTimekeeping

extension SoundMachine {
  /// The state of the worker, as it reports it before each step.
  struct Progress {
    /// Whether it needs more sound: all that it has was written.
    var isHungry: Bool
    /// Whether the output takes no more.
    var isFull: Bool
    /// Whether it writes to the output.
    var isWriting = false
    /// Whether the output knows that the player plays or is about to.
    var isWanted = false
    /// The sound that it has written and that may not have been heard.
    var written = WrittenSound.nothing
    /// The rate of the sound that it writes next; nil before an output is open.
    var rate: Rate?
    /// The position after the last sound that it has; nil before an output is open.
    var end: MediaTime?
    /// What the output knows; nil before it is opened.
    var status: AudioOutputStatus?
    /// Whether the device may play nothing, as the one before.
    var mayPlayNothing = false
    /// How many readings had been requested when the output was last paused.
    var requestCountAtStop = 0
    /// Whether sound was written since the output was last asked to play all of it.
    var hasUnplayedSound = false
    /// Whether sound beyond the position where playback stops waits for that to change.
    var hasCutSound = false
    /// The position from which it was cut off last.
    var cutStop: MediaTime?

    /// Whether a reading that was requested after the pause shows that the device has stopped.
    var hasStopped: Bool {
      guard let status, status.answeredRequestCount > requestCountAtStop else { return false }
      return status.reading?.isPlaying == false
    }
  }

  /// Whether sound is written to the output, which other players may use as well.
  enum Turn {
    /// Not before the player is played.
    case waiting
    /// As soon as the output takes it, at this rate: it follows the sound of another player.
    case following(Rate)
    /// It does not follow after all. Its sound is discarded when the sound before has been taken.
    case leaving
    /// The player has been played.
    case taken
  }

  /// The output.
  enum Output {
    case none
    case open(Motion)
    /// It is opened again until this instant.
    case lost(AudioError, until: HostInstant)
    case abandoned(AudioState.Silence)
  }

  /// Whether an open output plays.
  enum Motion {
    case stopped
    /// It was paused, and no reading has shown yet that it has stopped.
    case stopping
    case playing
  }

  /// A time without a reading, or without a sample that the device has taken.
  struct Wait {
    /// When the first reading was requested.
    var since: HostInstant
    /// How many samples the device had taken.
    var samplesRead: Int64
    var requestCount = 0
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
