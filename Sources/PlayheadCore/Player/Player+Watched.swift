import PlayheadTimekeeping

/// Statistics of playback.
extension Player {
  /// The ranges of the media that have been played: exact, ordered and merged, without what a seek
  /// skipped. Follows `played` of HTML's media elements.
  ///
  /// At most 4,096 ranges are kept. Beyond that, the two with the smallest gap are merged.
  public var playedRanges: [Range<MediaTime>] {
    state.withLock { $0.machine.played(at: clock.now).ranges }
  }

  /// The amount of media that has been played, in media time, to the nanosecond. Media played twice counts twice.
  public var playedTime: MediaTime { currentProgress().playedTime }

  /// The total duration of stalls, in host time. A stall ends when the playhead moves, or with a
  /// pause or a seek. Waiting for a start or after a seek does not count.
  public var stalledTime: Duration { currentProgress().stalledTime }

  /// Whether the tracks have no common clock, so that they are played in sequence. Known at their end.
  package var hasUnrelatedClocks: Bool { state.withLock { $0.hasUnrelatedClocks } }

  /// Calls a closure on the thread that reads, repeatedly while joined recordings are searched, and with the result.
  package func followSearches(_ body: @escaping @Sendable (JoinSearch) -> Void) {
    state.withLock { $0.onSearch = body }
  }

  /// The end of the last packets, if they are not played because it is too far behind the declared end.
  package var refusedEnd: MediaTime? { state.withLock { $0.machine.refusedEnd } }

  /// Whether the read-ahead lasts for half a second of playback or reaches the end of the media. Once true, it remains
  /// true until the read-ahead is empty. Follows `AVPlayerItem.isPlaybackLikelyToKeepUp`.
  public var isPlaybackLikelyToKeepUp: Bool {
    state.withLock { $0.machine.keepsUp(at: clock.now) }
  }

  /// Whether the read-ahead is empty before the end of the media. Follows `AVPlayerItem.isPlaybackBufferEmpty`.
  public var isPlaybackBufferEmpty: Bool {
    state.withLock { $0.machine.isBufferEmpty(at: clock.now) }
  }

  /// Whether reading waits for the playhead, or has reached the end of the media.
  package var isPlaybackBufferFull: Bool { state.withLock { $0.machine.isReadAheadFull } }
}

extension PlaybackMachine {
  fileprivate mutating func played(at now: HostInstant) -> PlayedMedia {
    settle(at: now)
    var played = played
    played.insert(playedRange(at: now))
    return played
  }
}
