import Timekeeping

extension Player {
  /// The number, from 0, of the video frame that is presented at `position`, counted while reading.
  ///
  /// Nil if there is no video, if not all frames from the start of the media to `position` were
  /// read (as after a seek beyond the read-ahead), or if `position` is more than about two seconds
  /// behind the playhead.
  public func frameNumber(at position: MediaTime) -> Int? {
    state.withLock { $0.machine.feed.readAhead.frames.number(at: position) }
  }
}
