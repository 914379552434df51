import PlayheadMedia

extension Player {
  /// Moves the playhead by a number of video frames, exactly to the start of a frame. Follows
  /// `AVPlayerItem.step(byCount:)`.
  ///
  /// Pauses first, and loads the media if necessary. Frames are counted in presentation order. The
  /// playhead stops at the first and at the last frame. Media that is not in the read-ahead is read.
  ///
  /// - Parameters:
  ///   - count: The number of frames: positive forwards, negative backwards, 0 to the start of the
  ///     current frame.
  ///   - completion: Called on a thread of the player with the position where the playhead landed,
  ///     or with an error: `noFrames` if there is no video, `notSeekable` if the source cannot seek
  ///     back, `cancelled` if another seek, step or playback took its place, or the error with which
  ///     the player failed or was closed.
  public func beginStep(
    byCount count: Int,
    completion: (@Sendable (Result<SeekResult, MediaError>) -> Void)? = nil
  ) {
    update { machine, now in machine.step(by: count, at: now, completion: completion) }
  }
}
