import Timekeeping

extension PlayheadProgress {
  /// Where the playhead is at another instant, if playback has gone on since as it was: to compare
  /// values that were measured at different instants. The position itself before `hostInstant`.
  ///
  /// It may lie beyond the end of the media.
  public func position(at instant: HostInstant) -> MediaTime {
    let rate = state == .playing ? rate : .paused
    return Timeline(mediaAnchor: position, hostAnchor: hostInstant, rate: rate).position(
      at: instant)
  }
}
