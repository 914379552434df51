import PlayheadMedia
import PlayheadOutputs

/// Where the file is left.
extension FilePlayback {
  /// Begins to save the position if the options ask for it, or reports that it cannot be saved.
  func followPosition(_ info: MediaInfo) {
    guard let positions = outputs.positions, !options.isInstant else { return }
    guard info.isSeekable, let point = range.resumePoint else {
      return Messages.say(FileMessage.notResumable, about: name)
    }
    positions.follow(player, point)
  }
}
