import Timekeeping

/// What was watched, and how well it went.
extension Player {
  /// The parts of the media that were played, in order and merged, exact; never what a seek passed
  /// over. After the `played` of HTML's media elements.
  ///
  /// Of more than 4,096 parts that lie apart the two with the least between them become one.
  public var playedRanges: [Range<MediaTime>] {
    state.withLock { $0.machine.played(at: clock.now).ranges }
  }

  /// How much media was played, without seeks, pauses and stalls, to the nanosecond: what was
  /// played twice counts twice.
  public var playedTime: MediaTime {
    state.withLock { $0.machine.played(at: clock.now).time }
  }

  /// How long the playhead has been held in stalls, in the host's time: from `stalled` until it
  /// moved, was paused or sought. Waiting for a start or for a seek's media is not counted.
  public var stalledTime: Duration {
    state.withLock { state in
      let now = clock.now
      state.machine.settle(at: now)
      return state.machine.stalls.total(at: now)
    }
  }

  /// Whether enough has been read for playback to go on for half a second, or all there is; once it
  /// is so, it is until nothing is left. After `AVPlayerItem.isPlaybackLikelyToKeepUp`.
  public var isPlaybackLikelyToKeepUp: Bool {
    state.withLock { $0.machine.keepsUp(at: clock.now) }
  }

  /// Whether all that had been read is played, or nothing has been read yet, though the media goes
  /// on. After `AVPlayerItem.isPlaybackBufferEmpty`.
  public var isPlaybackBufferEmpty: Bool {
    state.withLock { $0.machine.isBufferEmpty(at: clock.now) }
  }
}

extension PlaybackMachine {
  fileprivate mutating func played(at now: HostInstant) -> PlayedMedia {
    settle(at: now)
    var played = played
    played.insert(playedRange(at: now))
    return played
  }
}
