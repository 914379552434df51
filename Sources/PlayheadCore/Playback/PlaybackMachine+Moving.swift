import PlayheadTimekeeping

/// Departures and arrivals of the playhead.
extension PlaybackMachine {
  /// Whether the playhead has arrived where it was moved to.
  enum Movement {
    /// Playback was neither started nor paused at the start of the media.
    case unstarted
    /// The playhead was moved to a position; nil for where it starts.
    case departed(to: MediaTime?)
    case arrived
  }

  /// Records that playback was started or paused for the first time.
  mutating func begin() {
    if case .unstarted = movement { movement = .departed(to: nil) }
  }

  /// Records that the playhead was moved. A movement that has not arrived is replaced.
  mutating func depart(to target: MediaTime) {
    movement = .departed(to: target)
    log.append(.moved(.departed(to: target)))
  }

  /// Reports the arrival of the playhead, unless it waits or that was reported.
  mutating func arrive(at now: HostInstant) {
    guard case .departed(let target) = movement, !seeking.isPending else { return }
    switch phase {
    case .playing, .paused, .ended: break
    case .idle, .loading, .held, .failed, .closed: return
    }
    movement = .arrived
    let position = landing
    log.append(
      .moved(
        .arrived(
          SeekResult(target: target ?? position, landed: position),
          at: PlayheadProgress(settledReading(at: now), cause: .requested))))
  }
}
