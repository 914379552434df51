import Audio
import Timekeeping

extension SoundMachine {
  /// The state of the worker.
  struct Progress {
    /// Whether it needs more sound: all that it has was written.
    var isHungry: Bool
    /// Whether the output takes no more.
    var isFull: Bool
    /// The position after the last sound that it has.
    var end: MediaTime
    /// What the output knows; nil before it is opened.
    var status: AudioOutputStatus?
  }

  /// Whether sound is written to the output, which other players may use as well.
  enum Turn {
    /// Not before the player is played.
    case waiting
    /// As soon as the output takes it, at this rate: it follows the sound of another player.
    case following(Rate)
    /// The player has been played.
    case taken
  }
}
