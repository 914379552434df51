import Media

extension Player {
  /// Moves the playhead by so many frames, forwards or, where `count` is negative, backwards, to
  /// exactly where the frame begins; 0 goes to the beginning of the frame that is shown. It pauses
  /// first, and loads where that was not done.
  ///
  /// Before the first and after the last frame it goes to that one. Frames are those of the video
  /// track, in the order in which they are presented; what lies further back or ahead than has been
  /// read is read.
  ///
  /// `completion` is called on a thread of the player's with where it landed, or with the error:
  /// there is no video (`noFrames`), the source cannot go back (`notSeekable`), a seek, a step or
  /// playback came first (`cancelled`), the player failed or closed. After
  /// `AVPlayerItem.step(byCount:)`.
  public func step(
    byCount count: Int,
    completion: (@Sendable (Result<SeekResult, MediaError>) -> Void)? = nil
  ) {
    update { machine, now in machine.step(by: count, at: now, completion: completion) }
  }
}
