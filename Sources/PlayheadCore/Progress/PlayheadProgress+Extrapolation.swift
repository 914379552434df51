import PlayheadTimekeeping

extension PlayheadProgress {
  /// Returns the position at another instant, if playback continues unchanged, so that values
  /// measured at different instants can be compared.
  ///
  /// - Parameter instant: The host instant. Before `hostInstant`, the result is `position`.
  /// - Returns: The position. It may be beyond the end of the media.
  public func position(at instant: HostInstant) -> MediaTime {
    let rate = state == .playing ? rate : .paused
    return Timeline(mediaAnchor: position, hostAnchor: hostInstant, rate: rate).position(
      at: instant)
  }
}
